/** Brings plays and downloads into the rollups: added up here, because SQL takes thrice as long to pack them. */
import type { Executor } from "../../../platform/db/database.ts";
import { type Part, readClosedUntil } from "../folding/store.ts";
import { type Cell, type Counted, countNames, openTally, sketchOf } from "./rules.ts";
import {
  closeHeard,
  fetchHeard,
  findPresent,
  type HeardRow,
  insertCells,
  insertNames,
  type Name,
  openHeard,
  readNameIds,
  updateCells,
} from "./store.ts";

/** Rows that are added up together; with those of the next page if they are few. */
const PAGE = 100_000;
/** Rows of rollups that are written by one statement. */
const WRITTEN = 10_000;

/**
 * Adds the plays and downloads that `part` means. In a transaction, with the rollups locked.
 * `meanwhile` is done by the database while the first rows are added up here.
 */
export async function addAudience(
  db: Executor,
  part: Part,
  meanwhile: () => Promise<void>,
): Promise<void> {
  let other: Promise<void> | null = null;
  const ids = await readNameIds(db);
  const closedUntil = await readClosedUntil(db);
  await openHeard(db, part);
  for (;;) {
    const rows = await fetchHeard(db, PAGE);
    if (rows.length === 0) break;
    await learnNames(db, ids, rows);
    other ??= meanwhile();
    const tally = openTally(closedUntil);
    for (const row of rows) tally.add(row, idsOf(row, ids));
    await other;
    const cells = tally.cells();
    for (let start = 0; start < cells.length; start += WRITTEN)
      await addCells(db, cells.slice(start, start + WRITTEN));
  }
  await closeHeard(db);
  if (other === null) await meanwhile();
}

/** The names of a row, one for each dimension and in their order. */
const namesOf = (row: HeardRow): Name[] => [
  { dimension: 0, kind: "", name: row.source },
  { dimension: 1, kind: "", name: row.device },
  { dimension: 2, kind: row.os_kind, name: row.os },
  { dimension: 3, kind: "", name: row.country },
];

/** One map a dimension: from kind and name to the id. */
type Ids = ReadonlyArray<Map<string, number>>;

const spell = (kind: string, name: string): string => `${kind}/${name}`;

function idsOf(row: HeardRow, [sources, devices, systems, countries]: Ids): number[] {
  const ids = [
    sources?.get(spell("", row.source)),
    devices?.get(spell("", row.device)),
    systems?.get(spell(row.os_kind, row.os)),
    countries?.get(spell("", row.country)),
  ];
  return ids.map((id) => id ?? Number.NaN);
}

/** Gives ids to the names that have none yet. */
async function learnNames(db: Executor, ids: Ids, rows: readonly HeardRow[]): Promise<void> {
  const unknown = new Map<string, Name>();
  for (const row of rows) {
    if (!idsOf(row, ids).includes(Number.NaN)) continue;
    for (const name of namesOf(row))
      if (!ids[name.dimension]?.has(spell(name.kind, name.name)))
        unknown.set(`${name.dimension}/${spell(name.kind, name.name)}`, name);
  }
  if (unknown.size === 0) return;
  for (const { dimension, kind, name, name_id } of await insertNames(db, [...unknown.values()]))
    ids[dimension]?.set(spell(kind, name), name_id);
}

/** Adds each cell to its row, which is made where there is none. */
async function addCells(db: Executor, cells: readonly Cell[]): Promise<void> {
  const present = new Map<Cell, Counted>();
  for (const { place, bound, ...counted } of await findPresent(db, cells)) {
    const cell = cells[place - 1];
    if (cell === undefined) continue;
    present.set(cell, counted);
    // Beyond the largest hash of a full sketch nothing changes it: most batches then leave it alone.
    if (bound !== null) cell.hashes = cell.hashes.filter((hash) => hash < bound);
  }
  const sums = cells.map((cell) => ({
    ...{ cell, hashes: sketchOf(cell.hashes), isNew: !present.has(cell) },
    ...countNames(cell, present.get(cell)),
  }));
  await insertCells(
    db,
    sums.filter(({ isNew }) => isNew),
  );
  await updateCells(
    db,
    sums.filter(({ isNew }) => !isNew),
  );
}
