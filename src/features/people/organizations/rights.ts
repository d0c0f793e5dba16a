/** Checks who may act in an organization, and who may read and book its team's advertising (contract §3, §8). */
import type { Executor } from "../../../platform/db/database.ts";
import type { MissingNoun } from "../../../platform/errortypes.ts";
import { forbidden, invalid } from "../../../platform/failure.ts";
import type { Access, Caller } from "../../../platform/http/route.ts";
import { denial, missing, requireFound, requireRight } from "../../../platform/rights.ts";
import { ADVERTISING_READERS, ADVERTISING_WRITERS, type Role } from "./rules.ts";
import { findOrganization, findRole, type OrganizationRow } from "./store.ts";
import { findTeam, listNamedTeams, listTeamIds, listTeamMembers } from "./teams/store.ts";

export type TeamRight = "read" | "write";

export const members: Access<true> = { signedIn: true, who: "members of the organization" };
export const admins: Access<true> = { signedIn: true, who: "admins of the organization" };
export const teamReaders: Access<true> = {
  signedIn: true,
  who: "admins, ad managers and analysts of the team",
};
export const teamWriters: Access<true> = {
  signedIn: true,
  who: "admins and ad managers of the team",
};

const rolesFor = (right: TeamRight) =>
  right === "read" ? ADVERTISING_READERS : ADVERTISING_WRITERS;

const ROLE = denial(
  "organization",
  "role-required",
  "Your role in this organization does not allow this.",
);
const TEAM = denial("team", "role-required", "Your role in the team does not allow this.");

/** The organization, if the caller has one of `roles` in it or is an admin of the server. Fails with 404 or 403. */
export async function requireOrganizationRole(
  db: Executor,
  caller: Caller,
  organization_id: number,
  roles: readonly Role[],
): Promise<OrganizationRow> {
  const organization = requireFound(await findOrganization(db, organization_id), ROLE);
  const role = caller.is_admin ? undefined : await findRole(db, organization_id, caller.user_id);
  const may = caller.is_admin || (role !== undefined && roles.includes(role));
  requireRight(may, ROLE);
  return organization;
}

/**
 * Fails with 403 without one of the roles, and with 404 if the team's organization is deleted. Admins of the server may
 * do everything.
 */
export async function requireTeamRole(
  db: Executor,
  caller: Caller,
  team_id: number,
  right: TeamRight,
): Promise<void> {
  const { role } = requireFound(await findTeam(db, team_id, caller.user_id), TEAM);
  const may = caller.is_admin || (role !== null && rolesFor(right).includes(role));
  requireRight(may, TEAM);
}

/** The record of a team, such as a campaign, if it exists and the caller has the right in its team. */
export async function requireRecordOfTeam<T extends { team_id: number }>(
  db: Executor,
  caller: Caller,
  row: T | undefined,
  noun: MissingNoun,
  right: TeamRight,
): Promise<T> {
  const record = requireFound(row, missing(noun));
  await requireTeamRole(db, caller, record.team_id, right);
  return record;
}

/**
 * The teams whose advertising the caller may read: all of theirs, or only `team_id`. Fails with 403 if there are none.
 */
export async function readableTeams(
  db: Executor,
  caller: Caller,
  team_id: number | undefined,
): Promise<number[]> {
  if (team_id !== undefined) {
    await requireKnownTeam(db, caller, team_id, "read");
    return [team_id];
  }
  const teams = await teamsOf(db, caller, "read");
  if (teams.length === 0 && !caller.is_admin) throw withoutTeam();
  return teams;
}

/** The team for which something is created: `team_id`, or the caller's only team. */
export async function chooseTeam(
  db: Executor,
  caller: Caller,
  team_id: number | undefined,
): Promise<number> {
  if (team_id !== undefined) {
    await requireKnownTeam(db, caller, team_id, "write");
    return team_id;
  }
  const [only, other] = await teamsOf(db, caller, "write");
  if (only === undefined) throw withoutTeam();
  if (other !== undefined) throw invalid({ team_id: "is required because you have several teams" });
  return only;
}

/** The teams whose advertising the caller's token and role let them read; may be none. */
export async function listReadableTeams(db: Executor, caller: Caller): Promise<number[]> {
  const scopes = caller.scope.split(" ");
  if (!scopes.includes("basic") && !scopes.includes("advertising")) return [];
  return teamsOf(db, caller, "read");
}

/** The teams whose advertising the caller may read, with the names of their organizations. Fails with 403 if there are none. */
export async function requireReadableTeams(
  db: Executor,
  caller: Caller,
): Promise<{ team_id: number; name: string }[]> {
  const teams = await listNamedTeams(
    db,
    caller.is_admin ? null : caller.user_id,
    ADVERTISING_READERS,
  );
  if (teams.length === 0) throw withoutTeam();
  return teams;
}

/** The teams that the caller may book for, with the names of their organizations. Fails with 403 if there are none. */
export async function requireWritableTeams(
  db: Executor,
  caller: Caller,
): Promise<{ team_id: number; name: string }[]> {
  const teams = await listNamedTeams(
    db,
    caller.is_admin ? null : caller.user_id,
    ADVERTISING_WRITERS,
  );
  if (teams.length === 0) throw withoutTeam();
  return teams;
}

/** Whether the caller may book for the team, or for any without one, for pages that show what can be changed. */
export async function canWriteAdvertising(
  db: Executor,
  caller: Caller,
  team_id?: number,
): Promise<boolean> {
  const teams = await teamsOf(db, caller, "write");
  return team_id === undefined ? teams.length > 0 : teams.includes(team_id);
}

/** The members who may read the team's advertising, by name. Their accounts are in use. */
export const listTeamReaders = (
  db: Executor,
  team_id: number,
): Promise<{ user_id: number; fullname: string }[]> =>
  listTeamMembers(db, team_id, ADVERTISING_READERS);

/** Whether there is a team whose advertising the caller may read. */
export const canReadAdvertising = async (db: Executor, caller: Caller): Promise<boolean> =>
  (await listReadableTeams(db, caller)).length > 0;

const teamsOf = (db: Executor, caller: Caller, right: TeamRight): Promise<number[]> =>
  listTeamIds(db, caller.is_admin ? null : caller.user_id, rolesFor(right));

/** Like `requireTeamRole`, but reports errors on the field `team_id`. */
async function requireKnownTeam(
  db: Executor,
  caller: Caller,
  team_id: number,
  right: TeamRight,
): Promise<void> {
  if ((await findTeam(db, team_id, caller.user_id)) === undefined)
    throw invalid({ team_id: "must be the id of a team" });
  await requireTeamRole(db, caller, team_id, right);
}

const withoutTeam = () =>
  forbidden("You have no role in any team that allows this.", "role-required");
