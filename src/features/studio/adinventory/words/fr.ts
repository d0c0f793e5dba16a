/** The texts of the inventory in French. */
import type { AdInventoryWords } from "./en.ts";

export const fr: AdInventoryWords = {
  page: "Emplacements",
  lead: "Emplacements des podcasts que vous pouvez réserver, par semaine. Sont réservés ceux que prennent les lignes en cours et prévues de toutes les équipes.",
  samples: {
    one: "Calculé à partir de {n} échantillon des requêtes des 28 derniers jours.",
    other: "Calculé à partir de {n} échantillons des requêtes des 28 derniers jours.",
  },
  weeks: { one: "{n} semaine", other: "{n} semaines" },
  horizon: "Semaines",
  week: "Semaine du",
  show: "Podcast",
  position: "Position",
  country: "Pays",
  preroll: "Avant l’épisode",
  midroll: "Pendant l’épisode",
  postroll: "Après l’épisode",
  unknown: "Inconnu",
  forecast: "Prévus",
  booked: "Réservés",
  free: "Libres",
  empty_title: "Pas encore d’emplacements",
  empty:
    "Cette page montre les emplacements des semaines à venir dès que des épisodes des réseaux de votre organisation ont été téléchargés.",
  rounded: "Les totaux sont arrondis une fois ; la somme des lignes peut différer un peu.",
};
