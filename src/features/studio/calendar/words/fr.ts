/** The texts of calendars in French. */
import type { CalendarWords } from "./en.ts";

export const fr: CalendarWords = {
  calendar: "Calendrier",
  month: "Mois",
  previous: "Mois précédent",
  next: "Mois suivant",
  today: "Aujourd’hui",
  drag_hint:
    "Faites glisser un épisode programmé vers un autre jour, ou choisissez sa date avec Déplacer.",
  scheduled_n: { one: "{n} programmé", other: "{n} programmés" },
  published_n: { one: "{n} publié", other: "{n} publiés" },
  nothing: "Rien n’est publié ni programmé ce mois-ci.",
  to_plan: "Donnez une date à un épisode pour le voir ici : choisissez un brouillon, puis la date.",
  drafts: "Voir les brouillons",
  scheduled: "Programmé",
  published: "Publié",
  processing: "Programmé, audio en traitement",
  error: "Programmé, mais l’audio a échoué",
  not_public: "Publié, mais pas pour tous",
  move: "Déplacer",
  move_named: "Déplacer {title}",
  at: "Publier le",
  move_episode: "Déplacer l’épisode",
  move_lead: "« {title} » de {show} est programmé. Il sera publié à la nouvelle date.",
  not_scheduled: "Cet épisode n’est plus programmé.",
  past: "Cette date est passée. Choisissez-en une plus tardive.",
  no_date: "Choisissez une date et une heure.",
  cut: "Ce mois compte plus de {n} épisodes ; les premiers sont affichés.",
  earlier: { one: "Montrer {n} jour passé", other: "Montrer {n} jours passés" },
  more: { one: "{n} autre", other: "{n} autres" },
};
