/** The texts of the pages of organizations in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  organizations: "Organizations",
  no_organizations_title: "No organizations yet",
  no_organizations:
    "An organization books ads and shares work on shows. The operator of this server creates it and makes you a member.",
  name: "Name",
  role: "Role",
  members: "Members",
  shows: "Shows",
  n_shows: { one: "{n} show", other: "{n} shows" },
  networks: "Networks",
  networks_lead: "The shows of these people belong to the organization.",
  no_networks: "Nobody yet. The operator of this server adds people.",
  person: "Person",
  storage: "Storage",
  of_limit: "{used} of {limit}",
  admin: "Admin",
  editor: "Editor",
  analyst: "Analyst",
  ad_manager: "Ad manager",
  admin_may: "everything, members too",
  editor_may: "edits shows and episodes",
  analyst_may: "reads numbers and bookings",
  ad_manager_may: "books ads",
  you: "you",
  change_role: "Change role",
  save: "Save role",
  remove: "Remove",
  remove_act: "Remove member",
  remove_sure: "They lose what the role allows, at once.",
  leave: "Leave",
  leave_sure: "You lose what the role allows, at once.",
  add_member: "Add member",
  username: "Username",
  unknown_person: "There is nobody with this username.",
  saved: "Saved.",
  removed: "Removed.",
} as const;

export type NetworksWords = Texts<typeof en>;
