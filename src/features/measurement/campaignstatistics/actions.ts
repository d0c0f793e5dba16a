/** Reads campaign statistics for callers who may see them. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { notFound } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { missing, requireFound } from "../../../platform/rights.ts";
import type { DayRange, Group } from "../../../platform/statistics/calendar.ts";
import { requireOrganizationRole, requireTeamRole } from "../../people/organizations/rights.ts";
import { ADVERTISING_READERS } from "../../people/organizations/rules.ts";
import { pageOfChildren } from "../statistics/rules.ts";
import type { AdLevel, AdRow, Scope, StatisticsDeps } from "../statistics/schema.ts";
import {
  findCurrencies,
  findNames,
  findTeamOf,
  type Listed,
  listCurrencies,
  listInactive,
} from "./store.ts";

type Needs = Pick<Deps, "db">;

/** In paths, an organization identifies its team. */
export type Noun = "organization" | "campaign" | "lineitem";

/**
 * The scope that a path names, if the caller may read its team's advertising. Deleted campaigns and line items stay
 * readable, because their impressions remain sold.
 */
export async function requireAdScope(
  { db }: Needs,
  caller: Caller,
  noun: Noun,
  id: number,
): Promise<Scope<AdLevel>> {
  if (noun === "organization") {
    const { team_id } = await requireOrganizationRole(db, caller, id, ADVERTISING_READERS);
    if (team_id === null) throw notFound("team");
    return { level: "team", id: team_id };
  }
  const team_id = requireFound(await findTeamOf(db, noun, id), missing(noun));
  await requireTeamRole(db, caller, team_id, "read");
  return { level: noun, id };
}

export type ListedRow = Pick<AdRow, "impressions" | "revenue"> & {
  id: number;
  name: string;
  is_deleted: boolean;
};

/** Children of the scope, most impressions first, then the lowest id; one row more than `limit`. */
export async function listTotals(
  { db, statistics }: StatisticsDeps,
  scope: Scope<AdLevel>,
  range: DayRange,
  page: { limit: number; offset: number },
): Promise<ListedRow[]> {
  const what: Listed = scope.level === "team" ? "campaign" : "lineitem";
  const rows = await statistics.readAds({ facts: "ads", by: "child", scope, range });
  const byId = new Map(rows.map((row) => [row.child_id, row]));
  const idsOf = (some: readonly AdRow[]) => some.map(({ child_id }) => child_id ?? 0);
  const loud = idsOf(rows.filter(({ impressions }) => impressions !== 0));
  const priced = idsOf(rows.filter(({ impressions }) => impressions === 0));
  const ids = await pageOfChildren(loud, page, (rest) =>
    listInactive(db, what, { parent_id: scope.id, but: loud, also: priced, ...rest }),
  );
  const names = await findNames(db, what, ids);
  return ids.map((id) => {
    const { impressions = 0, revenue = 0n } = byId.get(id) ?? {};
    return { id, ...(names.get(id) ?? { name: "", is_deleted: true }), impressions, revenue };
  });
}

type Revenue = Readonly<{ currency: string; revenue: bigint }>;

/** The sums of all time of a team; `revenues`: in each currency of its campaigns, by its code. */
export async function sumTeam({ db, statistics }: StatisticsDeps, scope: Scope<AdLevel>) {
  const rows = await statistics.readAds({ facts: "ads", by: "child", scope, range: null });
  const [revenues = []] = await revenuesOf(db, [rows]);
  return {
    impressions: rows.reduce((sum, row) => sum + row.impressions, 0),
    revenue: revenueOf(rows),
    revenues,
  };
}

/**
 * The same by day, week or month. Campaigns multiply the rows: they are read only if the team has several currencies.
 */
export async function sumTeamByDate(
  { db, statistics }: StatisticsDeps,
  scope: Scope<AdLevel>,
  dated: Readonly<{ range: DayRange; group: Group }>,
): Promise<{ sums: (AdRow & { revenues: Revenue[] })[]; currencies: string[] }> {
  const currencies = await listCurrencies(db, scope.id);
  const rows = await statistics.readAds({ facts: "ads", by: "date", scope, ...dated });
  if (currencies.length < 2) {
    const [currency = ""] = currencies;
    const only = ({ revenue }: AdRow) => (revenue === 0n ? [] : [{ currency, revenue }]);
    return { sums: rows.map((row) => ({ ...row, revenues: only(row) })), currencies };
  }
  const parts = await statistics.readAds({ facts: "ads", by: "date and child", scope, ...dated });
  const byDate = Map.groupBy(parts, ({ date }) => date);
  const revenues = await revenuesOf(
    db,
    rows.map(({ date }) => byDate.get(date) ?? []),
  );
  return { sums: rows.map((row, at) => ({ ...row, revenues: revenues[at] ?? [] })), currencies };
}

/** Of each group of campaigns, the sums in each currency, by its code; currencies without revenue are left out. */
async function revenuesOf(
  db: Executor,
  groups: readonly (readonly AdRow[])[],
): Promise<Revenue[][]> {
  const paid = groups.map((rows) => rows.filter(({ revenue }) => revenue !== 0n));
  const idOf = ({ child_id }: AdRow) => child_id ?? 0;
  const currencies = await findCurrencies(db, [...new Set(paid.flat().map(idOf))]);
  return paid.map((rows) =>
    [...Map.groupBy(rows, (row) => currencies.get(idOf(row)) ?? "")]
      .map(([currency, some]) => ({ currency, revenue: revenueOf(some) }))
      .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
  );
}

/** An exact sum, in units of 10⁻⁸. */
const revenueOf = (rows: readonly AdRow[]): bigint =>
  rows.reduce((sum, { revenue }) => sum + revenue, 0n);
