/** The texts of a show's team in English; the other languages have the same keys. */

export const en = {
  page: "Team",
  people: "People",
  roles: {
    owner: "Author: everything, with the team and the deletion of the show",
    show: "This show: details, feed and episodes",
    all: "All shows of the author: the same, new shows, and moving episodes between them",
  },
  you: "you",
  add: "Add a person",
  add_lead:
    "They need an account on this server. What they may do begins at once; there is no invitation to accept.",
  username: "Username",
  unknown: "Nobody on this server has this username.",
  author_already: "This is the author, who may do everything already.",
  role: "May edit",
  this_show: "This show",
  all_shows: "All shows of the author",
  add_act: "Add person",
  to_show: "Only this show",
  to_all: "Let edit all shows",
  remove: "Remove",
  remove_of: "Remove {name}",
  remove_sure: "{name} can then neither edit nor see unpublished episodes.",
  added: "The team has a new member.",
  changed: "The role is changed.",
  removed: "Removed from the team.",
  nobody: "You work alone on this show. Add people who record, edit or write notes with you.",
  only_author: "Only the author sees and changes the team.",
  your_role: "Your role",
  admin: "You see this page as an admin of the server.",
  organizations: "Organizations",
  organizations_lead:
    "Members of these organizations see the numbers of this show. What else they may do depends on their role; the organization’s admins choose it.",
  member_roles: { admin: "Admin", ad_manager: "Ad manager", analyst: "Analyst", editor: "Editor" },
  member_rights: {
    admin: "edits the show, sees its numbers, books advertising and chooses the members",
    ad_manager: "sees its numbers and books advertising",
    analyst: "sees its numbers and those of advertising",
    editor: "edits the show and sees its numbers",
  },
} as const;

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export type TeamWords = Texts<typeof en>;
