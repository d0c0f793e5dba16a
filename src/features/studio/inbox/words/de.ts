/** The texts of a show's messages in German. */
import type { MessagesWords } from "./en.ts";

export const de: MessagesWords = {
  page: "Nachrichten",
  lead: "Hörer schreiben unter eine Folge, und alle können es lesen. Du kannst öffentlich antworten, eine Nachricht dem Betreiber des Servers melden oder sie löschen.",
  all: "Alle",
  unanswered: "Unbeantwortet",
  reported: "Gemeldet",
  hidden: "Verborgen, bis der Betreiber entscheidet",
  reports: { one: "{n} Meldung", other: "{n} Meldungen" },
  team: "aus dem Team",
  reply: "Antworten",
  reply_to: "{name} antworten",
  reply_text: "Deine Antwort, die alle lesen können",
  reply_act: "Antwort veröffentlichen",
  report: "Melden",
  report_of: "Nachricht von {name} melden",
  reason: "Was daran falsch ist, für den Betreiber",
  report_act: "Nachricht melden",
  delete: "Löschen",
  delete_of: "Nachricht von {name} löschen",
  delete_sure: "Sie verschwindet für alle und lässt sich nicht zurückholen.",
  delete_act: "Nachricht löschen",
  replied: "Deine Antwort ist veröffentlicht.",
  was_reported: "Der Betreiber sieht sich die Nachricht an.",
  deleted: "Die Nachricht ist gelöscht.",
  empty_title: "Noch keine Nachrichten",
  empty:
    "Hier erscheint, was Hörer unter die Folgen dieses Podcasts schreiben. Frage sie etwas am Ende der nächsten Folge.",
  none_reported: "Keine Nachricht dieses Podcasts ist gemeldet.",
  none_unanswered: "Jede Nachricht ist beantwortet.",
  older: "Ältere Nachrichten",
};
