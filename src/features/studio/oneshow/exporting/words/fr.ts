/** The texts of a show's exports in French. */
import type { ExportingWords } from "./en.ts";

export const fr: ExportingWords = {
  page: "Exporter",
  lead: "Tout ceci est à vous. Emportez-le quand vous voulez : rien ne change.",
  feed: "Flux",
  feed_lead:
    "Tout le podcast tel que d’autres hébergeurs l’importent : détails, épisodes, chapitres, transcriptions, liens vers le son.",
  feed_act: "Ouvrir le flux (RSS)",
  feed_pages: "Il a {n} pages de 300 épisodes ; chacune nomme la suivante.",
  episodes: "Épisodes",
  episodes_lead:
    "Une ligne par épisode, brouillons compris : titre, état, dates, numéros, mots-clés, GUID, description.",
  episodes_act: "Télécharger les épisodes (CSV)",
  audio: "Son",
  audio_lead:
    "Adresses, tailles et durées du son des épisodes publiés. Un gestionnaire de téléchargement accepte la liste.",
  audio_act: "Télécharger la liste des sons (CSV)",
  numbers: "Chiffres",
  numbers_lead: "Écoutes et téléchargements de chaque jour, comme les statistiques les comptent.",
  numbers_act: "Télécharger une année de jours (CSV)",
  team_only:
    "Le podcast est réservé à l’équipe : pour qu’un autre hébergeur l’importe, changez d’abord sa visibilité.",
  moving: "Vous changez d’hébergeur ?",
  moving_steps:
    "Importez le flux là-bas, vérifiez le nouveau, puis déplacez le flux ici : les abonnés suivent d’eux-mêmes.",
  move_act: "Déplacer le flux",
  columns: {
    title: "Titre",
    state: "État",
    published_at: "Publié (UTC)",
    scheduled_at: "Programmé (UTC)",
    season: "Saison",
    number: "Numéro",
    kind: "Genre",
    explicit: "Explicite",
    tags: "Mots-clés",
    guid: "GUID",
    page: "Page",
    description: "Description",
    audio: "Son",
    bytes: "Octets",
    seconds: "Secondes",
    day: "Jour (UTC)",
    plays: "Écoutes",
    downloads: "Téléchargements",
  },
  states: {
    processing: "en traitement",
    failed: "en échec",
    published: "publié",
    scheduled: "programmé",
    draft: "brouillon",
  },
};
