/** The texts of a show's feed in French. */
import type { FeedWords } from "./en.ts";

export const fr: FeedWords = {
  page: "Flux",
  address: "Adresse",
  address_lead: "Donnez cette adresse aux annuaires et aux applications.",
  address_private: "Le podcast est réservé à l’équipe : personne d’autre ne reçoit ce flux.",
  change_visibility: "Changer la visibilité",
  copy: "Copier",
  copied: "Copié",
  key: "Clé",
  key_lead: "Seules les applications qui ont la clé dans l’adresse reçoivent ce flux.",
  key_reset: "Créer une nouvelle clé",
  key_warning:
    "Toutes les personnes qui ont l’ancienne adresse perdent le podcast jusqu’à ce qu’elles reçoivent la nouvelle.",
  key_done: "Le flux a une nouvelle clé.",
  check: "Contrôle",
  check_lead:
    "Contrôlées à l’instant sur {n} épisodes : les règles de RSS 2.0, d’Apple et du Podcast Standards Project (PSP-1).",
  perfect: "Rien à corriger.",
  passed: "Le flux est valide. Vous pouvez encore l’améliorer.",
  failed: {
    one: "{n} défaut empêche les annuaires d’accepter le flux.",
    other: "{n} défauts empêchent les annuaires d’accepter le flux.",
  },
  must: "À corriger",
  should: "À améliorer",
  mend: "Corriger : {field}",
  episodes: { one: "{n} épisode :", other: "{n} épisodes :" },
  and_more: "et {n} autres",
  new_episode: "Nouvel épisode",
  cover: "Pochette",
  settings: "Réglages",
  fields: {
    show_email: "Montrer dans le flux l’adresse e-mail du propriétaire",
    email_hint:
      "Spotify et Amazon en ont besoin pour vérifier que le podcast est à vous. Les spammeurs lisent aussi les flux : désactivez-la ensuite.",
    item_limit: "Derniers épisodes dans le flux",
    item_limit_hint: "Vide : tous, 300 par page.",
    prepend_url: "Préfixe des adresses audio",
    prepend_url_hint: "Pour les services de mesure, comme https://op3.dev/e/",
    locked: "Autres hébergeurs",
    locked_yes: "Ne peuvent pas importer ce flux",
    locked_no: "Peuvent importer ce flux",
  },
  save: "Enregistrer les réglages",
  saved: "Enregistré.",
  move: "Déplacer ou désactiver",
  move_lead:
    "Si le podcast change d’hébergeur, cette adresse envoie applications et annuaires vers le nouveau flux, et les abonnés suivent.",
  move_url: "Adresse du nouveau flux",
  move_warning:
    "Les applications retiennent un déplacement. Vérifiez d’abord le nouveau flux : il doit avoir les mêmes épisodes avec les mêmes GUID.",
  move_act: "Déplacer le flux",
  move_sure: "J’ai vérifié le nouveau flux",
  move_unsure: "Vérifiez le nouveau flux, puis cochez la case.",
  moved: "Le flux a été déplacé : cette adresse mène à {url}",
  off: "Le flux est désactivé : applications et annuaires reçoivent « introuvable ».",
  back: "Servir à nouveau le flux ici",
  back_done: "Le flux est à nouveau servi ici.",
  move_done: "Le flux est déplacé.",
  off_done: "Le flux est désactivé.",
  off_act: "Désactiver le flux",
  off_lead:
    "Les abonnés gardent ce qu’ils ont téléchargé et ne reçoivent rien de nouveau. Vous pouvez le réactiver.",
  rules: {
    description:
      "Le podcast n’a pas de description. Écrivez deux ou trois phrases pour qui ne le connaît pas.",
    "description-length":
      "La description dépasse 4 000 octets. Les annuaires la coupent : raccourcissez-la.",
    category:
      "Le podcast n’a pas de catégorie. Choisissez-en au moins une pour que les annuaires puissent le classer.",
    image: "Le podcast n’a pas de pochette. Envoyez-en une carrée d’au moins 1400 pixels.",
    items: "Le flux n’a pas d’épisode. Publiez le premier, ou une bande-annonce.",
    author: "Le podcast n’a pas d’auteur. Nommez la personne ou le groupe qui le fait.",
    https:
      "L’adresse du flux ne commence pas par https. Demandez à l’exploitant du serveur de le mettre en place.",
    "serial-numbers":
      "Le podcast s’écoute depuis le premier épisode, mais certains épisodes n’ont pas de numéro.",
    "item-enclosure": "Épisodes sans son. Ajoutez-le, ou retirez-les.",
    "item-enclosure-length": "Épisodes dont la taille du son manque. Ajoutez le son ici.",
    "item-enclosure-size":
      "Épisodes dont la taille du son est inconnue, car il est chez un autre hébergeur. Copiez le son ici.",
    "item-enclosure-type": "Son d’un type qu’Apple ne lit pas. Ajoutez-le ici en MP3 ou M4A.",
    "item-enclosure-unique": "Épisodes avec le même son qu’un autre. Supprimez-en un.",
    "item-description": "Épisodes sans description. Dites en quelques phrases de quoi ils parlent.",
    "item-description-length":
      "Descriptions de plus de 10 000 octets. Apple les coupe : raccourcissez-les.",
    "item-duration": "Épisodes sans durée. Ajoutez le son ici, et elle sera mesurée.",
    "item-image": "Épisodes sans image propre : les applications montrent la pochette du podcast.",
    "item-transcript": "Épisodes sans transcription. Avec elle, on peut les lire et y chercher.",
    "item-number": "Épisodes numérotés 0. Apple commence à 1.",
  },
  check_now: "Contrôler le flux maintenant",
  check_long: "Contrôler {n} épisodes prend quelques secondes.",
};
