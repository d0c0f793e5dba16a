/** All SQL that reads the displayed fields of found documents. */
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Episodes } from "../../../platform/db/rows.ts";
import type { Kind } from "./scope.ts";

const SOURCES = {
  shows: { table: sql.table("shows"), id: "show_id" },
  episodes: { table: sql.table("episodes"), id: "episode_id" },
} as const;

/** The displayed fields of a show. `byline`: who made it; of an episode, also its show. */
export type FoundShow = {
  show_id: number;
  title: string;
  byline: string;
  author_id: number;
  square_key: string | null;
  upright_key: string | null;
};

/** The displayed fields of an episode and its show. */
export type FoundEpisode = FoundShow &
  Pick<Selectable<Episodes>, "episode_id" | "type" | "duration" | "published_at"> & {
    download_enabled: boolean;
    show_title: string;
    show_author_id: number;
    show_square_key: string | null;
    show_upright_key: string | null;
  };

type FoundRows = { shows: FoundShow; episodes: FoundEpisode };
export type FoundRow = FoundRows[Kind];

export const isEpisode = (row: FoundRow): row is FoundEpisode => "episode_id" in row;

/** Reads the displayed fields of the record with the id, or with any of the ids. */
export const ROWS: Readonly<Record<Kind, (id: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  shows: (id) => sql`
    select s.show_id, s.title, concat_ws(' ', s.author_name, u.fullname) as byline, s.author_id, i.square_key, i.upright_key
    from shows s join users u on u.user_id = s.author_id left join images i on i.image_id = s.image_id
    where s.show_id = ${id}`,
  episodes: (id) => sql`
    select e.episode_id, e.type, e.title, concat_ws(' ', s.title, s.author_name, u.fullname) as byline, e.duration,
      e.show_id, e.author_id, e.published_at, e.download_enabled, i.square_key, i.upright_key, s.title as show_title,
      s.author_id as show_author_id, c.square_key as show_square_key, c.upright_key as show_upright_key
    from episodes e join shows s using (show_id) join users u on u.user_id = e.author_id
    left join images c on c.image_id = s.image_id left join images i on i.image_id = coalesce(e.image_id, s.image_id)
    where e.episode_id = ${id}`,
};

/** The displayed fields of records, in no particular order. */
export async function readRows<K extends Kind>(
  db: Executor,
  kind: K,
  ids: readonly number[],
): Promise<FoundRows[K][]> {
  const among = sql`any((select ${ids}::bigint[])::bigint[])`;
  const { rows } = await sql<FoundRows[K]>`${ROWS[kind](among)}`.execute(db);
  return rows;
}

/** The displayed fields of records, in the order of their ids; those deleted in the meantime are missing. */
export async function readInOrder<K extends Kind>(
  db: Executor,
  kind: K,
  ids: readonly number[],
): Promise<FoundRows[K][]> {
  if (ids.length === 0) return [];
  const rows = await readRows(db, kind, ids);
  const byId = new Map(rows.map((row) => [isEpisode(row) ? row.episode_id : row.show_id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What a result page shows of documents to tell why they were found; HTML in descriptions is not removed. */
export async function readReasons(
  db: Executor,
  kind: Kind,
  ids: readonly number[],
): Promise<{ id: number; author: string; description: string }[]> {
  const wanted = sql`any((select ${ids}::bigint[])::bigint[])`;
  const { rows } =
    kind === "shows"
      ? await sql<{ id: number; author: string; description: string }>`
        select show_id as id, coalesce(author_name, fullname) as author, left(s.description, 5000) as description
        from shows s join users on user_id = author_id where show_id = ${wanted}`.execute(db)
      : await sql<{ id: number; author: string; description: string }>`
        select episode_id as id, s.title as author, left(e.description, 5000) as description
        from episodes e join shows s using (show_id) where episode_id = ${wanted}`.execute(db);
  return rows;
}

/** The number of documents in each language and category; for shows, or for the shows of episodes. */
export async function countFacets(db: Executor, kind: Kind, ids: readonly number[]) {
  const { table, id } = SOURCES[kind];
  const { rows } = await sql<{ language: string; category_id: number | null; count: number }>`
    with found as (
      select s.language, array[s.category_id, s.category_2_id, s.category_3_id] as categories
      from ${table} d join shows s on s.show_id = d.show_id
      where d.${sql.ref(id)} = any((select ${ids}::bigint[])::bigint[]))
    select language, null::integer as category_id, count(*) from found group by language
    union all
    select null, category, count(*) from found, unnest(categories) category
    where category is not null group by category`.execute(db);
  return rows;
}
