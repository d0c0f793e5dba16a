/** Mails about new episodes, and the pages about them, in German. */
import type { Dictionary } from "./en.ts";

export const de: Dictionary = {
  mails: "Per E-Mail",
  mails_hint: "Neue Folgen der Podcasts unten, die dich benachrichtigen, an {address}.",
  frequency: "E-Mails",
  OFF: "Keine",
  AT_ONCE: "Kurz nachdem eine Folge erschienen ist",
  DAILY: "Einmal am Tag",
  WEEKLY: "Einmal in der Woche",
  weekday: "Tag der wöchentlichen E-Mail",
  hour: "Stunde der täglichen und wöchentlichen E-Mails",
  quiet: "Ruhezeit",
  quiet_hint:
    "Benachrichtigungen auf Geräten und sofortige E-Mails warten, bis sie endet. Es gilt deine Zeitzone, {zone}.",
  quiet_from: "Von",
  quiet_to: "Bis",
  never: "Nie",
  save: "Speichern",
  saved_mail: "Deine Wahl ist gespeichert.",
  asked:
    "Wir haben eine E-Mail an {address} geschickt. Öffne den Link darin, um zuzustimmen; vorher bekommst du keine weiteren.",
  state_unconfirmed:
    "Du hast noch nicht zugestimmt: Öffne den Link in der E-Mail, die wir an {address} geschickt haben. „Speichern“ schickt noch eine.",
  state_refused:
    "Der Mailserver von {address} hat unsere E-Mails abgelehnt. Prüfe die Adresse und speichere, um es noch einmal zu versuchen.",
  ask_subject: "Möchtest du E-Mails über neue Folgen?",
  ask_lead:
    "{username} hat bei {site} um E-Mails über neue Folgen an diese Adresse gebeten. Öffne diesen Link, um zuzustimmen:",
  ask_end: "Warst du das nicht, tu nichts: Du bekommst keine weiteren E-Mails darüber.",
  agree_title: "E-Mails über neue Folgen",
  agree_text: "Drücke den Knopf, um die E-Mails zu bekommen, um die du gebeten hast.",
  agree: "Schickt mir diese E-Mails",
  agreed:
    "Fertig. Du bekommst ab jetzt E-Mails über neue Folgen, und jede hat einen Link, der sie beendet.",
  end_ask: "Du bekommst an diese Adresse keine E-Mails über neue Folgen mehr.",
  end: "Abbestellen",
  ended: "Du bekommst keine E-Mails über neue Folgen mehr.",
  to_settings: "Einstellungen der Benachrichtigungen",
  subject_many: "Neue Folgen: {shows}",
  lead: "Neue Folgen von Podcasts, denen du folgst:",
  more: { one: "Und eine weitere Folge.", other: "Und {n} weitere Folgen." },
  why: "Du bekommst diese E-Mail, weil du {site} darum gebeten hast.",
};
