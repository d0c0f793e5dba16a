/** Audience statistics: every endpoint is a level of the audience and a breakdown. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { CSV_TYPE, sendCsv } from "../../platform/http/csv.ts";
import type { Culture } from "../../platform/http/culture.ts";
import { offsetPaging, twoWayPage, twoWayPageOf } from "../../platform/http/paging.ts";
import { id } from "../../platform/http/params.ts";
import {
  type Access,
  type Route,
  rawRoute,
  rendered,
  route,
  type Viewer,
} from "../../platform/http/route.ts";
import type { DayRange, Group } from "../../platform/statistics/calendar.ts";
import { rangeQuery } from "../../platform/statistics/params.ts";
import { openTurns } from "../../platform/turns.ts";
import {
  AUDIENCE_LEVELS,
  type AudienceLevel,
  type Scope,
  type StatisticsEngine,
} from "../rollups/schema.ts";
import { userKey } from "../users/schema.ts";
import type { UserKey } from "../users/store.ts";
import { listPlays, readOverall, requireScope } from "./actions.ts";
import { type Asked, BREAKDOWNS, type Breakdown, type Sources } from "./breakdowns.ts";
import { exclusion, ITEMS, OVERALL } from "./schema.ts";
import { type Listed, listExclusions } from "./store.ts";
import { playsView } from "./views.ts";

/** What totals lists are of, and what they call it. */
const CHILDREN: Partial<Record<AudienceLevel, { what: Listed; name: "fullname" | "title" }>> = {
  organization: { what: "user", name: "fullname" },
  user: { what: "show", name: "title" },
  show: { what: "episode", name: "title" },
};

export function audienceRoutes(deps: Deps, engine: StatisticsEngine): Route[] {
  const turns = openTurns();
  return AUDIENCE_LEVELS.toReversed().flatMap((level) => {
    const sources = { deps, engine, turns };
    const own = BREAKDOWNS.filter(({ levels }) => levels.includes(level));
    return [
      overallRoute(sources, level),
      ...own.flatMap((breakdown) => breakdownRoutes(sources, level, breakdown)),
      exclusionsRoute(sources, level),
      ...(level === "episode" ? [] : [listRoute(sources, level)]),
    ];
  });
}

const access = (level: AudienceLevel): Access<true> => ({
  signedIn: true,
  who:
    level === "organization"
      ? "members of the organization"
      : `the owner of the ${level}, who acts for them, and members of their organization`,
});
const common = (level: AudienceLevel) =>
  ({
    method: "GET",
    tag: "Audience statistics",
    scope: "statistics",
    access: access(level),
    params: z.object({ [`${level}_id`]: level === "user" ? userKey : id() }),
  }) as const;
const pathOf = (level: AudienceLevel, rest: string) => `/v2/${level}s/:${level}_id/${rest}`;

type Asking = Readonly<{ params: Record<string, unknown>; viewer: Viewer }>;

const scopeOf = ({ deps }: Sources, level: AudienceLevel, { params, viewer }: Asking) =>
  requireScope(deps, viewer, level, params[`${level}_id`] as UserKey);

const overallRoute = (sources: Sources, level: AudienceLevel) =>
  route({
    ...common(level),
    path: pathOf(level, "statistics"),
    summary: `Audience of the ${level}, of all time`,
    response: z.object({ statistics: OVERALL[level] as z.ZodType }),
    async handle(call) {
      const scope = await scopeOf(sources, level, call);
      return { statistics: await readOverall(sources.deps, sources.engine, scope, call.baseUrl) };
    },
  });

/** What a breakdown tells the caller, who must have the right to it; `finish` makes an answer of it. */
async function tell<T>(
  sources: Sources,
  level: AudienceLevel,
  breakdown: Breakdown,
  call: Asking & { query: unknown; culture: Culture },
  finish: (told: unknown, scope: Scope<AudienceLevel>) => T,
): Promise<T> {
  const scope = await scopeOf(sources, level, call);
  // Without a group there are no buckets, and without a precision no percentages.
  const { from, to, group = "day", precision = 0 } = call.query as DayRange & Partial<Asked>;
  const asked = { scope, range: { from, to }, group, precision, culture: call.culture };
  const work = async () => finish(await breakdown.read(sources, asked), scope);
  return breakdown.render === null ? work() : sources.turns(call.viewer.user_id, work);
}

/** The same rows as JSON and as CSV. */
function breakdownRoutes(sources: Sources, level: AudienceLevel, breakdown: Breakdown): Route[] {
  const { name, query, localised } = breakdown;
  const path = pathOf(level, `statistics/${name}`);
  const summary = `${breakdown.summary}: the ${level}`;
  return [
    route({
      ...common(level),
      ...{ path, summary, query, localised },
      response: z.object({ statistics: breakdown.response }),
      handle: (call) =>
        tell(sources, level, breakdown, call, (told) => {
          if (breakdown.render === null) return { statistics: told };
          return rendered(`{"statistics":${breakdown.render(told)}}`) as { statistics: unknown };
        }),
    }),
    rawRoute({
      ...common(level),
      ...{ path: `${path}.csv`, summary: `${summary}, as CSV`, query, localised },
      contentType: CSV_TYPE,
      async handle(call) {
        const { from, to } = call.query as DayRange;
        const sheet = await tell(sources, level, breakdown, call, (told, { id: own }) => ({
          name: `${name}-${level}-${own}-${from}-${to}`,
          ...breakdown.sheet(told),
        }));
        // Not within the turn, which would last until all of it is read.
        return sendCsv(call.reply, sheet);
      },
    }),
  ];
}

const exclusionsRoute = (sources: Sources, level: AudienceLevel) =>
  route({
    ...common(level),
    path: pathOf(level, "statistics/exclusions"),
    summary: `Requests that were not counted, by reason: the ${level}`,
    query: rangeQuery({}),
    response: z.object({ statistics: z.array(exclusion) }),
    async handle(call) {
      const scope = await scopeOf(sources, level, call);
      return { statistics: await listExclusions(sources.deps.db, scope, call.query as DayRange) };
    },
  });

function listRoute(sources: Sources, level: AudienceLevel): Route {
  const { deps, engine } = sources;
  const { what, name } = CHILDREN[level] ?? { what: "episode", name: "title" };
  return route({
    ...common(level),
    path: pathOf(level, `${what}s/statistics/plays/totals`),
    summary: `Plays and downloads of each ${what} of the ${level}, the most first`,
    description: "Deleted and transferred ones too when they were heard in the range.",
    query: rangeQuery(offsetPaging(20)),
    response: twoWayPageOf(ITEMS[what] as z.ZodType),
    async handle(call) {
      const scope = await scopeOf(sources, level, call);
      const query = call.query as DayRange & { group?: Group; limit: number; offset: number };
      const { from, to } = query;
      const rows = await listPlays({ db: deps.db }, engine, scope, what, { from, to }, query);
      return twoWayPage({ url: call.url, query }, rows, (row) => ({
        ...{ [`${what}_id`]: row.id, [name]: row.name, ...playsView(row) },
        ...{ is_deleted: row.is_deleted, is_transferred: row.is_transferred },
      }));
    },
  });
}
