/** SQL of episodes at equal age. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { ageColumn } from "../../statistics/ages/rules.ts";
import type { AudienceLevel, Scope, ShowSet } from "../../statistics/schema.ts";

/** What an episode has at an age; null: not counted here at that age. */
type AgeRow = Readonly<{
  days: number;
  plays: number | null;
  downloads: number | null;
  is_complete: boolean;
}>;
export type EpisodeAgesRow = Readonly<{
  episode_id: number;
  show_id: number;
  title: string;
  published_at: Date;
  ages: readonly AgeRow[];
}>;
/** Of the episodes that are complete at this age: how many, and the median of plays and downloads together. */
export type AgeMedian = Readonly<{ days: number; episodes: number; total: number | null }>;

type AgesScope = Scope<Exclude<AudienceLevel, "episode">> | ShowSet;
export type AgesRequest = Readonly<{
  scope: AgesScope;
  days: readonly number[];
  sorting: "newest" | "oldest" | "most" | "fewest";
  /** The age that `most` and `fewest` sort by; one of `days`. */
  sortDays: number;
  limit: number;
  offset: number;
  now: Date;
  /** Only this episode; the medians are those of all. */
  episode_id?: number;
  /** Reads the best episode at this age, too; one of `days`. */
  bestDays?: number;
}>;

/** The condition on the shows of a scope. */
const SHOWS: Record<Exclude<AgesScope, ShowSet>["level"], (id: number) => RawBuilder<unknown>> = {
  show: (id) => sql`show_id = ${id}`,
  user: (id) => sql`author_id = ${id}`,
  organization: (id) =>
    sql`author_id in (select user_id from organization_networks where organization_id = ${id})`,
};

const showsOf = (scope: AgesScope): RawBuilder<unknown> =>
  scope.level === "shows"
    ? sql`show_id = any(${scope.ids}::bigint[])`
    : SHOWS[scope.level](scope.id);

/** A column of an age: plays, downloads, both together, and whether the age is complete. */
const column = (what: "plays" | "downloads" | "total" | "complete", days: number) =>
  sql.id(`${what}_${days}`);

/**
 * The published episodes of these shows as `aged`, with the columns of each age; figures are null if the episode was
 * published elsewhere, and was of that age before anything of its show was counted here.
 */
function agedOf(
  shows: RawBuilder<unknown>,
  episodes: RawBuilder<unknown>,
  ages: readonly number[],
  now: Date,
) {
  const columns = ages.map((days) => {
    const [plays, downloads] = (["plays", "downloads"] as const).map(
      (what) => sql`case when is_counted then coalesce(a.${sql.id(ageColumn(what, days))}, 0) end`,
    );
    return sql`${plays} as ${column("plays", days)}, ${downloads} as ${column("downloads", days)},
      ${plays} + ${downloads} as ${column("total", days)},
      since + ${sql.lit(`${24 * days} hours`)}::interval <= ${now}::timestamptz as ${column("complete", days)}`;
  });
  // Materialized, so that whether a figure is counted is decided once for each episode, not for each of its columns.
  return sql`own as materialized (
      select show_id, (
        select min(start) from audience_rollups r where r.level = 1 and r.id = show_id and r.span = 1
      ) as first_day
      from shows where ${shows} and deleted_at is null
    ), published as materialized (
      select e.episode_id, e.show_id, e.title, e.published_at,
        date_trunc('hour', e.published_at) as since,
        e.created_at < e.published_at + interval '1 hour'
          or (e.published_at at time zone 'UTC')::date >= own.first_day as is_counted
      from own join episodes e using (show_id)
      where e.deleted_at is null and e.type <> 'DRAFT' and e.published_at <= ${now}::timestamptz
        and ${episodes}
    ), aged as materialized (
      select episode_id, show_id, title, published_at, ${sql.join(columns)}
      from published left join episode_ages a using (episode_id)
    )`;
}

/** The ages of these episodes, by id; unpublished ones have none. */
export async function readAgesOf(
  db: Executor,
  episodes: readonly Readonly<{ episode_id: number; show_id: number }>[],
  { days, now }: Readonly<{ days: readonly number[]; now: Date }>,
): Promise<Map<number, EpisodeAgesRow["ages"]>> {
  const shows = [...new Set(episodes.map(({ show_id }) => show_id))];
  const ids = episodes.map(({ episode_id }) => episode_id);
  const aged = agedOf(
    sql`show_id = any(${shows}::bigint[])`,
    sql`e.episode_id = any(${ids}::bigint[])`,
    days,
    now,
  );
  const { rows } = await sql<Record<string, unknown>>`with ${aged} select * from aged`.execute(db);
  return new Map(rows.map((row) => [Number(row.episode_id), ofRow(row, days).ages]));
}

/**
 * Plays and downloads at an age, as `value` by `episode_id`, for an order of other lists. Null if the episode has not
 * reached the age, as in `most`. `shows`: a query of ids, in parentheses.
 */
export function selectTotalsAt(
  shows: RawBuilder<unknown>,
  { days, now }: Readonly<{ days: number; now: Date }>,
): RawBuilder<unknown> {
  const aged = agedOf(sql`show_id in ${shows}`, sql`true`, [days], now);
  return sql`with ${aged} select episode_id,
    case when ${column("complete", days)} then ${column("total", days)} end as value from aged`;
}

/** Episodes that have not reached the age come last. */
function orderOf({
  sorting,
  sortDays,
}: Pick<AgesRequest, "sorting" | "sortDays">): RawBuilder<unknown> {
  if (sorting === "newest") return sql`published_at desc, episode_id desc`;
  if (sorting === "oldest") return sql`published_at, episode_id`;
  const total = column("total", sortDays);
  const isComparable = sql`${column("complete", sortDays)} and ${total} is not null`;
  const order = sorting === "most" ? sql`${total} desc nulls last` : sql`${total} nulls last`;
  return sql`(${isComparable}) desc, ${order}, published_at desc, episode_id desc`;
}

type AgesPage = Readonly<{
  /** One more than `limit`, if there are. */
  episodes: EpisodeAgesRow[];
  total: number;
  medians: AgeMedian[];
  /** undefined: not asked for, or there is no episode. */
  best: EpisodeAgesRow | undefined;
}>;

/** One statement for the page, how many episodes there are, the medians of all, and the best of them. */
export async function readAges(db: Executor, request: AgesRequest): Promise<AgesPage> {
  const { scope, days: ages, now, limit, offset, bestDays } = request;
  const aged = agedOf(showsOf(scope), sql`true`, ages, now);
  const medians = ages.map((days) => {
    const total = column("total", days);
    const isComparable = sql`filter (where ${column("complete", days)} and ${total} is not null)`;
    return sql`count(*) ${isComparable} as ${sql.id(`episodes_${days}`)},
      percentile_cont(0.5) within group (order by ${total}) ${isComparable} as ${sql.id(`median_${days}`)}`;
  });
  const { rows } = await sql<Record<string, unknown>>`
    with ${aged}
    select * from (select count(*) as total, ${sql.join(medians)} from aged) medians
    left join (
      (select *, false as is_best from aged
      ${request.episode_id === undefined ? sql`` : sql`where episode_id = ${request.episode_id}`}
      order by ${orderOf(request)} limit ${limit + 1} offset ${offset})
      ${bestDays === undefined ? sql`` : bestAt(bestDays)}
    ) page on true
    order by is_best, ${orderOf(request)}`.execute(db);
  const best = rows.find(({ is_best }) => is_best === true);
  return {
    episodes: rows.filter(({ is_best }) => is_best === false).map((row) => ofRow(row, ages)),
    best: best && ofRow(best, ages),
    total: Number(rows[0]?.total),
    medians: ages.map((days) => ({
      days,
      episodes: Number(rows[0]?.[`episodes_${days}`]),
      total: rows[0]?.[`median_${days}`] as number | null,
    })),
  };
}

/** The best of `aged` at an age, beside the episodes of the page. */
const bestAt = (sortDays: number): RawBuilder<unknown> => sql`union all
      (select *, true as is_best from aged order by ${orderOf({ sorting: "most", sortDays })} limit 1)`;

const ofRow = (row: Record<string, unknown>, ages: readonly number[]): EpisodeAgesRow => ({
  ...(row as Pick<EpisodeAgesRow, "episode_id" | "show_id" | "title" | "published_at">),
  ages: ages.map((days) => ({
    days,
    plays: row[`plays_${days}`] as number | null,
    downloads: row[`downloads_${days}`] as number | null,
    is_complete: row[`complete_${days}`] === true,
  })),
});
