/** The texts of the numbers of an episode in French. */
import type { EpisodeNumbersWords } from "./en.ts";

export const fr: EpisodeNumbersWords = {
  none: "Pas encore de chiffres",
  none_text:
    "Les écoutes et téléchargements apparaissent ici environ une heure après la publication.",
  measure: "Écoutes et téléchargements",
  at_age: "Dans ses premiers jours",
  at_age_text:
    "Comment l’épisode a marché pendant ses premiers jours, à côté de la médiane du podcast.",
  first_1: "24 premières heures",
  first_7: "7 premiers jours",
  first_30: "30 premiers jours",
  first_90: "90 premiers jours",
  so_far: "jusqu’ici",
  unknown: "non compté ici",
  median: "Médiane du podcast : {n}",
  above: "{p} au-dessus de la médiane",
  below: "{p} au-dessous de la médiane",
  equal: "Autant que la médiane",
  by_day: "Par jour",
  total: "{n} écoutes et téléchargements.",
  more: "{n} écoutes et téléchargements, {p} de plus que les jours précédents.",
  fewer: "{n} écoutes et téléchargements, {p} de moins que les jours précédents.",
  source: "Applications et sites",
  source_kind: "Application ou site",
  device: "Appareils",
  device_kind: "Appareil",
  os: "Systèmes d’exploitation",
  os_kind: "Système d’exploitation",
  most: "{name} est en tête, avec {p}.",
  nothing: "Rien n’a été compté pendant ces jours.",
  others: "Autres",
};
