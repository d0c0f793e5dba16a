/** The texts about webhooks in French. */
import type { Dictionary } from "./en.ts";

export const fr: Dictionary = {
  mail_subject: "Un webhook a été désactivé",
  mail_hello: "Bonjour {name},",
  mail_failing:
    "Votre webhook chez {host} échoue depuis cinq jours. Il est désormais désactivé et ne reçoit plus d’événements.",
  mail_gone:
    "Votre webhook chez {host} a répondu qu’il n’existe plus (statut 410). Il est désormais désactivé et ne reçoit plus d’événements.",
  mail_last: "Le dernier problème : {error}.",
  mail_next:
    "Quand le récepteur fonctionnera de nouveau, activez le webhook et renvoyez ce qu’il a manqué ces 30 derniers jours :",
  mail_page: "la page /settings/webhooks du serveur",
};
