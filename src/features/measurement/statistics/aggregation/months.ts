/** Computes the monthly rows of the rollups from the daily rows. */
import type { Executor } from "../../../../platform/db/database.ts";
import { type Day, numberOf } from "../../../../platform/statistics/calendar.ts";
import {
  type NameCounter,
  openNameCounter,
  packHashes,
  packNames,
  uniteSketches,
  unpackHashes,
} from "../packing.ts";
import { SPANS } from "../rules.ts";
import { insertCells, type Sum } from "../tallying/store.ts";
import { clearMonth, type DayRow, orderDays, readDays, writeAdMonth } from "./store.ts";

/** The number of rows read, and about as many written, at a time. */
const TOGETHER = 5_000;

/** Replaces the rows of a month, and sorts its days. Call it in a transaction with the rollup lock. */
export async function writeMonth(db: Executor, month: Day): Promise<void> {
  await clearMonth(db, month);
  await orderDays(db, month);
  await writeAdMonth(db, month);
  const names = openNameCounter();
  const start = numberOf(month);
  let sums: Sum[] = [];
  let alike: DayRow[] = [];
  const finish = (): void => {
    if (alike.length > 0) sums.push(sumDays(alike, start, names));
    alike = [];
  };
  for await (const rows of readDays(db, month, TOGETHER)) {
    for (const row of rows) {
      const [first = row] = alike;
      if (!belongTogether(first, row)) finish();
      alike.push(row);
    }
    if (sums.length < TOGETHER) continue;
    await insertCells(db, sums);
    sums = [];
  }
  finish();
  await insertCells(db, sums);
}

/** Hours are read from days only. */
const NO_HOURS = Buffer.alloc(0);

const belongTogether = (a: DayRow, b: DayRow): boolean =>
  a.level === b.level && a.id === b.id && a.parent_id === b.parent_id;

function sumDays(days: readonly DayRow[], start: number, names: NameCounter): Sum {
  const [{ level = 0, id = 0, parent_id = 0 } = {}] = days;
  let [plays, downloads] = [0, 0];
  for (const day of days) {
    plays += day.plays;
    downloads += day.downloads;
    names.addPacked(day.names);
  }
  const sketch = uniteSketches(days.map(({ listeners }) => unpackHashes(listeners)));
  return {
    cell: { level, id, span: SPANS.month, start, parent_id, chains: [] },
    plays,
    downloads,
    names: packNames(names),
    hours: NO_HOURS,
    sketch: {
      hashes: sketch.length,
      largest: sketch.at(-1) ?? null,
      listeners: packHashes(sketch),
    },
  };
}
