/** The texts of a show's messages in French. */
import type { MessagesWords } from "./en.ts";

export const fr: MessagesWords = {
  page: "Messages",
  lead: "Les auditeurs écrivent sous un épisode, et tout le monde peut lire. Vous pouvez répondre en public, signaler un message à l’exploitant du serveur ou le supprimer.",
  all: "Tous",
  unanswered: "Sans réponse",
  reported: "Signalés",
  hidden: "Masqué jusqu’à la décision de l’exploitant",
  reports: { one: "{n} signalement", other: "{n} signalements" },
  team: "de l’équipe",
  reply: "Répondre",
  reply_to: "Répondre à {name}",
  reply_text: "Votre réponse, que tout le monde peut lire",
  reply_act: "Publier la réponse",
  report: "Signaler",
  report_of: "Signaler le message de {name}",
  reason: "Ce qui ne va pas, pour l’exploitant",
  report_act: "Signaler le message",
  delete: "Supprimer",
  delete_of: "Supprimer le message de {name}",
  delete_sure: "Il disparaît pour tout le monde et ne peut pas être récupéré.",
  delete_act: "Supprimer le message",
  replied: "Votre réponse est publiée.",
  was_reported: "L’exploitant examinera le message.",
  deleted: "Le message est supprimé.",
  empty_title: "Pas encore de message",
  empty:
    "Ce que les auditeurs écrivent sous les épisodes de ce podcast apparaît ici. Demandez-leur quelque chose à la fin du prochain épisode.",
  none_reported: "Aucun message de ce podcast n’est signalé.",
  none_unanswered: "Tous les messages ont une réponse.",
  older: "Messages plus anciens",
};
