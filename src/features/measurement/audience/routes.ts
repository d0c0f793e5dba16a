/** Routes of audience statistics: one endpoint for each level and breakdown. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { CSV_TYPE, sendCsv } from "../../../platform/http/csv.ts";
import type { Locale } from "../../../platform/http/locale.ts";
import { offsetPaging, twoWayPage, twoWayPageOf } from "../../../platform/http/paging.ts";
import { id } from "../../../platform/http/params.ts";
import {
  type Access,
  type Caller,
  rawRoute,
  rendered,
  route,
} from "../../../platform/http/route.ts";
import type { DayRange, Group } from "../../../platform/statistics/calendar.ts";
import { rangeQuery } from "../../../platform/statistics/params.ts";
import type { Turns } from "../../../platform/turns.ts";
import { requireServerAdmin, serverAdmins } from "../../people/users/rights.ts";
import { userKey } from "../../people/users/schema.ts";
import type { UserKey } from "../../people/users/store.ts";
import {
  AUDIENCE_LEVELS,
  type AudienceLevel,
  type Scope,
  type StatisticsDeps,
} from "../statistics/schema.ts";
import { listPlays, readOverall, requireScope } from "./actions.ts";
import { agesPage, agesQuery } from "./ages/schema.ts";
import { readAges } from "./ages/store.ts";
import { episodeAgesView, medianView } from "./ages/views.ts";
import { BREAKDOWNS, type Breakdown, type BreakdownRequest } from "./breakdowns.ts";
import { exclusions, ITEMS, OVERALL } from "./schema.ts";
import { type Listed, listAllExclusions, listExclusions } from "./store.ts";
import { playsView } from "./views.ts";

/** What a totals list contains at each level, and the field of its items' names. */
const CHILDREN: Partial<Record<AudienceLevel, { what: Listed; name: "fullname" | "title" }>> = {
  organization: { what: "user", name: "fullname" },
  user: { what: "show", name: "title" },
  show: { what: "episode", name: "title" },
};

/** What these routes need: `statisticsTurns` queues responses that take long to render in this process. */
type AudienceDeps = StatisticsDeps & Pick<Deps, "clock"> & Readonly<{ statisticsTurns: Turns }>;

const access = (level: AudienceLevel): Access<true> => ({
  signedIn: true,
  who:
    level === "organization"
      ? "members of the organization"
      : `${level === "user" ? "the user" : `the owner of the ${level}`}, those who act for them, and members of their organization`,
});
const common = (level: AudienceLevel) =>
  ({
    method: "GET",
    tag: "Audience statistics",
    scope: "statistics",
    access: access(level),
    params: z.object({ [`${level}_id`]: level === "user" ? userKey : id() }),
  }) as const;
/** The level in operation ids. */
const NAMES = { organization: "Organization", user: "User", show: "Show", episode: "Episode" };
/** What people listen to at the level, for summaries. */
const SUBJECTS = {
  organization: "an organization's shows",
  user: "a user's shows",
  show: "a show",
  episode: "an episode",
};
const pathOf = (level: AudienceLevel, rest: string) => `/v2/${level}s/:${level}_id/${rest}`;

type Asking = Readonly<{ params: Record<string, unknown>; caller: Caller }>;

const scopeOf = (deps: StatisticsDeps, level: AudienceLevel, { params, caller }: Asking) =>
  requireScope(deps, caller, level, params[`${level}_id`] as UserKey);

const overallRoute = (level: AudienceLevel) =>
  route({
    ...common(level),
    path: pathOf(level, "statistics"),
    operationId: `get${NAMES[level]}Statistics`,
    summary: `Get the all-time audience of ${SUBJECTS[level]}`,
    response: z.object({ statistics: OVERALL[level] as z.ZodType }),
    async handle(call, deps: StatisticsDeps) {
      const scope = await scopeOf(deps, level, call);
      return { statistics: await readOverall(deps, scope, call.baseUrl) };
    },
  });

/** Checks the caller's right, reads a breakdown, and passes it to `finish`. */
async function tell<T>(
  deps: AudienceDeps,
  level: AudienceLevel,
  breakdown: Breakdown,
  call: Asking & { query: unknown; locale: Locale },
  finish: (answer: unknown, scope: Scope<AudienceLevel>) => T,
): Promise<T> {
  const scope = await scopeOf(deps, level, call);
  // Without `group` there are no buckets, without `precision` no percentages, and without `timezone` no hours.
  const {
    from,
    to,
    group = "day",
    precision = 0,
    timezone = "UTC",
  } = call.query as DayRange & Partial<BreakdownRequest>;
  const question = { scope, range: { from, to }, group, precision, timezone, locale: call.locale };
  const work = async () => finish(await breakdown.read(deps, question), scope);
  return breakdown.render === null ? work() : deps.statisticsTurns(call.caller.user_id, work);
}

/** The same rows as JSON and as CSV. */
function breakdownRoutes(level: AudienceLevel, breakdown: Breakdown) {
  const { name, query, localised } = breakdown;
  const path = pathOf(level, `statistics/${name}`);
  const operation = `${NAMES[level]}${breakdown.noun}Statistics`;
  const what = breakdown.what(SUBJECTS[level]);
  return [
    route({
      ...common(level),
      operationId: `get${operation}`,
      summary: `Get ${what}`,
      path,
      query,
      localised,
      response: z.object({ statistics: breakdown.response }),
      handle: (call, deps: AudienceDeps) =>
        tell(deps, level, breakdown, call, (answer) => {
          if (breakdown.render === null) return { statistics: answer };
          return rendered(`{"statistics":${breakdown.render(answer)}}`) as { statistics: unknown };
        }),
    }),
    rawRoute({
      ...common(level),
      operationId: `export${operation}`,
      summary: `Export ${what} as CSV`,
      path: `${path}.csv`,
      query,
      localised,
      contentType: CSV_TYPE,
      async handle(call, deps: AudienceDeps) {
        const { from, to } = call.query as DayRange;
        const sheet = await tell(deps, level, breakdown, call, (answer, { id: own }) => ({
          name: `${name}-${level}-${own}-${from}-${to}`,
          ...breakdown.sheet(answer),
        }));
        // Send outside the turn, which would otherwise last until the client has read everything.
        return sendCsv(call.reply, sheet);
      },
    }),
  ];
}

const exclusionsRoute = (level: AudienceLevel) =>
  route({
    ...common(level),
    path: pathOf(level, "statistics/exclusions"),
    operationId: `get${NAMES[level]}ExclusionStatistics`,
    summary: `Get the uncounted requests for ${SUBJECTS[level]} by reason`,
    query: rangeQuery({}),
    response: z.object({ statistics: exclusions }),
    async handle(call, deps: StatisticsDeps) {
      const scope = await scopeOf(deps, level, call);
      return { statistics: await listExclusions(deps.db, scope, call.query as DayRange) };
    },
  });

const allExclusionsRoute = route({
  method: "GET",
  path: "/v2/admin/statistics/exclusions",
  tag: "Administration",
  operationId: "getAllExclusionStatistics",
  summary: "Get the uncounted requests of the whole server by reason",
  access: serverAdmins,
  scope: "basic",
  query: rangeQuery({}),
  response: z.object({ statistics: exclusions }),
  async handle({ caller, query }, deps: StatisticsDeps) {
    requireServerAdmin(caller);
    return { statistics: await listAllExclusions(deps.db, query as DayRange) };
  },
});

/** Scopes of several episodes, for comparing them. */
function agesRoute(level: Exclude<AudienceLevel, "episode">) {
  return route({
    ...common(level),
    path: pathOf(level, "statistics/ages"),
    operationId: `list${NAMES[level]}EpisodeAges`,
    summary: `Compare the episodes of ${SUBJECTS[level]} at equal age`,
    description:
      "Plays and downloads of each published episode in its first n × 24 hours, and the medians to compare them with. " +
      "An age begins with the UTC hour of publication. With `most` and `fewest`, episodes that have not reached the age come last.",
    query: agesQuery,
    response: agesPage,
    async handle(call, deps: AudienceDeps) {
      const { id: own } = await scopeOf(deps, level, call);
      const { days, sorting, sort_days, limit, offset } = call.query;
      const sortDays = sort_days ?? days[0] ?? 1;
      const { episodes, medians } = await readAges(deps.db, {
        scope: { level, id: own },
        days: [...new Set([...days, sortDays])],
        sorting,
        sortDays,
        limit,
        offset,
        now: deps.clock(),
      });
      const isAsked = (one: { days: number }) => days.includes(one.days);
      return {
        ...twoWayPage(call, episodes, (row) =>
          episodeAgesView({ ...row, ages: row.ages.filter(isAsked) }),
        ),
        medians: medians.filter(isAsked).map(medianView),
      };
    },
  });
}

function listRoute(level: AudienceLevel) {
  const { what, name } = CHILDREN[level] ?? { what: "episode", name: "title" };
  return route({
    ...common(level),
    path: pathOf(level, `${what}s/statistics/plays/totals`),
    operationId: `list${NAMES[level]}${NAMES[what]}PlayTotals`,
    summary: `List the plays and downloads of each ${what} of ${level === "organization" ? "an" : "a"} ${level}`,
    description: `Most plays first. Includes deleted and transferred ${what}s with plays in the date range.`,
    query: rangeQuery(offsetPaging(20)),
    response: twoWayPageOf(ITEMS[what] as z.ZodType),
    async handle(call, deps: StatisticsDeps) {
      const scope = await scopeOf(deps, level, call);
      const query = call.query as DayRange & { group?: Group; limit: number; offset: number };
      const { from, to } = query;
      const rows = await listPlays(deps, scope, what, { from, to }, query);
      return twoWayPage({ url: call.url, query }, rows, (row) => ({
        [`${what}_id`]: row.id,
        [name]: row.name,
        ...playsView(row),
        is_deleted: row.is_deleted,
        is_transferred: row.is_transferred,
      }));
    },
  });
}

export const audienceRoutes = [
  ...AUDIENCE_LEVELS.toReversed().flatMap((level) => [
    overallRoute(level),
    ...BREAKDOWNS.filter(({ levels }) => levels.includes(level)).flatMap((breakdown) =>
      breakdownRoutes(level, breakdown),
    ),
    exclusionsRoute(level),
    ...(level === "episode" ? [] : [agesRoute(level), listRoute(level)]),
  ]),
  allExclusionsRoute,
];
