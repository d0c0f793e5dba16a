/** The texts of acts on one episode of a list in French. */
import type { EpisodeActsWords } from "./en.ts";

export const fr: EpisodeActsWords = {
  publish_title: "Publier l’épisode",
  publish_lead:
    "« {title} » paraît aussitôt sur ses pages et dans le flux de {show}. Un épisode publié ne redevient pas un brouillon, mais vous pouvez le masquer.",
  publish_planned: "Il était programmé pour le {date}.",
  publish_now: "Publier maintenant",
  unschedule_title: "Déprogrammer l’épisode",
  unschedule_lead:
    "« {title} » reste un brouillon de {show} jusqu’à ce que vous le publiiez ou le programmiez de nouveau.",
  unschedule_planned: "Il est programmé pour le {date}.",
  unschedule: "Déprogrammer l’épisode",
  delete_title: "Supprimer l’épisode",
  delete_lead:
    "« {title} » disparaît de toutes les pages et de tous les flux, avec son audio, ses mentions J’aime et ses messages. C’est irréversible. Ce qui a été compté reste dans les chiffres du podcast.",
  name: "Saisissez le titre de l’épisode",
  wrong_name: "Ce n’est pas le titre de l’épisode. Rien n’a été supprimé.",
  delete: "Supprimer l’épisode",
  cancel: "Annuler",
};
