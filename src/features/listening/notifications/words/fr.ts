/** The pages about notifications in French. */
import type { Dictionary } from "./en.ts";

export const fr: Dictionary = {
  title: "Notifications",
  lead: "Les nouveaux épisodes des podcasts que vous suivez, sur vos appareils, peu après leur publication.",
  devices: "Vos appareils",
  none: "Aucun appareil ne reçoit encore de notifications.",
  here: "Me prévenir sur cet appareil",
  here_hint: "Votre navigateur demande d’abord l’autorisation.",
  unable:
    "Ce navigateur ne peut pas afficher de notifications. Sur un iPhone ou un iPad, ajoutez d’abord ce site à l’écran d’accueil.",
  refused:
    "Votre navigateur n’autorise pas les notifications de ce site. Autorisez-les dans ses réglages pour ce site, puis réessayez.",
  failed: "Votre navigateur n’a pas pu enregistrer cet appareil. Réessayez plus tard.",
  needs_scripts: "Pour ajouter cet appareil, activez JavaScript.",
  added: "Cet appareil reçoit désormais les nouveaux épisodes.",
  removed: "L’appareil ne reçoit plus de notifications.",
  saved: "Votre choix est enregistré.",
  added_at: "Ajouté : {when}",
  last: "dernière notification : {when}",
  failing: "premier échec : {when}",
  remove: "Arrêter",
  shows: "Podcasts",
  shows_hint: "Vous suivez ces podcasts. Choisissez ceux qui vous préviennent.",
  no_shows: "Vous ne suivez encore aucun podcast.",
  most_shows: "Voici les {n} podcasts que vous avez suivis en dernier.",
  on: "Vous prévient",
  off: "Silencieux",
  turn_on: "Me prévenir",
  turn_off: "Ne pas me prévenir",
  remove_ask: "Arrêter les notifications sur cet appareil ?",
  remove_text:
    "{device} ne recevra plus de notifications de nouveaux épisodes. Vous pourrez l’ajouter de nouveau depuis son propre navigateur.",
  ask_title: "Nouveaux épisodes de {show}",
  ask_text:
    "Vous suivez le podcast, et cet appareil vous montre ses nouveaux épisodes peu après leur publication.",
  ask_follow: "Suivre et choisir dans les réglages",
  unnamed: "Un appareil",
};
