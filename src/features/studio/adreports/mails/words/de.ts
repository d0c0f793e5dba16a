/** The texts of the page of a report's mails in German. */
import type { MailsDictionary } from "./en.ts";

export const de: MailsDictionary = {
  title: "E-Mails eines Berichts",
  mails: "E-Mails",
  lead: "Wer ihn bekommt, erhält eine E-Mail mit den Zahlen in einem Satz, den ersten Zeilen und allen Zeilen als CSV.",
  no_mail:
    "Dieser Server verschickt keine E-Mails. Bitte die Leute, die ihn betreiben, einen Mailserver einzurichten (SMTP_URL).",
  stopped:
    "Dieser Bericht wird nicht mehr verschickt: {owner} darf die Werbung des Teams nicht mehr lesen. Speichere einen eigenen Bericht, um ihn zu verschicken.",
  stopped_own:
    "Dieser Bericht wird nicht mehr verschickt, weil du die Werbung des Teams nicht mehr lesen durftest. Speichere den Zeitplan, um wieder anzufangen.",
  next: "Die nächsten E-Mails gehen am {when} hinaus ({zone}).",
  none: "Dieser Bericht wird nicht verschickt.",
  by_owner: "Das kann nur ändern, wer den Bericht gespeichert hat: {owner}.",
  not_mailed: "Nicht verschickt",
  stopped_short: "Angehalten",
  frequency: "Wie oft",
  DAILY: "Jeden Tag",
  WEEKLY: "Jede Woche",
  MONTHLY: "Jeden Monat",
  weekday: "Wochentag",
  day: "Tag des Monats",
  day_hint: "In kürzeren Monaten: der letzte Tag.",
  hour: "Uhrzeit",
  timezone: "Zeitzone",
  recipients: "Empfänger",
  UNCONFIRMED: "bekommt nichts, bevor die E-Mail-Adresse in den Einstellungen bestätigt ist",
  UNSUBSCRIBED: "hat abbestellt; nur der Link in einer früheren E-Mail macht das rückgängig",
  LEFT: "darf die Werbung des Teams nicht mehr lesen",
  confirm: "Bestätige deine E-Mail-Adresse",
  save: "Zeitplan speichern",
  stop: "Nicht mehr verschicken",
  test: "Jetzt an mich schicken",
  back: "Zurück zu den Berichten",
  saved: "Gespeichert.",
  ended: "Der Bericht wird nicht mehr verschickt.",
  tested: "Die E-Mail ist eingereiht. Die Liste unten sagt, was aus ihr wird.",
  log: "E-Mails der letzten 90 Tage",
  log_empty: "Noch keine.",
  older: "Ältere E-Mails",
  at: "Zeit",
  recipient: "Empfänger",
  state: "Stand",
  asked: "angefordert",
  zone: "Zeiten in der Zeitzone {zone}.",
  PENDING: "Wartet",
  SENT: "Verschickt",
  SKIPPED: "Nicht verschickt",
  FAILED: "Gescheitert",
  why_LEFT: "Diese Person darf die Werbung des Teams nicht mehr lesen. Wähle andere Empfänger.",
  why_UNCONFIRMED:
    "Die E-Mail-Adresse ist nicht bestätigt. Das geht in den Einstellungen der Person.",
  why_UNSUBSCRIBED: "Diese Person hat abbestellt.",
  why_STOPPED: "Wer den Bericht gespeichert hat, darf die Werbung des Teams nicht mehr lesen.",
  why_REFUSED:
    "Der Mailserver lehnt die Adresse ab. Die Person kann sie in ihren Einstellungen berichtigen.",
  why_UNREACHABLE:
    "Der Mailserver hat sie nicht angenommen. Es gibt sechs Versuche in etwa vier Stunden; wende dich danach an die Leute, die diesen Server betreiben.",
  why_UNANSWERED:
    "Der Mailserver hat die Annahme nicht bestätigt. Vielleicht ist sie angekommen, darum wird sie nicht noch einmal verschickt.",
  why_REPORT:
    "Der Bericht lässt sich nicht erstellen: Er hat zu viele Zeilen, oder es gibt nicht mehr, wovon er handelt. Ändere den Bericht.",
};
