/** Compares a third party's report with what a campaign delivered. Nothing of the report is kept. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import type { Caller, UploadedFile } from "../../../platform/http/route.ts";
import { type DayRange, numberOf } from "../../../platform/statistics/calendar.ts";
import { requireAdScope } from "../campaignstatistics/actions.ts";
import type { StatisticsDeps } from "../statistics/schema.ts";
import { type Compared, compareAll, type Pair, sumAll } from "./comparing.ts";
import { keysBy, type Naming, namingOf } from "./matching.ts";
import { ReportRefused } from "./reading/refusals.ts";
import { type Stranger, sumReport } from "./reading/sums.ts";
import { type Survey, surveyReport } from "./reading/survey.ts";
import type { MappingParams } from "./schema.ts";
import { listItemsOf } from "./store.ts";

export type ReconciliationDeps = StatisticsDeps & Pick<Deps, "gates">;

const MOST_DAYS = 366;
/** Days × line items of ours that one comparison reads. */
const MOST_FIGURES = 400_000;

export type Reconciliation = Readonly<{
  campaign_id: number;
  range: DayRange;
  survey: Survey;
  lineitem_by: Naming;
  /** By date, then by line item. */
  rows: readonly Compared[];
  sums: Pair;
  hasRevenue: boolean;
  names: ReadonlyMap<number, string>;
  /** Most impressions first. */
  strangers: readonly Stranger[];
}>;

/**
 * Reads the report twice, as a stream: how it is written, then what it says. Throws `ReportRefused` with the line and
 * the column that cannot be read. Analysts may reconcile, because it changes nothing.
 */
export async function reconcile(
  deps: ReconciliationDeps,
  caller: Caller,
  campaign_id: number,
  report: UploadedFile | undefined,
  mapping: MappingParams,
): Promise<Reconciliation> {
  await requireAdScope(deps, caller, "campaign", campaign_id);
  if (report === undefined) throw invalid({ report_file: "is required" });
  return deps.gates.reports(() => compareReport(deps, campaign_id, report.path, mapping));
}

async function compareReport(
  deps: ReconciliationDeps,
  campaign_id: number,
  path: string,
  { date_order, decimal_mark, lineitem_by, ...named }: MappingParams,
): Promise<Reconciliation> {
  const columns = {
    date: named.date_column,
    lineitem: named.lineitem_column,
    impressions: named.impressions_column,
    revenue: named.revenue_column,
  };
  const survey = await surveyReport(path, { columns, date_order, decimal_mark });
  const items = await listItemsOf(deps.db, campaign_id);
  const naming = lineitem_by === "auto" ? namingOf(survey.keys, items) : lineitem_by;
  const { range, known, strangers } = await sumReport(path, survey, keysBy(naming, items));
  const hasRevenue = survey.columns.revenue !== null;
  const rows = compareAll(await readSold(deps, campaign_id, range), known, hasRevenue);
  return {
    campaign_id,
    range,
    survey,
    lineitem_by: naming,
    rows,
    sums: sumAll(rows, hasRevenue),
    hasRevenue,
    names: new Map(items.map(({ lineitem_id, name }) => [lineitem_id, name])),
    strangers: strangers.toSorted((a, b) => b.impressions - a.impressions),
  };
}

/** What the campaign delivered, by day and line item. */
async function readSold({ statistics }: ReconciliationDeps, campaign_id: number, range: DayRange) {
  const days = numberOf(range.to) - numberOf(range.from) + 1;
  if (days > MOST_DAYS) throw new ReportRefused("too_many_days", { value: String(days) });
  const asked = { facts: "ads", scope: { level: "campaign", id: campaign_id }, range } as const;
  const items = await statistics.readAds({ ...asked, by: "child" });
  if (items.length * days > MOST_FIGURES) throw new ReportRefused("too_many_figures");
  const rows = await statistics.readAds({ ...asked, by: "date and child", group: "day" });
  return rows.map(({ date, child_id, impressions, revenue }) => ({
    date: date ?? "",
    lineitem_id: child_id ?? 0,
    impressions,
    revenue,
  }));
}
