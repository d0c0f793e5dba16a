/** The texts of a show's team in French. */
import type { TeamWords } from "./en.ts";

export const fr: TeamWords = {
  page: "Équipe",
  people: "Personnes",
  roles: {
    owner: "Auteur : tout, y compris l’équipe et la suppression du podcast",
    show: "Ce podcast : détails, flux et épisodes",
    all: "Tous les podcasts de l’auteur : la même chose, de nouveaux podcasts et le déplacement d’épisodes entre eux",
  },
  you: "vous",
  add: "Ajouter une personne",
  add_lead:
    "Elle doit avoir un compte sur ce serveur. Ses droits valent tout de suite ; il n’y a pas d’invitation à accepter.",
  username: "Nom d’utilisateur",
  unknown: "Personne sur ce serveur n’a ce nom d’utilisateur.",
  author_already: "C’est l’auteur, qui peut déjà tout faire.",
  role: "Peut modifier",
  this_show: "Ce podcast",
  all_shows: "Tous les podcasts de l’auteur",
  add_act: "Ajouter",
  to_show: "Ce podcast seulement",
  to_all: "Ouvrir tous les podcasts",
  remove: "Retirer",
  remove_of: "Retirer {name}",
  remove_sure: "{name} ne pourra plus ni modifier ni voir les épisodes non publiés.",
  added: "L’équipe a un nouveau membre.",
  changed: "Le rôle est changé.",
  removed: "Retiré de l’équipe.",
  nobody:
    "Vous travaillez sans équipe sur ce podcast. Ajoutez les personnes qui enregistrent, montent ou écrivent les notes avec vous.",
  only_author: "Seul l’auteur voit et modifie l’équipe.",
  your_role: "Votre rôle",
  admin: "Vous voyez cette page en tant qu’admin du serveur.",
  organizations: "Organisations",
  organizations_lead:
    "Les membres de ces organisations voient les chiffres de ce podcast. Le reste dépend de leur rôle, choisi par les administrateurs de l’organisation.",
  member_roles: {
    admin: "Administration",
    ad_manager: "Gestion publicitaire",
    analyst: "Analyse",
    editor: "Rédaction",
  },
  member_rights: {
    admin: "modifie le podcast, voit les chiffres, réserve la publicité et choisit les membres",
    ad_manager: "voit les chiffres et réserve la publicité",
    analyst: "voit les chiffres et ceux de la publicité",
    editor: "modifie le podcast et voit les chiffres",
  },
};
