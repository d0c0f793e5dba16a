/** The texts of the inventory in German. */
import type { AdInventoryWords } from "./en.ts";

export const de: AdInventoryWords = {
  page: "Werbeplätze",
  lead: "Plätze der Podcasts, die du buchen darfst, nach Wochen. Gebucht sind jene, die laufende und geplante Buchungen aller Teams belegen.",
  samples: {
    one: "Berechnet aus {n} Stichprobe der Anfragen der letzten 28 Tage.",
    other: "Berechnet aus {n} Stichproben der Anfragen der letzten 28 Tage.",
  },
  weeks: { one: "{n} Woche", other: "{n} Wochen" },
  horizon: "Wochen",
  week: "Woche ab",
  show: "Podcast",
  position: "Position",
  country: "Land",
  preroll: "Vor der Folge",
  midroll: "In der Folge",
  postroll: "Nach der Folge",
  unknown: "Unbekannt",
  forecast: "Erwartet",
  booked: "Gebucht",
  free: "Frei",
  empty_title: "Noch keine Werbeplätze",
  empty:
    "Diese Seite zeigt die Plätze der kommenden Wochen, sobald Folgen der Netzwerke deiner Organisation heruntergeladen wurden.",
  rounded:
    "Summen sind einmal gerundet; die Zeilen ergeben zusammen vielleicht etwas mehr oder weniger.",
};
