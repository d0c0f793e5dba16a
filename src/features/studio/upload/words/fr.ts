/** The texts of upload fields in French. */
import type { UploadWords } from "./en.ts";

export const fr: UploadWords = {
  progress: "Progression de l’envoi",
  pause: "Suspendre l’envoi",
  resume: "Reprendre l’envoi",
  sending: "Envoi en cours. Vous pouvez remplir le reste en attendant.",
  resumed: "Envoi du reste : le début est déjà là.",
  waiting: "Pas de connexion. L’envoi reprendra tout seul.",
  paused: "En pause.",
  done: "Envoyé.",
  awaited: "Tout sera enregistré dès que l’envoi sera terminé.",
  too_large: "Le fichier est trop volumineux. Choisissez-en un plus petit.",
  no_space: "Il n’y a plus de place pour le fichier. Supprimez quelque chose, puis reprenez.",
  signed_out:
    "Vous êtes déconnecté. Connectez-vous dans un autre onglet, rechargez cette page et choisissez de nouveau le fichier.",
  unreadable: "Le fichier a changé ou ne peut pas être lu. Choisissez-le de nouveau.",
  other: "L’envoi s’est arrêté. Reprenez-le ou choisissez de nouveau le fichier.",
};
