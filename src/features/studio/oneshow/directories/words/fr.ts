/** The texts of a show's directories in French. */
import type { DirectoriesWords } from "./en.ts";

export const fr: DirectoriesWords = {
  page: "Diffusion",
  lead: "Les annuaires lisent votre flux d’eux-mêmes, mais il faut prévenir chacun une fois. Soumettez l’adresse du flux, puis collez ici la page du podcast.",
  feed: "Adresse du flux",
  copy: "Copier",
  copied: "Copié",
  listed: "Présent",
  ready: "Prêt à soumettre",
  missing: { one: "Il manque {n} chose", other: "Il manque {n} choses" },
  has: "présent",
  lacks: "manquant",
  needs: {
    public: "Flux public",
    episode: "Épisode publié",
    cover: "Pochette",
    description: "Description",
    category: "Catégorie",
    author: "Auteur",
    email: "Adresse e-mail dans le flux",
    https: "Adresse https",
  },
  how: {
    apple:
      "Connectez-vous à Podcasts Connect, choisissez « Nouvelle émission », puis « Ajouter une émission avec un flux RSS ». Apple l’examine en quelques jours.",
    spotify:
      "Connectez-vous à Spotify for Creators et ajoutez un podcast existant. Spotify envoie un code à l’adresse e-mail du flux.",
    youtube:
      "Dans YouTube Studio, choisissez « Créer », « Nouveau podcast », « Envoyer un flux RSS ». YouTube envoie un code à l’adresse e-mail du flux.",
    amazon:
      "Connectez-vous à Amazon Music for Podcasters et ajoutez le podcast. Il apparaîtra aussi sur Audible.",
    podcastindex:
      "Collez l’adresse : le podcast apparaît aussitôt, et beaucoup d’applications ouvertes l’y lisent.",
    pocketcasts: "Collez l’adresse et confirmez. Le podcast apparaît en quelques minutes.",
  },
  submit_to: "Soumettre à {name}",
  open_at: "Ouvrir sur {name}",
  listing: "La page du podcast sur {name}",
  save: "Enregistrer la page",
  saved: "Enregistré.",
  other_host: "Ce n’est pas une adresse de {name}. Copiez-y l’adresse de la page du podcast.",
};
