/**
 * Aggregates plays and downloads into the rollups. Sums in JavaScript, because packing them in SQL takes several times
 * as long.
 */
import type { RawBuilder } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { type Day, dayOf } from "../../../../platform/statistics/calendar.ts";
import type { EpisodeDay } from "../ages/store.ts";
import type { Part } from "../aggregation/store.ts";
import {
  type NameCounter,
  openNameCounter,
  packHashes,
  packNames,
  uniteSketches,
  unpackHashes,
} from "../packing.ts";
import { SPANS } from "../rules.ts";
import { ensureYearsOf } from "../years/store.ts";
import { type Packed, unpack } from "./columns.ts";
import { addUp, type Cell, type Counters, type Tally } from "./rules.ts";
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
 * `closedUntil`. Returns what it added to the days of episodes. Call it in a transaction with the rollup lock.
 */
export async function addAudience(
  db: Executor,
  part: Pick<Part, "downloads" | "tables">,
  closedUntil: Day,
): Promise<EpisodeDay[]> {
  const days: EpisodeDay[] = [];
  const counters = { names: openNameCounter(), hours: openNameCounter() };
  let waiting: Packed[] = [];
  let rows = 0;
  const flush = async (): Promise<void> => {
    if (rows > 0) days.push(...(await addRows(db, waiting, counters, closedUntil)));
    [waiting, rows] = [[], 0];
  };
  for (const condition of part.downloads) {
    const packed = await readNamed(db, part.tables.downloads, condition);
    waiting.push(packed);
    rows += packed.length;
    if (rows >= TOGETHER) await flush();
  }
  await flush();
  return days;
}

/** Reads rows, and first assigns ids to names that have none. */
async function readNamed(
  db: Executor,
  downloads: string,
  condition: RawBuilder<unknown>,
): Promise<Packed> {
  await planForReading(db);
  const packed = await readListening(db, downloads, condition);
  if (!packed.names.includes(NO_NAME)) return packed;
  for (let at = 0; at < packed.names.length; at += NO_NAME.length)
    if (packed.names.readInt32BE(at) === 0) {
      await learnNames(db, downloads, condition);
      return await readListening(db, downloads, condition);
    }
  return packed;
}

const NO_NAME = Buffer.alloc(4);

async function addRows(
  db: Executor,
  packed: readonly Packed[],
  counters: Counters,
  closedUntil: Day,
): Promise<EpisodeDay[]> {
  const heard = unpack(packed);
  await ensureYearsOf(db, [...new Set(heard.days)].map(dayOf));
  await planForWriting(db);
  const tally = addUp(heard, closedUntil);
  const days: EpisodeDay[] = [];
  for (let start = 0; start < tally.cells.length; start += WRITTEN) {
    const cells = tally.cells.slice(start, start + WRITTEN);
    days.push(...(await addCells(db, tally, cells, counters)));
  }
  return days;
}

/** Adds each cell to its rollup row, or inserts the row. Returns the days of episodes. */
async function addCells(
  db: Executor,
  tally: Tally,
  cells: readonly Cell[],
  counters: Counters,
): Promise<EpisodeDay[]> {
  const counted = cells.map((cell) => {
    const { plays, downloads, sketch } = tally.count(cell, counters);
    const added = { names: packNames(counters.names), hours: packNames(counters.hours) };
    return { cell, plays, downloads, sketch, added, least: sketch[0] ?? null };
  });
  const present = new Map((await findPresent(db, counted)).map((row) => [row.place, row] as const));
  const [fresh, known]: [Sum[], Sum[]] = [[], []];
  for (const [index, { cell, plays, downloads, sketch, added }] of counted.entries()) {
    const row = present.get(index);
    const sum = { cell, plays, downloads };
    if (row === undefined) fresh.push({ ...sum, ...added, sketch: spellSketch(sketch) });
    else {
      const united =
        row.listeners === null ? null : uniteSketches([unpackHashes(row.listeners), sketch]);
      known.push({
        ...sum,
        names: sumPacked(counters.names, [row.names, added.names]),
        hours: sumPacked(counters.hours, [row.hours, added.hours]),
        sketch: united && spellSketch(united),
      });
    }
  }
  await insertCells(db, fresh);
  await updateCells(db, known);
  return counted.flatMap(({ cell, added }) =>
    cell.level === 0 && cell.span === SPANS.day
      ? [{ episode_id: cell.id, day: cell.start, hours: added.hours }]
      : [],
  );
}

function sumPacked(counter: NameCounter, packed: readonly Buffer[]): Buffer {
  for (const bytes of packed) counter.addPacked(bytes);
  return packNames(counter);
}

const spellSketch = (sketch: BigInt64Array): Sum["sketch"] => ({
  hashes: sketch.length,
  largest: sketch.at(-1) ?? null,
  listeners: packHashes(sketch),
});
