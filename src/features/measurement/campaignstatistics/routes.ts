/** Routes of campaign statistics: one endpoint for each scope and breakdown. */
import { z } from "zod";
import { offsetPaging, twoWayPage, twoWayPageOf } from "../../../platform/http/paging.ts";
import { route } from "../../../platform/http/route.ts";
import type { DayRange } from "../../../platform/statistics/calendar.ts";
import { rangeQuery } from "../../../platform/statistics/params.ts";
import type { StatisticsDeps } from "../statistics/schema.ts";
import { listTotals, type Noun, sumTeam } from "./actions.ts";
import { datedRoutes, teamDatedRoutes } from "./dated.ts";
import {
  type Asking,
  common,
  FAMILIES,
  type Family,
  ITEMS,
  NAMES,
  OF,
  pathOf,
  scopeOf,
} from "./families.ts";
import { teamTotals, totals } from "./schema.ts";
import { teamView, totalsView } from "./views.ts";

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

export const adStatisticsRoutes = FAMILIES.flatMap((family) => [
  family.noun === "organization" ? teamRoute(family) : overallRoute(family),
  ...(family.list === null ? [] : [listRoute(family.noun, family.list)]),
  ...(family.ranged ? [rangeRoute(family)] : []),
  ...(family.noun === "organization" ? teamDatedRoutes(family) : datedRoutes(family)),
]);
