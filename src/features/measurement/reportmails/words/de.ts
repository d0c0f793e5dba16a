/** The texts of mails with reports in German. */
import type { ReportMailWords } from "./en.ts";

export const de: ReportMailWords = {
  days: "{from} bis {to}",
  figures: "{days}: {impressions} und {revenue}.",
  nothing: "{days}: Nichts wurde ausgeliefert oder berechnet.",
  utc: "Die Tage sind in UTC.",
  attached: "Alle Zeilen sind als CSV angehängt.",
  large: "Die CSV-Datei ist für eine E-Mail zu groß. Lade sie hier herunter:",
  large_page:
    "Die CSV-Datei ist für eine E-Mail zu groß. Lade sie bei den Berichten im Studio herunter.",
  open: "Bericht öffnen",
  why: "Du bekommst diese E-Mail, weil {owner} dir den Bericht „{name}“ von {team} schicken lässt.",
  why_test: "Du hast diese E-Mail auf der Seite des Berichts „{name}“ von {team} angefordert.",
  unsubscribe: "Abbestellen",
  unsubscribe_title: "E-Mails eines Berichts",
  unsubscribe_ask: "Du bekommst dann keine E-Mails des Berichts „{name}“ mehr.",
  unsubscribed: "Du bekommst keine E-Mails des Berichts „{name}“ mehr.",
  subscribe: "Wieder bekommen",
  day: "Tag",
  week: "Woche",
  month: "Monat",
  advertiser: "Werbekunde",
  campaign: "Kampagne",
  lineitem: "Buchung",
  currency: "Währung",
  impressions: "Impressionen",
  revenue: "Umsatz",
  ecpm: "eCPM",
  counted: { one: "{n} Impression", other: "{n} Impressionen" },
  more: { one: "Der Bericht hat noch eine Zeile.", other: "Der Bericht hat noch {n} Zeilen." },
};
