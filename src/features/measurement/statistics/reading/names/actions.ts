/** Unpacks and sums the names of rollups, which is cheaper than expanding every day's names in PostgreSQL. */
import { setImmediate } from "node:timers/promises";
import type { Executor } from "../../../../../platform/db/database.ts";
import type { Day } from "../../../../../platform/statistics/calendar.ts";
import { eachName, openNameCounter } from "../../packing.ts";
import { DIMENSIONS, type NameQuery, type NameRow } from "../../schema.ts";
import { keepMostFrequent, keepNames, orderNames } from "./rules.ts";
import { findNames, type Name } from "./store.ts";

/** A row of the rollups; null: any date. Rows of one date are adjacent. */
export type PackedNames = Readonly<{ date: Day | null; names: Buffer }>;

export type KnownNames = Readonly<{
  /** The names that the query selects, in the engine's order and with `OTHERS`. */
  read(rows: readonly PackedNames[], query: NameQuery): Promise<NameRow[]>;
}>;

/** The most names cached between queries; beyond this number all are read again. */
const REMEMBERED = 50_000;
/** Packed bytes processed before other requests get a turn: a few milliseconds of work. */
const TURN_BYTES = 500_000;

/** Caching is safe because an id never gets another name. */
export function openKnownNames(db: Executor): KnownNames {
  let known: ReadonlyMap<number, Name> = new Map();
  const namesOf = async (ids: readonly number[]): Promise<ReadonlyMap<number, Name>> => {
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length === 0) return known;
    const isFull = known.size + missing.length > REMEMBERED;
    const found = await findNames(db, isFull ? ids : missing);
    const all = isFull ? found : new Map([...known, ...found]);
    if (all.size <= REMEMBERED) known = all;
    return all;
  };
  return {
    async read(rows, query) {
      const names = await namesOf(await listIds(rows));
      return addUp(rows, names, query);
    },
  };
}

/** Every id in `rows`, once. */
async function listIds(rows: readonly PackedNames[]): Promise<number[]> {
  const ids = new Set<number>();
  const see = (id: number): void => void ids.add(id);
  await inTurns(rows, (row) => eachName(row.names, see));
  return [...ids];
}

async function addUp(
  rows: readonly PackedNames[],
  names: ReadonlyMap<number, Name>,
  query: NameQuery,
): Promise<NameRow[]> {
  const counter = openNameCounter();
  const dimension = DIMENSIONS.indexOf(query.dimension);
  const named: NameRow[] = [];
  const see = (id: number, count: number): void => {
    if (names.get(id)?.dimension === dimension) counter.add(id, count);
  };
  const keep = keeperOf(query);
  await inTurns(rows, ({ date, names: packed }, at) => {
    eachName(packed, see);
    if (at + 1 < rows.length && rows[at + 1]?.date === date) return;
    const sums: NameRow[] = [];
    counter.take((id, count) => {
      const { name = "", kind = "" } = names.get(id) ?? {};
      sums.push({ date, name, kind, count });
    });
    for (const row of keep(sums)) named.push(row);
  });
  return named;
}

/** The selection that the query makes among the names of one date. */
function keeperOf(query: NameQuery): (rows: readonly NameRow[]) => NameRow[] {
  if (query.by === "name") {
    const { most } = query;
    return most === undefined ? orderNames : (rows) => keepMostFrequent(rows, most);
  }
  if (query.names === undefined) return orderNames;
  const names = new Set(query.names);
  return (rows) => keepNames(rows, names);
}

/** Calls `work` with each row, and yields to other requests in between. */
async function inTurns(
  rows: readonly PackedNames[],
  work: (row: PackedNames, at: number) => void,
): Promise<void> {
  let bytes = 0;
  for (const [at, row] of rows.entries()) {
    work(row, at);
    bytes += row.names.length;
    if (bytes < TURN_BYTES) continue;
    bytes = 0;
    await setImmediate();
  }
}
