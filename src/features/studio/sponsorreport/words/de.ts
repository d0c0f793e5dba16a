/** The texts of reports for sponsors in German. */
import type { SponsorReportWords } from "./en.ts";

export const de: SponsorReportWords = {
  report: "Kampagnenbericht",
  lead: "{advertiser} · Stand {date}",
  delivered: "Ausgelieferte Impressions",
  goal: "Ziel",
  by_day: "Impressions pro Tag",
  says: "{n} Impressions wurden ausgeliefert, {percent} des Ziels.",
  says_plain: "{n} Impressions wurden ausgeliefert.",
  items: "Buchungen",
  item: "Buchung",
  start: "Beginnt",
  end: "Endet",
  counted:
    "Eine Impression zählt, wenn der Spot an einen Hörer gesendet wurde, dessen Download zählt.",
  share: "Bericht teilen",
  share_lead:
    "Erzeugt eine Adresse, die allen, die sie haben, die Auslieferung dieser Kampagne ohne Preise zeigt. Eine neue Adresse ersetzt die frühere.",
  days: "Gültig für Tage",
  do_share: "Adresse erzeugen",
  do_end: "Teilen beenden",
  address: "Die Adresse des Berichts. Sie wird nur jetzt gezeigt, also kopiere sie.",
  until: "Geteilt bis {date}.",
  ended: "Der Bericht wird nicht mehr geteilt.",
  back: "Zurück zur Kampagne",
};
