/** The texts of the setup in French. */
import type { SetupWords } from "./en.ts";

export const fr: SetupWords = {
  starting: "Longwave démarre",
  starting_hint:
    "Cette page va s’ouvrir d’elle-même. Le tout premier démarrage prend un peu plus de temps.",
  welcome: "Bienvenue dans Longwave",
  stranger: "Ce serveur est nouveau et n’est pas encore configuré.",
  stranger_hint: "S’il est à vous, ouvrez le lien qu’il a affiché dans son terminal.",
  code: "Ou saisissez le code de ce lien",
  continue: "Continuer",
  refused:
    "Ce code n’est pas valable. Chaque démarrage du serveur en affiche un nouveau : utilisez le dernier.",
  steps: "Configuration",
  step_site: "Nommer le site",
  step_account: "Créer votre compte",
  step_podcast: "Apporter un podcast",
  site_lead:
    "Que doivent voir les visiteurs en haut de chaque page ? Vous pourrez le modifier plus tard.",
  site_name: "Nom du site",
  tagline: "Slogan",
  tagline_hint: "Une ligne sur le site. Facultatif.",
  accent: "Couleur d’accent",
  accent_hint: "Pour les liens et les boutons.",
  account_lead: "Vous devenez admin et pouvez tout faire sur ce serveur.",
  username: "Nom d’utilisateur",
  username_hint:
    "3 à 32 caractères : a–z, 0–9 ou _. Fait partie de l’adresse de votre page publique.",
  fullname: "Nom",
  fullname_hint: "Visible publiquement.",
  email: "Adresse e-mail",
  password: "Mot de passe",
  password_hint: "Au moins 8 caractères.",
  create_account: "Créer le compte",
  podcast_lead: "Votre site est prêt. Par quoi voulez-vous commencer ?",
  import_title: "Un podcast que vous avez déjà",
  import_lead: "Longwave lit son flux : titre, couverture et tous les épisodes.",
  feed_url: "Adresse du flux RSS",
  import: "Importer le podcast",
  new_title: "Un nouveau podcast",
  new_lead: "Donnez-lui un nom, puis mettez en ligne le premier épisode.",
  new_show: "Créer le podcast",
  later: "Pas maintenant : je veux d’abord regarder",
};
