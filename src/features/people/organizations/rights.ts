/** Checks who may read and book a team's advertising (contract §3, §8). */
import type { Executor } from "../../../platform/db/database.ts";
import { forbidden, invalid, notFound } from "../../../platform/failure.ts";
import type { Access, Caller } from "../../../platform/http/route.ts";
import { ADVERTISING_READERS, ADVERTISING_WRITERS } from "./rules.ts";
import { findTeam, listTeamIds } from "./store.ts";

export type TeamRight = "read" | "write";

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

/**
 * Fails with 403 without one of the roles, and with 404 if the team's organization is deleted. Admins of the server may
 * do everything.
 */
export async function requireTeam(
  db: Executor,
  caller: Caller,
  team_id: number,
  right: TeamRight,
): Promise<void> {
  const team = await findTeam(db, team_id, caller.user_id);
  if (team === undefined) throw notFound("team");
  if (caller.is_admin) return;
  if (team.role === null || !rolesFor(right).includes(team.role))
    throw forbidden("Your role in the team does not allow this.", "role-required");
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

const teamsOf = (db: Executor, caller: Caller, right: TeamRight): Promise<number[]> =>
  listTeamIds(db, caller.is_admin ? null : caller.user_id, rolesFor(right));

/** Like `requireTeam`, but reports errors on the field `team_id`. */
async function requireKnownTeam(
  db: Executor,
  caller: Caller,
  team_id: number,
  right: TeamRight,
): Promise<void> {
  if ((await findTeam(db, team_id, caller.user_id)) === undefined)
    throw invalid({ team_id: "must be the id of a team" });
  await requireTeam(db, caller, team_id, right);
}

const withoutTeam = () =>
  forbidden("You have no role in any team that allows this.", "role-required");
