/** Campaign statistics: every endpoint is a scope and a breakdown of the table below. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { CSV_TYPE, sendCsv } from "../../platform/http/csv.ts";
import { offsetPaging, twoWayPage, twoWayPageOf } from "../../platform/http/paging.ts";
import { id } from "../../platform/http/params.ts";
import { type Call, type Route, rawRoute, route } from "../../platform/http/route.ts";
import type { DayRange, Group } from "../../platform/statistics/calendar.ts";
import { datedQuery, rangeQuery } from "../../platform/statistics/params.ts";
import { teamReaders } from "../organizations/rights.ts";
import type { StatisticsEngine } from "../rollups/schema.ts";
import { listTotals, type Noun, requireAdScope } from "./actions.ts";
import { campaignItem, dated, lineitemItem, totals } from "./schema.ts";
import { datedView, totalsView } from "./views.ts";

type Sources = Readonly<{ deps: Deps; engine: StatisticsEngine }>;
type Family = Readonly<{
  noun: Noun;
  /** What its list is of; null: nothing is below it. */
  list: "campaign" | "lineitem" | null;
  /** Whether a range can be asked in one figure. */
  ranged: boolean;
}>;

const FAMILIES: readonly Family[] = [
  { noun: "organization", list: "campaign", ranged: false },
  { noun: "campaign", list: "lineitem", ranged: true },
  { noun: "lineitem", list: null, ranged: true },
];
const ITEMS = { campaign: campaignItem, lineitem: lineitemItem };

export const adStatisticsRoutes = (deps: Deps, engine: StatisticsEngine): Route[] =>
  FAMILIES.flatMap((family) => {
    const sources = { deps, engine };
    return [
      overallRoute(sources, family),
      ...(family.list === null ? [] : [listRoute(sources, family.noun, family.list)]),
      ...(family.ranged ? [rangeRoute(sources, family)] : []),
      ...datedRoutes(sources, family),
    ];
  });

const common = (noun: Noun) =>
  ({
    method: "GET",
    tag: "Campaign statistics",
    scope: ["statistics", "advertising"],
    access: teamReaders,
    params: z.object({ [`${noun}_id`]: id() }),
  }) as const;
const pathOf = (noun: Noun, rest: string) => `/v2/${noun}s/:${noun}_id/${rest}`;
const OF: Record<Noun, string> = {
  organization: "all campaigns of the organization's team",
  campaign: "a campaign",
  lineitem: "a line item",
};

type Asking = Pick<Call<Record<string, unknown>, unknown, unknown, true>, "params" | "viewer">;

/** The scope in the path, once the caller may see it. */
const scopeOf = ({ deps }: Sources, noun: Noun, { params, viewer }: Asking) =>
  requireAdScope(deps, viewer, noun, Number(params[`${noun}_id`]));

/** One row of sums. */
async function readSum(sources: Sources, noun: Noun, call: Asking, range: DayRange | null) {
  const scope = await scopeOf(sources, noun, call);
  const [row] = await sources.engine.readAds({ facts: "ads", by: "nothing", scope, range });
  return { statistics: totalsView(row ?? { impressions: 0, revenue: 0n }) };
}

const overallRoute = (sources: Sources, { noun }: Family) =>
  route({
    ...common(noun),
    path: pathOf(noun, "campaign-statistics"),
    summary: `Impressions and revenue of ${OF[noun]}, of all time`,
    response: z.object({ statistics: totals }),
    handle: (call) => readSum(sources, noun, call, null),
  });

const rangeRoute = (sources: Sources, { noun }: Family) =>
  route({
    ...common(noun),
    path: pathOf(noun, "campaign-statistics/impressions/totals"),
    summary: `Impressions and revenue of ${OF[noun]}, of a range`,
    query: rangeQuery({}),
    response: z.object({ statistics: totals }),
    handle: (call) => readSum(sources, noun, call, call.query as DayRange),
  });

const listRoute = (sources: Sources, noun: Noun, list: "campaign" | "lineitem") =>
  route({
    ...common(noun),
    path: pathOf(noun, `${list}s/campaign-statistics/impressions/totals`),
    summary: `Each ${list === "campaign" ? "campaign" : "line item"} of ${OF[noun]}, most impressions first`,
    description: "Deleted ones too when they had impressions in the range.",
    query: rangeQuery(offsetPaging(20)),
    response: twoWayPageOf(ITEMS[list] as z.ZodType),
    async handle(call) {
      const scope = await scopeOf(sources, noun, call);
      const query = call.query as DayRange & { limit: number; offset: number };
      const { from, to } = query;
      const rows = await listTotals(sources.deps, sources.engine, scope, { from, to }, query);
      return twoWayPage(
        { url: call.url, query },
        rows,
        ({ id: own, name, is_deleted, ...figures }) => ({
          ...{ [`${list}_id`]: own, name, is_deleted },
          ...totalsView(figures),
        }),
      );
    },
  });

type Dated = DayRange & { group: Group };

async function readDated(sources: Sources, noun: Noun, call: Asking, { from, to, group }: Dated) {
  const scope = await scopeOf(sources, noun, call);
  const range = { from, to };
  const rows = await sources.engine.readAds({ facts: "ads", by: "date", scope, range, group });
  return datedView(rows, range, group);
}

/** The same rows as JSON and as CSV. */
const datedRoutes = (sources: Sources, { noun }: Family) => {
  const path = pathOf(noun, "campaign-statistics/impressions");
  const summary = `Impressions and revenue of ${OF[noun]}, by day, week or month`;
  return [
    route({
      ...common(noun),
      ...{ path, summary, query: datedQuery() },
      response: z.object({ statistics: z.array(dated) }),
      handle: async (call) => ({
        statistics: await readDated(sources, noun, call, call.query as Dated),
      }),
    }),
    rawRoute({
      ...common(noun),
      ...{ path: `${path}.csv`, summary: `${summary}, as CSV`, query: datedQuery() },
      contentType: CSV_TYPE,
      async handle(call) {
        const query = call.query as Dated;
        const rows = await readDated(sources, noun, call, query);
        const header = ["date", "impressions_sold", "revenue_amount"] as const;
        return sendCsv(call.reply, {
          name: `campaign-statistics-${noun}-${call.params[`${noun}_id`]}-${query.from}-${query.to}`,
          header,
          rows: rows.map((row) => header.map((key) => row[key])),
        });
      },
    }),
  ];
};
