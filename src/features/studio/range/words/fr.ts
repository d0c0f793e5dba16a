/** The texts of ranges of dates in French. */
import type { RangeWords } from "./en.ts";

export const fr: RangeWords = {
  range: "Période",
  r7: "7 derniers jours",
  r28: "28 derniers jours",
  r90: "90 derniers jours",
  rmonth: "Ce mois-ci",
  rcustom: "Choisir des dates",
  from: "Du",
  to: "Au",
  compare: "Comparer avec",
  before: "Les jours précédents",
  year: "L’année précédente",
  none: "Sans comparaison",
  show: "Afficher",
  zone: "Jours dans le fuseau horaire {zone}.",
  times: "Heures dans le fuseau horaire {zone}.",
  times_of_show: "Heures dans le fuseau horaire du podcast, {zone}.",
  change: "Changer de fuseau horaire",
  compared: "Comparé à {range}.",
};
