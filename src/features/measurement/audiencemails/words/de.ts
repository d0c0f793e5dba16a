/** Mails about one's shows, and the pages about them, in German. */
import type { Dictionary } from "./en.ts";

export const de: Dictionary = {
  title: "Die Zahlen deiner Podcasts per E-Mail",
  hint: "Über alle Podcasts, die du bearbeiten darfst.",
  weekly_report: "Ein Bericht an jedem Montagmorgen",
  jump_notes: "Eine Nachricht, wenn ein Podcast weit mehr Wiedergaben und Downloads hat als sonst",
  save: "Speichern",
  state_unconfirmed: "Es wird nichts geschickt, bevor du deine E-Mail-Adresse bestätigt hast.",
  confirm: "Jetzt bestätigen",
  state_refused:
    "Der Mailserver deiner Adresse hat unsere E-Mails abgelehnt. Prüfe die Adresse und speichere, um es noch einmal zu versuchen.",
  no_mail: "Dieser Server verschickt keine E-Mails.",
  your_shows: "Deine Podcasts",
  week_subject: {
    one: "{name}: {n} Wiedergabe oder Download, {from} bis {to}",
    other: "{name}: {n} Wiedergaben und Downloads, {from} bis {to}",
  },
  week_lead: {
    one: "{name}: {n} Wiedergabe oder Download vom {from} bis zum {to},",
    other: "{name}: {n} Wiedergaben und Downloads vom {from} bis zum {to},",
  },
  more_than_before: "{percent} mehr als in der Woche davor.",
  less_than_before: "{percent} weniger als in der Woche davor.",
  as_before: "etwa so viele wie in der Woche davor.",
  nothing_before: "in der Woche davor keine.",
  show: "Podcast",
  this_week: "Diese Woche",
  week_before: "Woche davor",
  more_shows: { one: "Und {n} weiterer Podcast.", other: "Und {n} weitere Podcasts." },
  best: "Die besten Folgen:",
  new_episodes: {
    one: "{n} neue Folge ist erschienen.",
    other: "{n} neue Folgen sind erschienen.",
  },
  new_followers: { one: "{n} neuer Follower.", other: "{n} neue Follower." },
  jump_subject: {
    one: "{name}: {n} Wiedergabe oder Download am {day}",
    other: "{name}: {n} Wiedergaben und Downloads am {day}",
  },
  jump_lead: {
    one: "{name} hatte am {day} {n} Wiedergabe oder Download.",
    other: "{name} hatte am {day} {n} Wiedergaben und Downloads.",
  },
  jump_usual: {
    one: "An einem gewöhnlichen Tag der fünf Wochen davor war es {n}.",
    other: "An einem gewöhnlichen Tag der fünf Wochen davor waren es {n}.",
  },
  open: "Zahlen öffnen",
  utc: "Die Tage sind in UTC. Zahlen können sich zwei Tage lang noch etwas ändern.",
  why_weekly:
    "Du bekommst diese E-Mail, weil du {site} um einen Bericht an jedem Montag gebeten hast.",
  why_jumps:
    "Du bekommst diese E-Mail, weil du {site} um eine Nachricht gebeten hast, wenn ein Podcast weit mehr Wiedergaben und Downloads hat als sonst.",
  end: "Abbestellen",
  to_settings: "Einstellungen der Benachrichtigungen",
  end_weekly: "Du bekommst montags keine Berichte über deine Podcasts mehr.",
  ended_weekly: "Du bekommst montags keine Berichte über deine Podcasts mehr.",
  end_jumps:
    "Du bekommst keine Nachrichten mehr, wenn ein Podcast weit mehr Wiedergaben und Downloads hat.",
  ended_jumps:
    "Du bekommst keine Nachrichten mehr, wenn ein Podcast weit mehr Wiedergaben und Downloads hat.",
};
