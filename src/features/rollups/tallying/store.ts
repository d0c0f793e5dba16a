/** SQL that reads plays and downloads to add up, and writes the sums into the rollups. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Part } from "../folding/store.ts";
import { SKETCH_SIZE } from "../rules.ts";
import { DIMENSIONS } from "../schema.ts";
import type { Cell, Counted, Heard } from "./rules.ts";

export type HeardRow = Heard &
  Readonly<{ source: string; device: string; os: string; os_kind: string; country: string }>;

/** The first 8 bytes of the listener's key as a number: it is an HMAC, so any part of it is a hash. */
const hash = sql`('x' || encode(substr(listener, 1, 8), 'hex'))::bit(64)::bigint`;

/** Opens a cursor over the plays and downloads of a part; one a transaction. */
export async function openHeard(db: Executor, part: Part): Promise<void> {
  await sql`
    declare heard no scroll cursor for
    select (l.window_start at time zone 'UTC')::date as day, episode_id, show_id, author_id,
      organization_id, purpose, quantity, (${hash})::text as hash,
      source, device, os_kind, os, coalesce(country, '') as country
    from downloads l where ${part.downloads}`.execute(db);
}

/** The next rows of the cursor, up to `most`; none at its end. */
export async function fetchHeard(db: Executor, most: number): Promise<HeardRow[]> {
  const { rows } = await sql<HeardRow>`fetch ${sql.lit(most)} from heard`.execute(db);
  return rows;
}

export async function closeHeard(db: Executor): Promise<void> {
  await sql`close heard`.execute(db);
}

export type Name = Readonly<{ dimension: number; kind: string; name: string }>;

/** The id of every name, for each dimension by its kind, a slash and the name. */
export async function readNameIds(db: Executor): Promise<Map<string, number>[]> {
  const rows = await db.selectFrom("audience_names").selectAll().execute();
  const ids = DIMENSIONS.map(() => new Map<string, number>());
  for (const { dimension, kind, name, name_id } of rows)
    ids[dimension]?.set(`${kind}/${name}`, name_id);
  return ids;
}

/** Gives ids to names that have none. */
export async function insertNames(
  db: Executor,
  names: readonly Name[],
): Promise<(Name & { name_id: number })[]> {
  return db
    .insertInto("audience_names")
    .values([...names])
    .returningAll()
    .execute();
}

/** An array as PostgreSQL spells it; of what needs no quotes. */
const spelled = (values: readonly unknown[]): string => `{${values.join(",")}}`;
/** An array of such arrays, which need not be of one length. */
const nested = (values: readonly string[]): string =>
  values.length === 0 ? "{}" : `{"${values.join('","')}"}`;

/** The keys of these cells as a relation `k`, with their places from 1 on. */
const keysOf = (cells: readonly Cell[]) => sql`
  unnest(${spelled(cells.map(({ level }) => level))}::smallint[],
    ${spelled(cells.map(({ id }) => id))}::bigint[],
    ${spelled(cells.map(({ span }) => span))}::smallint[],
    ${spelled(cells.map(({ start }) => start))}::date[],
    ${spelled(cells.map(({ parent_id }) => parent_id))}::bigint[]`;

type Present = Counted & {
  /** Of the cell, from 1 on. */
  place: number;
  /** The largest hash of a sketch that is full. */
  bound: bigint | null;
};

/** What the rollups hold already of these cells. */
export async function findPresent(db: Executor, cells: readonly Cell[]): Promise<Present[]> {
  const { rows } = await sql<{
    place: number;
    names: string;
    counts: string;
    bound: string | null;
  }>`
    select place, names::text, counts::text,
      case when cardinality(listeners) = ${sql.lit(SKETCH_SIZE)}
        then listeners[${sql.lit(SKETCH_SIZE)}] end::text as bound
    from ${keysOf(cells)}) with ordinality as k (level, id, span, start, parent_id, place)
    join audience_rollups r using (level, id, span, start, parent_id)`.execute(db);
  return rows.map(({ place, names, counts, bound }) => ({
    place,
    names: numbersOf(names),
    counts: numbersOf(counts),
    bound: bound === null ? null : BigInt(bound),
  }));
}

const numbersOf = (array: string): number[] =>
  array === "{}" ? [] : array.slice(1, -1).split(",").map(Number);

/** A cell ready to be written: its names counted, its hashes a sketch. */
export type Sum = Counted & Readonly<{ cell: Cell; hashes: readonly bigint[] }>;

/** Keys and sums as a relation `v`. */
function valuesOf(sums: readonly Sum[]) {
  const cells = sums.map(({ cell }) => cell);
  return sql`${keysOf(cells)},
    ${spelled(cells.map(({ plays }) => plays))}::bigint[],
    ${spelled(cells.map(({ downloads }) => downloads))}::bigint[],
    ${nested(sums.map(({ names }) => spelled(names)))}::text[],
    ${nested(sums.map(({ counts }) => spelled(counts)))}::text[],
    ${nested(sums.map(({ hashes }) => spelled(hashes)))}::text[]
  ) as v (level, id, span, start, parent_id, plays, downloads, names, counts, listeners)`;
}

/** Writes rows that are not there yet. */
export async function insertCells(db: Executor, sums: readonly Sum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into audience_rollups
      (level, id, span, start, parent_id, plays, downloads, names, counts, listeners)
    select level, id, span, start, parent_id, plays, downloads,
      names::integer[], counts::bigint[], listeners::bigint[]
    from ${valuesOf(sums)}`.execute(db);
}

/** Adds to rows that are there: plays, downloads and hashes; names as they now are altogether. */
export async function updateCells(db: Executor, sums: readonly Sum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    update audience_rollups r
    set plays = r.plays + v.plays, downloads = r.downloads + v.downloads,
      names = v.names::integer[], counts = v.counts::bigint[],
      listeners = case v.listeners when '{}' then r.listeners else array(
        select distinct h from unnest(r.listeners || v.listeners::bigint[]) as h
        order by h limit ${sql.lit(SKETCH_SIZE)}) end
    from ${valuesOf(sums)}
    where r.level = v.level and r.id = v.id and r.span = v.span and r.start = v.start
      and r.parent_id = v.parent_id`.execute(db);
}
