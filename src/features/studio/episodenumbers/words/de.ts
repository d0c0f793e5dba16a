/** The texts of the numbers of an episode in German. */
import type { EpisodeNumbersWords } from "./en.ts";

export const de: EpisodeNumbersWords = {
  none: "Noch keine Zahlen",
  none_text:
    "Wiedergaben und Downloads erscheinen hier etwa eine Stunde nach der Veröffentlichung.",
  measure: "Wiedergaben und Downloads",
  at_age: "In ihren ersten Tagen",
  at_age_text: "Wie diese Folge in ihren ersten Tagen lief, neben dem Median des Podcasts.",
  first_1: "Erste 24 Stunden",
  first_7: "Erste 7 Tage",
  first_30: "Erste 30 Tage",
  first_90: "Erste 90 Tage",
  so_far: "bisher",
  unknown: "hier nicht gezählt",
  median: "Median des Podcasts: {n}",
  above: "{p} über dem Median",
  below: "{p} unter dem Median",
  equal: "So viel wie der Median",
  by_day: "Nach Tag",
  total: "{n} Wiedergaben und Downloads.",
  more: "{n} Wiedergaben und Downloads, {p} mehr als in den Tagen davor.",
  fewer: "{n} Wiedergaben und Downloads, {p} weniger als in den Tagen davor.",
  source: "Apps und Seiten",
  source_kind: "App oder Seite",
  device: "Geräte",
  device_kind: "Gerät",
  os: "Betriebssysteme",
  os_kind: "Betriebssystem",
  most: "{name} liegt vorn, mit {p}.",
  nothing: "In diesen Tagen wurde nichts gezählt.",
  others: "Andere",
};
