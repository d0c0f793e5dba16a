/** SQL of lists of all episodes that a person may edit, over all shows: filtered, in any order, page by page. */
import { type OrderByItemBuilder, type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { containing } from "../../../../platform/db/like.ts";
import { editableShowIds } from "../../shows/editable/store.ts";
import type { EpisodeSort, EpisodeState } from "./rules.ts";

/** What a list of editable episodes shows. */
export type EditableEpisodesQuery = Readonly<{
  /** Whose shows; null if `show_id` names one that the caller may edit, as an admin may edit those of others. */
  user_id: number | null;
  /** Only this show's; null: those of all shows. */
  show_id: number | null;
  /** null: all states. */
  state: EpisodeState | null;
  /** Only titles that contain it; empty: all. */
  q: string;
  /** Only this season. */
  season?: number | null;
  /** Only episodes with this tag, in capitals or not; empty: all. */
  tag?: string;
  sort: EpisodeSort | FurtherSort;
  descending: boolean;
  limit: number;
  offset: number;
}>;

/** An order by figures of another feature: `episode_id` and `value`. Episodes without a value come last. */
type FurtherSort = Readonly<{ values: RawBuilder<unknown> }>;

type Matching = Pick<EditableEpisodesQuery, "user_id" | "show_id" | "q" | "season" | "tag">;

/** Each episode is in one state: the first of these that applies is what its editor has to know. */
const STATE = sql<EpisodeState>`case
  when episodes.type <> 'DRAFT' and episodes.encoding_status = 'ERROR' then 'error'
  when episodes.type <> 'DRAFT' and episodes.encoding_status in ('PENDING', 'PROCESSING') then 'processing'
  when episodes.published_at is null and episodes.auto_published_at is not null then 'scheduled'
  when episodes.published_at is null then 'draft'
  when episodes.hidden then 'hidden'
  when episodes.visibility = 'PRIVATE' then 'private'
  when episodes.visibility = 'LIMITED' then 'limited'
  else 'published' end`;

/** Seconds since 1970 of published episodes; drafts are above all of these, and what is scheduled is above all drafts. */
const PLAN = sql`case
  when episodes.published_at is not null then date_part('epoch', episodes.published_at)
  when episodes.auto_published_at is null then 1e13 + date_part('epoch', episodes.updated_at)
  else 1e14 - date_part('epoch', episodes.auto_published_at) end`;

/** Drafts have no date; they count as the newest. */
const SORTS: Record<EpisodeSort, ReturnType<typeof sql>> = {
  plan: PLAN,
  date: sql`coalesce(episodes.published_at, episodes.auto_published_at, 'infinity')`,
  title: sql`lower(episodes.title)`,
  show: sql`lower(shows.title)`,
  duration: sql`episodes.duration`,
  updated: sql`episodes.updated_at`,
  downloads: sql`coalesce(episode_plays.plays_count + episode_plays.downloads_count, 0)`,
  state: STATE,
  season: sql`coalesce(episodes.season_number, 0) * 1000000::bigint + coalesce(episodes.episode_number, 0)`,
};

/** The matching episodes; `show_id` narrows the person's shows and never widens them. */
const selectEditable = (db: Executor, { user_id, show_id, q, season = null, tag = "" }: Matching) =>
  db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .where("episodes.deleted_at", "is", null)
    .$if(user_id !== null, (query) =>
      query.where("episodes.show_id", "in", editableShowIds(db, user_id ?? 0)),
    )
    .$if(show_id !== null || user_id === null, (query) =>
      query.where("episodes.show_id", "=", show_id ?? 0),
    )
    .$if(q !== "", (query) => query.where("episodes.title", "ilike", containing(q)))
    .$if(season !== null, (query) => query.where("episodes.season_number", "=", season))
    .$if(tag !== "", (query) =>
      query.where(
        sql<boolean>`exists (select from unnest(episodes.tags) tag where lower(tag) = lower(${tag}))`,
      ),
    );

const NONE = sql`select null::bigint as episode_id, null::bigint as value where false`;

/** A page of the episodes, each with the `total` of all pages. Only ids are ordered; the rest is read for the page alone. */
export function listEditableEpisodes(db: Executor, query: EditableEpisodesQuery) {
  const { state, sort, descending, limit, offset } = query;
  const direction = descending ? "desc" : "asc";
  const ordered = (by: OrderByItemBuilder) => by[direction]().nullsLast();
  const order = typeof sort === "string" ? SORTS[sort] : sql`further.value`;
  const further = typeof sort === "string" ? NONE : sort.values;
  const page = selectEditable(db, query)
    .$if(sort === "downloads", (builder) =>
      builder.leftJoin("episode_plays", "episode_plays.episode_id", "episodes.episode_id"),
    )
    .leftJoin(sql<{ episode_id: number }>`(${further})`.as("further"), (join) =>
      join.onRef("further.episode_id", "=", "episodes.episode_id"),
    )
    .$if(state !== null, (builder) => builder.where(STATE, "=", state))
    .select(["episodes.episode_id", order.as("value"), sql<number>`count(*) over ()`.as("total")])
    .orderBy("value", ordered)
    .orderBy("episodes.episode_id", direction)
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom(page.as("page"))
    .innerJoin("episodes", "episodes.episode_id", "page.episode_id")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .leftJoin("episode_plays", "episode_plays.episode_id", "episodes.episode_id")
    .leftJoin("images", (join) =>
      join.on("images.image_id", "=", sql`coalesce(episodes.image_id, shows.image_id)`),
    )
    .select([
      "episodes.episode_id",
      "episodes.show_id",
      "shows.title as show_title",
      "episodes.title",
      "episodes.type",
      "episodes.duration",
      "episodes.season_number",
      "episodes.episode_number",
      "episodes.season_episode_type",
      "episodes.visibility",
      "episodes.hidden",
      "episodes.explicit",
      "episodes.tags",
      "episodes.published_at",
      "episodes.auto_published_at",
      "episodes.encoding_status",
      "episodes.encoding_progress",
      "episodes.encoding_error",
      "episodes.updated_at",
      "episodes.revision",
      sql<number>`coalesce(episode_plays.plays_count, 0)`.as("plays_count"),
      sql<number>`coalesce(episode_plays.downloads_count, 0)`.as("downloads_count"),
      sql<boolean>`(episodes.media_key is not null or episodes.type = 'EXTERNAL')`.as("has_audio"),
      STATE.as("state"),
      "page.total",
      "images.square_key",
      "images.upright_key",
    ])
    .orderBy("page.value", ordered)
    .orderBy("episodes.episode_id", direction)
    .execute();
}

/** The numbers of the matching episodes by state, for the filter above a list. */
export async function countEditableStates(
  db: Executor,
  query: Matching,
): Promise<Map<EpisodeState, number>> {
  const rows = await selectEditable(db, query)
    .select([STATE.as("state"), sql<number>`count(*)`.as("count")])
    .groupBy(sql`1`)
    .execute();
  return new Map(rows.map(({ state, count }) => [state, count]));
}

type ShowEpisodes = Readonly<{
  counts: ReadonlyMap<EpisodeState, number>;
  /** When one of them was last changed. */
  changed_at: Date;
}>;

/** The numbers of episodes of each of these shows by state, as the filter of their lists counts them. Others have none. */
export async function countStatesOfShows(
  db: Executor,
  ids: readonly number[],
): Promise<Map<number, ShowEpisodes>> {
  const rows = await db
    .selectFrom("episodes")
    .select(["episodes.show_id", STATE.as("state"), sql<number>`count(*)`.as("count")])
    .select(sql<Date>`max(episodes.updated_at)`.as("changed_at"))
    .where("episodes.show_id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("episodes.deleted_at", "is", null)
    .groupBy(["episodes.show_id", sql`2`])
    .execute();
  const shows = Map.groupBy(rows, ({ show_id }) => show_id);
  return new Map(
    [...shows].map(([id, all]) => {
      const counts = new Map(all.map(({ state, count }) => [state, count]));
      const changes = all.map(({ changed_at }) => changed_at.getTime());
      return [id, { counts, changed_at: new Date(Math.max(...changes)) }];
    }),
  );
}

/** The seasons of the episodes, and the tags that most of them have, for the filters above a list. */
export async function listFacets(
  db: Executor,
  query: Pick<Matching, "user_id" | "show_id">,
  limit: number,
): Promise<{ seasons: number[]; tags: string[] }> {
  const matching = selectEditable(db, { ...query, q: "" });
  const [seasons, { rows }] = await Promise.all([
    matching
      .select("episodes.season_number")
      .distinct()
      .where("episodes.season_number", "is not", null)
      .orderBy("episodes.season_number")
      .limit(limit)
      .execute(),
    sql<{ tag: string }>`
      select min(tag) as tag from (${matching.select("episodes.tags")}) listed, unnest(listed.tags) tag
      group by lower(tag) order by count(*) desc, lower(tag) limit ${limit}`.execute(db),
  ]);
  return {
    seasons: seasons.flatMap(({ season_number }) => season_number ?? []),
    tags: rows.map(({ tag }) => tag),
  };
}

/** What is or will be published in a span of time, first things first, with its `date`. */
export const listDated = (
  db: Executor,
  query: Pick<Matching, "user_id" | "show_id">,
  { from, to, limit }: Readonly<{ from: Date; to: Date; limit: number }>,
) => {
  const date = sql<Date>`coalesce(episodes.published_at, episodes.auto_published_at)`;
  return selectEditable(db, { ...query, q: "" })
    .select([
      "episodes.episode_id",
      "episodes.show_id",
      "shows.title as show_title",
      "episodes.title",
      date.as("date"),
      STATE.as("state"),
      sql<boolean>`episodes.published_at is null`.as("is_ahead"),
    ])
    .where(date, ">=", from)
    .where(date, "<", to)
    .orderBy(date)
    .orderBy("episodes.episode_id")
    .limit(limit)
    .execute();
};

/** What is scheduled in the person's shows in a span of time, first things first. */
export const listScheduled = (
  db: Executor,
  user_id: number,
  { from, to, limit }: Readonly<{ from: Date; to: Date; limit: number }>,
) =>
  selectEditable(db, { user_id, show_id: null, q: "" })
    .select([
      "episodes.episode_id",
      "episodes.show_id",
      "shows.title as show_title",
      "episodes.title",
      "episodes.auto_published_at",
      "episodes.encoding_status",
      "episodes.type",
    ])
    .where("episodes.auto_published_at", ">=", from)
    .where("episodes.auto_published_at", "<", to)
    .orderBy("episodes.auto_published_at")
    .orderBy("episodes.episode_id")
    .limit(limit)
    .execute();
