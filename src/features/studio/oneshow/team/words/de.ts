/** The texts of a show's team in German. */
import type { TeamWords } from "./en.ts";

export const de: TeamWords = {
  page: "Team",
  people: "Personen",
  roles: {
    owner: "Autor: alles, auch Team und Löschen des Podcasts",
    show: "Dieser Podcast: Angaben, Feed und Folgen",
    all: "Alle Podcasts des Autors: dasselbe, neue Podcasts und Folgen zwischen ihnen verschieben",
  },
  you: "du",
  add: "Person hinzufügen",
  add_lead:
    "Sie braucht ein Konto auf diesem Server. Die Rechte gelten sofort; es gibt keine Einladung, die sie annehmen müsste.",
  username: "Benutzername",
  unknown: "Niemand auf diesem Server hat diesen Benutzernamen.",
  author_already: "Das ist der Autor, der schon alles darf.",
  role: "Darf bearbeiten",
  this_show: "Diesen Podcast",
  all_shows: "Alle Podcasts des Autors",
  add_act: "Hinzufügen",
  to_show: "Nur diesen Podcast",
  to_all: "Alle Podcasts erlauben",
  remove: "Entfernen",
  remove_of: "{name} entfernen",
  remove_sure: "{name} kann dann nichts mehr bearbeiten und keine unveröffentlichten Folgen sehen.",
  added: "Das Team hat ein neues Mitglied.",
  changed: "Die Rolle ist geändert.",
  removed: "Aus dem Team entfernt.",
  nobody:
    "Du arbeitest allein an diesem Podcast. Füge Leute hinzu, die mit dir aufnehmen, schneiden oder Notizen schreiben.",
  only_author: "Nur der Autor sieht und ändert das Team.",
  your_role: "Deine Rolle",
  admin: "Du siehst diese Seite als Admin des Servers.",
  organizations: "Organisationen",
  organizations_lead:
    "Mitglieder dieser Organisationen sehen die Zahlen dieses Podcasts. Was sie sonst dürfen, hängt von ihrer Rolle ab; die Admins der Organisation vergeben sie.",
  member_roles: {
    admin: "Admin",
    ad_manager: "Anzeigenleitung",
    analyst: "Analyse",
    editor: "Redaktion",
  },
  member_rights: {
    admin: "bearbeitet den Podcast, sieht die Zahlen, bucht Werbung und wählt die Mitglieder",
    ad_manager: "sieht die Zahlen und bucht Werbung",
    analyst: "sieht die Zahlen und die der Werbung",
    editor: "bearbeitet den Podcast und sieht die Zahlen",
  },
};
