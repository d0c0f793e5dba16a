/** Reads campaign reports for callers who may read the team's advertising. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { invalid } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import type { DayRange } from "../../../platform/statistics/calendar.ts";
import { askEngine } from "../../../platform/statistics/failure.ts";
import { requireAdScope } from "../campaignstatistics/actions.ts";
import {
  type ReportFilter,
  type ReportRow,
  type ReportRows,
  type ReportSort,
  readReport,
  sumTeams,
} from "../statistics/reports/store.ts";
import { daysOf, groupOf, REPORT_ROWS } from "./rules.ts";
import type { ReportSpec } from "./schema.ts";
import { findForeign } from "./store.ts";

export type ReportDeps = Pick<Deps, "db" | "clock" | "gates">;

/** The part of the rows that is read, and their order. */
export type ReportPage = Readonly<{
  sort: ReportSort;
  descending: boolean;
  limit: number;
  offset: number;
}>;

/** All rows, in the usual order: by date, then most impressions first. */
export const ALL_ROWS: ReportPage = {
  sort: "date",
  descending: false,
  limit: REPORT_ROWS.value,
  offset: 0,
};

export type Report = Readonly<{
  spec: ReportSpec;
  range: DayRange;
  rows: readonly ReportRow[];
  totals: ReportRows["totals"];
}>;

/** The team of an organization, if the caller may read its advertising. */
export const requireReportTeam = async (
  { db }: Pick<Deps, "db">,
  caller: Caller,
  organization_id: number,
): Promise<number> => (await requireAdScope({ db }, caller, "organization", organization_id)).id;

/** Fails with 400 on the field of a filter whose record is not the team's; deleted ones are. */
export async function requireOwnFilter(
  db: Executor,
  team_id: number,
  filter: ReportFilter,
): Promise<void> {
  const foreign = await findForeign(db, team_id, filter);
  if (foreign.length === 0) return;
  const what = { advertiser: "an advertiser", campaign: "a campaign", lineitem: "a line item" };
  throw invalid(
    Object.fromEntries(
      foreign.map((noun) => [`${noun}_id`, `must be the id of ${what[noun]} of the team`]),
    ),
  );
}

/** The days of a report at this moment. */
const rangeOf = ({ period, from, to }: ReportSpec, now: Date): DayRange =>
  period === "custom" ? { from: from ?? "", to: to ?? "" } : daysOf(period, now);

/** The report of a team whose advertising the caller may read. Fails with 400 on filters, and if it has too many rows. */
export async function makeReport(
  { db, clock, gates }: ReportDeps,
  team_id: number,
  spec: ReportSpec,
  page: ReportPage,
): Promise<Report> {
  await requireOwnFilter(db, team_id, spec);
  const { dimensions } = spec;
  const range = rangeOf(spec, clock());
  const by = {
    advertiser: dimensions.includes("advertiser"),
    campaign: dimensions.includes("campaign"),
    lineitem: dimensions.includes("lineitem"),
    show: dimensions.includes("show"),
    creative: dimensions.includes("creative"),
  };
  const query = { team_id, range, group: groupOf(dimensions), by, filter: spec, ...page };
  const found = await gates.reports(() => askEngine(() => readReport(db, query)));
  if (found === null)
    throw invalid({
      dimensions: `must lead to at most ${REPORT_ROWS.value.toLocaleString("en")} rows: choose fewer, or a shorter range`,
    });
  return { spec, range, ...found };
}

/** What teams have delivered and earned this month, by currency. Rights are the caller's matter. */
export const readMonth = (
  { db, clock }: Pick<ReportDeps, "db" | "clock">,
  team_ids: readonly number[],
): ReturnType<typeof sumTeams> =>
  askEngine(() => sumTeams(db, team_ids, daysOf("this_month", clock())));
