/** Routes of sums by day, week or month: as JSON and as CSV, those of a team with each currency. */
import { z } from "zod";
import { CSV_TYPE, sendCsv } from "../../../platform/http/csv.ts";
import { rawRoute, route } from "../../../platform/http/route.ts";
import type { DayRange, Group } from "../../../platform/statistics/calendar.ts";
import { datedQuery } from "../../../platform/statistics/params.ts";
import type { StatisticsDeps } from "../statistics/schema.ts";
import { type Noun, sumTeamByDate } from "./actions.ts";
import { type Asking, common, type Family, NAMES, OF, pathOf, scopeOf } from "./families.ts";
import { dated, teamDated } from "./schema.ts";
import { datedView, teamDatedView } from "./views.ts";

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
export const datedRoutes = ({ noun }: Family) => {
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
export const teamDatedRoutes = ({ noun }: Family) => {
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
