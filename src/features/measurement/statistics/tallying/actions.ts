/**
 * Aggregates plays and downloads into the rollups. Sums in JavaScript, because packing them in SQL takes several times
 * as long.
 */
import type { RawBuilder } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { type Day, dayOf } from "../../../../platform/statistics/calendar.ts";
import {
  type NameCounter,
  openNameCounter,
  packHashes,
  packNames,
  uniteSketches,
  unpackHashes,
} from "../packing.ts";
import { ensureYearsOf } from "../years/store.ts";
import { type Packed, unpack } from "./columns.ts";
import { addUp, type Cell, type Tally } from "./rules.ts";
import {
  findPresent,
  insertCells,
  learnNames,
  planForReading,
  planForWriting,
  readListening,
  type Sum,
  updateCells,
} from "./store.ts";

/** The approximate number of rows aggregated together: fewer cost more per row, more block this process for longer. */
const TOGETHER = 200_000;
/** Rollup rows written per statement. */
const WRITTEN = 5_000;

/**
 * Adds the plays and downloads that the conditions select, one after another, to days and to the months before
 * `closedUntil`. Call it in a transaction with the rollup lock.
 */
export async function addAudience(
  db: Executor,
  conditions: readonly RawBuilder<unknown>[],
  closedUntil: Day,
): Promise<void> {
  const names = openNameCounter();
  let waiting: Packed[] = [];
  let rows = 0;
  const flush = async (): Promise<void> => {
    if (rows > 0) await addRows(db, waiting, names, closedUntil);
    [waiting, rows] = [[], 0];
  };
  for (const condition of conditions) {
    const packed = await readNamed(db, condition);
    waiting.push(packed);
    rows += packed.length;
    if (rows >= TOGETHER) await flush();
  }
  await flush();
}

/** Reads rows, and first assigns ids to names that have none. */
async function readNamed(db: Executor, condition: RawBuilder<unknown>): Promise<Packed> {
  await planForReading(db);
  const packed = await readListening(db, condition);
  if (!packed.names.includes(NO_NAME)) return packed;
  for (let at = 0; at < packed.names.length; at += NO_NAME.length)
    if (packed.names.readInt32BE(at) === 0) {
      await learnNames(db, condition);
      return await readListening(db, condition);
    }
  return packed;
}

const NO_NAME = Buffer.alloc(4);

async function addRows(
  db: Executor,
  packed: readonly Packed[],
  names: NameCounter,
  closedUntil: Day,
): Promise<void> {
  const heard = unpack(packed);
  await ensureYearsOf(db, [...new Set(heard.days)].map(dayOf));
  await planForWriting(db);
  const tally = addUp(heard, closedUntil);
  for (let start = 0; start < tally.cells.length; start += WRITTEN)
    await addCells(db, tally, tally.cells.slice(start, start + WRITTEN), names);
}

/** Adds each cell to its rollup row, or inserts the row. */
async function addCells(
  db: Executor,
  tally: Tally,
  cells: readonly Cell[],
  names: NameCounter,
): Promise<void> {
  const counted = cells.map((cell) => {
    const { plays, downloads, sketch } = tally.count(cell, names);
    return { cell, plays, downloads, sketch, added: packNames(names), least: sketch[0] ?? null };
  });
  const present = new Map((await findPresent(db, counted)).map((row) => [row.place, row] as const));
  const [fresh, known]: [Sum[], Sum[]] = [[], []];
  for (const [index, { cell, plays, downloads, sketch, added }] of counted.entries()) {
    const row = present.get(index);
    const sum = { cell, plays, downloads };
    if (row === undefined) fresh.push({ ...sum, names: added, sketch: spellSketch(sketch) });
    else {
      names.addPacked(row.names);
      names.addPacked(added);
      const united =
        row.listeners === null ? null : uniteSketches([unpackHashes(row.listeners), sketch]);
      known.push({ ...sum, names: packNames(names), sketch: united && spellSketch(united) });
    }
  }
  await insertCells(db, fresh);
  await updateCells(db, known);
}

const spellSketch = (sketch: BigInt64Array): Sum["sketch"] => ({
  hashes: sketch.length,
  largest: sketch.at(-1) ?? null,
  listeners: packHashes(sketch),
});
