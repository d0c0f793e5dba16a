/** The PostgreSQL engine: SQL that reads the rollups. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";
import { readClosedUntil } from "../aggregation/store.ts";
import { HASH_BYTES, uniteHashSketches, unpackHashes } from "../packing.ts";
import { estimateListeners, SKETCH_SIZE } from "../rules.ts";
import {
  AD_LEVELS,
  type AdLevel,
  type AdQuery,
  type AdRow,
  AUDIENCE_LEVELS,
  type AudienceLevel,
  type AudienceQuery,
  type AudienceRow,
  type AudienceScope,
  type ListenerQuery,
  type ListenerRow,
  type NameQuery,
  type NameRow,
  type StatisticsEngine,
} from "../schema.ts";
import { bucket, type Stretches, stretchesOf, within } from "../stretches/store.ts";
import { type KnownNames, openKnownNames, type PackedNames } from "./names/actions.ts";

/** How long the day until which months are closed is cached. It only grows, so an old value is still correct. */
const KNOWN_MS = 10_000;

/** The engine over the rollups of this database. */
export function postgresEngine(db: Executor): StatisticsEngine {
  let closed = { until: "", since: Number.NEGATIVE_INFINITY };
  const findClosed = async (): Promise<Day> => {
    const now = performance.now();
    if (now - closed.since > KNOWN_MS) closed = { until: await readClosedUntil(db), since: now };
    return closed.until;
  };
  const names = openKnownNames(db);
  return {
    readAds: async (query) => readAds(db, query, await findClosed()),
    readAudience: async (query) => readAudience(db, query, await findClosed()),
    readNames: async (query) => readNames(db, names, query, await findClosed()),
    readListeners: async (query) => readListeners(db, query, await findClosed()),
  };
}

type Shape = {
  columns: RawBuilder<unknown>;
  group: RawBuilder<unknown>;
  own: RawBuilder<unknown>;
  stretches: Stretches;
};

const AD_OR_AUDIENCE = { ads: AD_LEVELS, audience: AUDIENCE_LEVELS } as const;

const atLevel = (facts: keyof typeof AD_OR_AUDIENCE, level: AdLevel | AudienceLevel, above = 0) => {
  const levels: readonly string[] = AD_OR_AUDIENCE[facts];
  return sql`t.level = ${sql.lit(levels.indexOf(level) - above)}`;
};

/** The rows of a scope, and those of its children. */
function rowsOf(facts: keyof typeof AD_OR_AUDIENCE, scope: AdQuery["scope"] | AudienceScope) {
  if (scope.level === "shows") {
    const own = sql`${atLevel(facts, "show")} and t.id = any(${scope.ids}::bigint[])`;
    return { own, children: own };
  }
  const { level, id } = scope;
  return {
    own: sql`${atLevel(facts, level)} and t.id = ${id}`,
    children: sql`${atLevel(facts, level, 1)} and t.parent_id = ${id}`,
  };
}

/** The SQL for each `by`: no key for totals, the bucket for dates, the id for children. */
function shapeOf(query: AdQuery | AudienceQuery, closed: Day): Shape {
  const { own, children } = rowsOf(query.facts, query.scope);
  if (query.by === "date")
    return {
      columns: sql`${bucket(query.range, query.group)} as date, null::bigint as child_id`,
      group: sql`group by 1`,
      own,
      stretches: stretchesOf(query.range, query.group, closed),
    };
  if (query.by === "date and child")
    return {
      columns: sql`${bucket(query.range, query.group)} as date, id as child_id`,
      group: sql`group by 1, id`,
      own: children,
      stretches: stretchesOf(query.range, query.group, closed),
    };
  const stretches = stretchesOf(query.range, null, closed);
  if (query.by === "child")
    return {
      columns: sql`null::date as date, id as child_id`,
      group: sql`group by id`,
      own: children,
      stretches,
    };
  return {
    columns: sql`null::date as date, null::bigint as child_id`,
    group: sql``,
    own,
    stretches,
  };
}

async function readAds(db: Executor, query: AdQuery, closed: Day): Promise<AdRow[]> {
  const { columns, group, own, stretches } = shapeOf(query, closed);
  const some =
    query.by === "nothing" ? sql`` : sql`having sum(impressions) <> 0 or sum(revenue) <> 0`;
  const { rows } = await sql<Omit<AdRow, "revenue"> & { revenue: string }>`
    select ${columns}, coalesce(sum(impressions), 0)::bigint as impressions,
      coalesce(sum(revenue), 0)::text as revenue
    from ${within("ad_rollups", own, stretches)} ${group} ${some}
    order by date, impressions desc, child_id`.execute(db);
  return rows.map((row) => ({ ...row, revenue: BigInt(row.revenue) }));
}

async function readAudience(
  db: Executor,
  query: AudienceQuery,
  closed: Day,
): Promise<AudienceRow[]> {
  const { columns, group, own, stretches } = shapeOf(query, closed);
  const some = query.by === "nothing" ? sql`` : sql`having sum(plays) <> 0 or sum(downloads) <> 0`;
  const { rows } = await sql<AudienceRow>`
    select ${columns}, coalesce(sum(plays), 0)::bigint as plays,
      coalesce(sum(downloads), 0)::bigint as downloads
    from ${within("audience_rollups", own, stretches)} ${group} ${some}
    order by date, coalesce(sum(plays + downloads), 0) desc, child_id`.execute(db);
  return rows;
}

/** One scope's rows in these stretches. */
const detailsOf = ({ scope }: NameQuery | ListenerQuery, stretches: Stretches) =>
  within("audience_rollups", rowsOf("audience", scope).own, stretches);

async function readNames(
  db: Executor,
  names: KnownNames,
  query: NameQuery,
  closed: Day,
): Promise<NameRow[]> {
  const dated = query.by === "date and name";
  const stretches = stretchesOf(query.range, dated ? query.group : null, closed);
  const date = dated ? bucket(query.range, query.group) : sql`null::date`;
  const { rows } = await sql<PackedNames>`
    select ${date} as date, names from ${detailsOf(query, stretches)} order by 1`.execute(db);
  return names.read(rows, query);
}

async function readListeners(
  db: Executor,
  query: ListenerQuery,
  closed: Day,
): Promise<ListenerRow[]> {
  const read = (hashes: RawBuilder<unknown>) => readSketches(db, query, closed, hashes);
  const listeners = listenersByDate(await read(BEGINNING)) ?? listenersByDate(await read(WHOLE));
  if (listeners === null) throw new Error("a rollup has fewer hashes of listeners than its count");
  return listeners;
}

/** How many hashes of each of `n` sketches to read: the smallest of all are mostly within twice an equal share. */
const BEGINNING = sql`2 * ${sql.lit(SKETCH_SIZE)} / n + 64`;
const WHOLE = sql.lit(SKETCH_SIZE);

type Sketched = Readonly<{
  date: Day;
  hashes: number;
  largest: string;
  /** null for the only sketch of its bucket. */
  listeners: Buffer | null;
}>;

/** Sketches by date, with at most the given number of hashes each. */
async function readSketches(
  db: Executor,
  query: ListenerQuery,
  closed: Day,
  most: RawBuilder<unknown>,
): Promise<Sketched[]> {
  const stretches = stretchesOf(query.range, query.group, closed);
  // The only sketch of a bucket needs no union, which is the case for most days of a year.
  const { rows } = await sql<Sketched>`
    select date, hashes, largest::text as largest,
      case when n > 1 then substr(listeners, 1, (${sql.lit(HASH_BYTES)} * (${most}))::integer) end as listeners
    from (
      select *, count(*) over (partition by date) as n from (
        select ${bucket(query.range, query.group)} as date, hashes, largest, listeners
        from ${detailsOf(query, stretches)}
      ) heard where hashes > 0
    ) counted order by date`.execute(db);
  return rows;
}

/** null if the query has to read more of the sketches. */
function listenersByDate(sketches: readonly Sketched[]): ListenerRow[] | null {
  const buckets: ListenerRow[] = [];
  for (const [date, own] of Map.groupBy(sketches, (sketch) => sketch.date)) {
    const listeners = countListeners(own);
    if (listeners === null) return null;
    buckets.push({ date, listeners });
  }
  return buckets;
}

function countListeners(sketches: readonly Sketched[]): number | null {
  const beginnings = sketches.flatMap(({ hashes, listeners }) => {
    if (listeners === null) return [];
    const own = unpackHashes(listeners);
    return { hashes: own, isWhole: own.length === hashes };
  });
  const [only] = sketches;
  if (beginnings.length === 0 && only !== undefined)
    return estimateListeners(only.hashes, BigInt(only.largest));
  const united = uniteHashSketches(beginnings);
  return united && estimateListeners(united.length, united.at(-1) ?? 0n);
}
