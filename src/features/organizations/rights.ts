/** Who may see and book a team's advertising (contract §3, §8). */
import type { Executor } from "../../platform/db/database.ts";
import { forbidden, invalid, notFound } from "../../platform/failure.ts";
import type { Access, Viewer } from "../../platform/http/route.ts";
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

/** Refuses who may not: 403; 404 when the team's organization is gone. An operator's admin may all. */
export async function requireTeam(
  db: Executor,
  viewer: Viewer,
  team_id: number,
  right: TeamRight,
): Promise<void> {
  const team = await findTeam(db, team_id, viewer.user_id);
  if (team === undefined) throw notFound("team");
  if (viewer.is_admin) return;
  if (team.role === null || !rolesFor(right).includes(team.role))
    throw forbidden("Your role does not allow this with the team's advertising.", "role-required");
}

/** The teams whose advertising the viewer may read: all, or that of `team_id`. 403 without any. */
export async function readableTeams(
  db: Executor,
  viewer: Viewer,
  team_id: number | undefined,
): Promise<number[]> {
  if (team_id !== undefined) {
    await requireKnownTeam(db, viewer, team_id, "read");
    return [team_id];
  }
  const teams = await teamsOf(db, viewer, "read");
  if (teams.length === 0 && !viewer.is_admin) throw withoutTeam();
  return teams;
}

/** The team for which something is made: the one that is named, else the only one there is. */
export async function chooseTeam(
  db: Executor,
  viewer: Viewer,
  team_id: number | undefined,
): Promise<number> {
  if (team_id !== undefined) {
    await requireKnownTeam(db, viewer, team_id, "write");
    return team_id;
  }
  const [only, other] = await teamsOf(db, viewer, "write");
  if (only === undefined) throw withoutTeam();
  if (other !== undefined)
    throw invalid({ team_id: "is required, because you have several teams" });
  return only;
}

const teamsOf = (db: Executor, viewer: Viewer, right: TeamRight): Promise<number[]> =>
  listTeamIds(db, viewer.is_admin ? null : viewer.user_id, rolesFor(right));

/** As `requireTeam`, of a parameter: what is wrong with it is said so. */
async function requireKnownTeam(
  db: Executor,
  viewer: Viewer,
  team_id: number,
  right: TeamRight,
): Promise<void> {
  if ((await findTeam(db, team_id, viewer.user_id)) === undefined)
    throw invalid({ team_id: "is not a team" });
  await requireTeam(db, viewer, team_id, right);
}

const withoutTeam = () =>
  forbidden("You have no team whose advertising you may use.", "role-required");
