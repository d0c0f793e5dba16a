/** Finds the team that a page of reports is about. */
import type { Deps } from "../../../deps.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { requireReadableTeams, requireTeamRole } from "../../people/organizations/rights.ts";
import type { Choices } from "./fields.ts";

const MOST_TEAMS = 1000;

/** The team that is asked for, or the first that the caller may read. Fails with 403 or 404 without a right. */
export async function chooseReadableTeam(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  asked: unknown,
): Promise<{ team_id: number; teams: Choices }> {
  const all = await requireReadableTeams(db, caller);
  const wanted = typeof asked === "string" && /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null;
  if (wanted !== null) await requireTeamRole(db, caller, wanted, "read");
  const teams = all
    .slice(0, MOST_TEAMS)
    .map(({ team_id, name }) => [String(team_id), name] as const);
  return { team_id: wanted ?? all[0]?.team_id ?? 0, teams };
}
