/** Routes of campaign statistics: one endpoint for each scope and breakdown in the table below. */
import { z } from "zod";
import { CSV_TYPE, sendCsv } from "../../../platform/http/csv.ts";
import { offsetPaging, twoWayPage, twoWayPageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import { type Call, rawRoute, route } from "../../../platform/http/route.ts";
import type { DayRange, Group } from "../../../platform/statistics/calendar.ts";
import { datedQuery, rangeQuery } from "../../../platform/statistics/params.ts";
import { teamReaders } from "../../people/organizations/rights.ts";
import type { StatisticsDeps } from "../statistics/schema.ts";
import { listTotals, type Noun, requireAdScope, sumTeam, sumTeamByDate } from "./actions.ts";
import { campaignItem, dated, lineitemItem, teamDated, teamTotals, totals } from "./schema.ts";
import { datedView, teamDatedView, teamView, totalsView } from "./views.ts";

type Family = Readonly<{
  noun: Noun;
  /** The records in its totals list; null: it has no children. */
  list: "campaign" | "lineitem" | null;
  /** Whether a single sum for a date range can be requested. */
  ranged: boolean;
}>;

const FAMILIES: readonly Family[] = [
  { noun: "organization", list: "campaign", ranged: false },
  { noun: "campaign", list: "lineitem", ranged: true },
  { noun: "lineitem", list: null, ranged: true },
];
const ITEMS = { campaign: campaignItem, lineitem: lineitemItem };

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
  organization: "all campaigns of an organization's team",
  campaign: "a campaign",
  lineitem: "a line item",
};
/** The scope in operation ids. */
const NAMES: Record<Noun, string> = {
  organization: "OrganizationCampaign",
  campaign: "Campaign",
  lineitem: "LineItem",
};

type Asking = Pick<Call<Record<string, unknown>, unknown, unknown, true>, "params" | "caller">;

/** The scope in the path, after checking the caller's right. */
const scopeOf = (deps: StatisticsDeps, noun: Noun, { params, caller }: Asking) =>
  requireAdScope(deps, caller, noun, Number(params[`${noun}_id`]));

/** One row of sums. */
async function readSum(deps: StatisticsDeps, noun: Noun, call: Asking, range: DayRange | null) {
  const scope = await scopeOf(deps, noun, call);
  const [row] = await deps.statistics.readAds({ facts: "ads", by: "nothing", scope, range });
  return { statistics: totalsView(row ?? { impressions: 0, revenue: 0n }) };
}

const overallOf = (noun: Noun) =>
  ({
    ...common(noun),
    path: pathOf(noun, "campaign-statistics"),
    operationId: `get${NAMES[noun]}Statistics`,
    summary: `Get the all-time impressions and revenue of ${OF[noun]}`,
  }) as const;

const overallRoute = ({ noun }: Family) =>
  route({
    ...overallOf(noun),
    response: z.object({ statistics: totals }),
    handle: (call, deps: StatisticsDeps) => readSum(deps, noun, call, null),
  });

const teamRoute = ({ noun }: Family) =>
  route({
    ...overallOf(noun),
    response: z.object({ statistics: teamTotals }),
    handle: async (call, deps: StatisticsDeps) => ({
      statistics: teamView(await sumTeam(deps, await scopeOf(deps, noun, call))),
    }),
  });

const rangeRoute = ({ noun }: Family) =>
  route({
    ...common(noun),
    path: pathOf(noun, "campaign-statistics/impressions/totals"),
    operationId: `get${NAMES[noun]}ImpressionTotals`,
    summary: `Get the impressions and revenue of ${OF[noun]} for a date range`,
    query: rangeQuery({}),
    response: z.object({ statistics: totals }),
    handle: (call, deps: StatisticsDeps) => readSum(deps, noun, call, call.query as DayRange),
  });

const LISTS = {
  campaign: {
    operationId: "listOrganizationCampaignImpressionTotals",
    summary: "List the impressions and revenue of each campaign of an organization's team",
    description:
      "Most impressions first. Includes deleted campaigns that had impressions in the date range.",
  },
  lineitem: {
    operationId: "listCampaignLineItemImpressionTotals",
    summary: "List the impressions and revenue of each line item of a campaign",
    description:
      "Most impressions first. Includes deleted line items that had impressions in the date range.",
  },
};

const listRoute = (noun: Noun, list: "campaign" | "lineitem") =>
  route({
    ...common(noun),
    path: pathOf(noun, `${list}s/campaign-statistics/impressions/totals`),
    ...LISTS[list],
    query: rangeQuery(offsetPaging(20)),
    response: twoWayPageOf(ITEMS[list] as z.ZodType),
    async handle(call, deps: StatisticsDeps) {
      const scope = await scopeOf(deps, noun, call);
      const query = call.query as DayRange & { limit: number; offset: number };
      const { from, to } = query;
      const rows = await listTotals(deps, scope, { from, to }, query);
      return twoWayPage(
        { url: call.url, query },
        rows,
        ({ id: own, name, is_deleted, ...figures }) => ({
          [`${list}_id`]: own,
          name,
          is_deleted,
          ...totalsView(figures),
        }),
      );
    },
  });

type Dated = DayRange & { group: Group };

async function readDated(
  deps: StatisticsDeps,
  noun: Noun,
  call: Asking,
  { from, to, group }: Dated,
) {
  const scope = await scopeOf(deps, noun, call);
  const range = { from, to };
  const rows = await deps.statistics.readAds({ facts: "ads", by: "date", scope, range, group });
  return datedView(rows, range, group);
}

const datedOf = (noun: Noun) => {
  const path = pathOf(noun, "campaign-statistics/impressions");
  const operation = `${NAMES[noun]}ImpressionStatistics`;
  const what = `the impressions and revenue of ${OF[noun]} by day, week or month`;
  return {
    json: { ...common(noun), operationId: `get${operation}`, summary: `Get ${what}`, path },
    csv: {
      ...common(noun),
      operationId: `export${operation}`,
      summary: `Export ${what} as CSV`,
      path: `${path}.csv`,
      contentType: CSV_TYPE,
    },
  } as const;
};
const nameOf = (noun: Noun, { params, query }: Asking & { query: unknown }): string => {
  const { from, to } = query as Dated;
  return `campaign-statistics-${noun}-${params[`${noun}_id`]}-${from}-${to}`;
};
const HEADER = ["date", "impressions_sold", "revenue_amount"] as const;

/** The same rows as JSON and as CSV. */
const datedRoutes = ({ noun }: Family) => {
  const { json, csv } = datedOf(noun);
  return [
    route({
      ...json,
      query: datedQuery(),
      response: z.object({ statistics: z.array(dated) }),
      handle: async (call, deps: StatisticsDeps) => ({
        statistics: await readDated(deps, noun, call, call.query as Dated),
      }),
    }),
    rawRoute({
      ...csv,
      query: datedQuery(),
      async handle(call, deps: StatisticsDeps) {
        const rows = await readDated(deps, noun, call, call.query as Dated);
        const lines = rows.map((row) => HEADER.map((key) => row[key]));
        return sendCsv(call.reply, { name: nameOf(noun, call), header: HEADER, rows: lines });
      },
    }),
  ];
};

async function readTeamDated(deps: StatisticsDeps, noun: Noun, call: Asking, query: Dated) {
  const scope = await scopeOf(deps, noun, call);
  const range = { from: query.from, to: query.to };
  const { sums, currencies } = await sumTeamByDate(deps, scope, { range, group: query.group });
  return { rows: teamDatedView(sums, range, query.group), currencies };
}

/** With the sums in each currency: in the CSV a column for each, if there are several. */
const teamDatedRoutes = ({ noun }: Family) => {
  const { json, csv } = datedOf(noun);
  return [
    route({
      ...json,
      query: datedQuery(),
      response: z.object({ statistics: z.array(teamDated) }),
      handle: async (call, deps: StatisticsDeps) => ({
        statistics: (await readTeamDated(deps, noun, call, call.query as Dated)).rows,
      }),
    }),
    rawRoute({
      ...csv,
      description:
        "If the team has sold in several currencies, a column for each follows, such as `revenue_amount_EUR`.",
      query: datedQuery(),
      async handle(call, deps: StatisticsDeps) {
        const query = call.query as Dated;
        const { rows, currencies } = await readTeamDated(deps, noun, call, query);
        const several = currencies.length > 1 ? currencies : [];
        const header = [...HEADER, ...several.map((one) => `revenue_amount_${one}`)];
        const lines = rows.map((row) => [
          ...HEADER.map((key) => row[key]),
          ...several.map(
            (one) =>
              row.revenue_by_currency.find(({ currency }) => currency === one)?.revenue_amount ??
              "0",
          ),
        ]);
        return sendCsv(call.reply, { name: nameOf(noun, call), header, rows: lines });
      },
    }),
  ];
};

export const adStatisticsRoutes = FAMILIES.flatMap((family) => [
  family.noun === "organization" ? teamRoute(family) : overallRoute(family),
  ...(family.list === null ? [] : [listRoute(family.noun, family.list)]),
  ...(family.ranged ? [rangeRoute(family)] : []),
  ...(family.noun === "organization" ? teamDatedRoutes(family) : datedRoutes(family)),
]);
