/** SQL that reads plays and downloads for aggregation, and writes the sums into the rollups. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { recordset } from "../../../../platform/db/recordset.ts";
import { SKETCH_SIZE } from "../rules.ts";
import type { Packed } from "./columns.ts";
import type { Cell } from "./rules.ts";

/** The names of a ledger row, one per dimension, in their order. */
const NAMES = sql`(values (0, '', l.source), (1, '', l.device), (2, l.os_kind, l.os),
  (3, '', coalesce(l.country, ''))) as v (dimension, kind, name)`;

/** Makes the planner hash the table of names in memory, and use indexes on ledgers. */
export async function planForReading(db: Executor): Promise<void> {
  await sql`
    select set_config('enable_hashjoin', 'on', true), set_config('enable_nestloop', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true)`.execute(
    db,
  );
}

/**
 * The moment that a row is booked at, in UTC: when it was counted; or else the start of its window, if that was the day
 * before (a first-touch window can cross midnight). So the hours of a day add up to the day.
 */
const moment = sql`(case when (l.at at time zone 'UTC')::date = (l.window_start at time zone 'UTC')::date
  then l.at else l.window_start end at time zone 'UTC')`;

/**
 * The plays and downloads that a condition on `l`, a row of the table `downloads`, selects, each column as one value: rows would cost the driver more
 * than the rest. The id of a name without an id is 0.
 */
export async function readListening(
  db: Executor,
  downloads: string,
  own: RawBuilder<unknown>,
): Promise<Packed> {
  const { rows } = await sql<Packed>`
    select count(*)::integer as length,
      coalesce(string_agg(int4send((l.window_start at time zone 'UTC')::date - date '1970-01-01'), ''), '') as days,
      coalesce(string_agg(substr(int4send(extract(hour from ${moment})::integer), 4), ''), '') as hours,
      coalesce(string_agg(float8send(episode_id::float8), ''), '') as episodes,
      coalesce(string_agg(float8send(show_id::float8), ''), '') as shows,
      coalesce(string_agg(float8send(author_id::float8), ''), '') as authors,
      coalesce(string_agg(float8send(coalesce(organization_id, 0)::float8), ''), '') as organizations,
      coalesce(string_agg(int4send(case purpose when 'play' then quantity else 2 * quantity end), ''), '') as marks,
      coalesce(string_agg(substr(listener, 1, 8), ''), '') as hashes,
      coalesce(string_agg(
        int8send((coalesce(source.name_id, 0)::bigint << 32) + coalesce(device.name_id, 0))
          || int8send((coalesce(os.name_id, 0)::bigint << 32) + coalesce(country.name_id, 0)), ''), '') as names
    from ${sql.table(downloads)} l
      left join audience_names source on source.dimension = 0 and source.kind = '' and source.name = l.source
      left join audience_names device on device.dimension = 1 and device.kind = '' and device.name = l.device
      left join audience_names os on os.dimension = 2 and os.kind = l.os_kind and os.name = l.os
      left join audience_names country
        on country.dimension = 3 and country.kind = '' and country.name = coalesce(l.country, '')
    where ${own}`.execute(db);
  return rows[0] as Packed;
}

/** Assigns ids to new names in the plays and downloads that a condition on `l` selects. */
export async function learnNames(
  db: Executor,
  downloads: string,
  own: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into audience_names (dimension, kind, name)
    select distinct dimension, kind, name from ${sql.table(downloads)} l cross join lateral ${NAMES} where ${own}
    except select dimension, kind, name from audience_names
    order by 1, 2, 3`.execute(db);
}

/** Makes the planner look each row up in an index: a batch touches a small part of the rollups. */
export async function planForWriting(db: Executor): Promise<void> {
  await sql`
    select set_config('enable_hashjoin', 'off', true), set_config('enable_nestloop', 'on', true)`.execute(
    db,
  );
}

/** What to add to a row: its key, and its smallest hash, if any. */
export type Wanted = Readonly<{ cell: Cell; least: bigint | null }>;

type Present = Readonly<{
  /** Index among the wanted rows, from 0. */
  place: number;
  names: Buffer;
  hours: Buffer;
  /** null: the smallest hash changes nothing, because the sketch is full of smaller ones. */
  listeners: Buffer | null;
}>;

const KEY_COLUMNS = {
  level: "smallint",
  id: "bigint",
  span: "smallint",
  start: "date",
  parent_id: "bigint",
} as const;

/** The present rollup rows for these cells. */
export async function findPresent(db: Executor, wanted: readonly Wanted[]): Promise<Present[]> {
  const cells = wanted.map(({ cell, least }, place) => ({ ...cell, least, place }));
  const { rows } = await sql<Present>`
    select w.place, names, hours,
      case when w.least < r.largest or r.hashes < ${sql.lit(SKETCH_SIZE)} and w.least is not null
        then listeners end as listeners
    from ${recordset(cells, { ...KEY_COLUMNS, least: "bigint", place: "integer" })} as w
    join audience_rollups r using (level, id, span, start, parent_id)`.execute(db);
  return rows;
}

/** A row to be written: plays and downloads to add, and the new names, hours and sketch. */
export type Sum = Readonly<{
  cell: Cell;
  plays: number;
  downloads: number;
  names: Buffer;
  /** Empty for months. */
  hours: Buffer;
  /** null: unchanged. */
  sketch: Readonly<{ hashes: number; largest: bigint | null; listeners: Buffer }> | null;
}>;

/** Keys and sums as a relation `v`. */
const valuesOf = (sums: readonly Sum[]) => {
  const rows = sums.map(({ cell, plays, downloads, names, hours, sketch }) => ({
    ...cell,
    plays,
    downloads,
    names,
    hours,
    hashes: sketch?.hashes ?? null,
    largest: sketch?.largest ?? null,
    listeners: sketch?.listeners ?? null,
  }));
  return sql`${recordset(rows, {
    ...KEY_COLUMNS,
    plays: "bigint",
    downloads: "bigint",
    names: "bytea",
    hours: "bytea",
    hashes: "integer",
    largest: "bigint",
    listeners: "bytea",
  })} as v`;
};

/** Inserts new rows. */
export async function insertCells(db: Executor, sums: readonly Sum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into audience_rollups
      (level, id, span, start, parent_id, plays, downloads, names, hours, hashes, largest, listeners)
    select level, id, span, start, parent_id, plays, downloads, names, hours, hashes, largest, listeners
    from ${valuesOf(sums)}`.execute(db);
}

/** Updates existing rows. */
export async function updateCells(db: Executor, sums: readonly Sum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    update audience_rollups r
    set plays = r.plays + v.plays, downloads = r.downloads + v.downloads, names = v.names, hours = v.hours,
      hashes = coalesce(v.hashes, r.hashes), largest = coalesce(v.largest, r.largest),
      listeners = coalesce(v.listeners, r.listeners)
    from ${valuesOf(sums)}
    where r.level = v.level and r.id = v.id and r.span = v.span and r.start = v.start
      and r.parent_id = v.parent_id`.execute(db);
}
