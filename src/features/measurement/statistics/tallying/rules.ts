/** Aggregates plays and downloads by every key of the rollups; pure. */
import {
  bucketStart,
  type Day,
  dayOf,
  numberOf,
} from "../../../../platform/statistics/calendar.ts";
import { type NameCounter, sketchOf } from "../packing.ts";
import { hourKey, SPANS } from "../rules.ts";

/** Rows of the ledger of downloads by column: for millions of rows, an object per row would be the main cost. */
export type Listening = Readonly<{
  length: number;
  /** Days since 1970. */
  days: Int32Array;
  /** UTC hours of these days. */
  hours: Uint8Array;
  episodes: Float64Array;
  shows: Float64Array;
  authors: Float64Array;
  /** 0: none. */
  organizations: Float64Array;
  /** 1 for a play, 2 for a download; negative if a correction takes it back. */
  marks: Int32Array;
  /** Hashes of the listeners. */
  hashes: BigInt64Array;
  /** Ids of names, by dimension; 0 for a name without an id. */
  names: readonly Int32Array[];
}>;

/** The sums to be added to one row of the rollups. */
export type Cell = {
  readonly level: number;
  readonly id: number;
  readonly span: number;
  /** Days since 1970. */
  readonly start: number;
  readonly parent_id: number;
  /** Indexes of its chains. */
  readonly chains: number[];
};

/** A chain contains the rows of one day and episode with the same parents, which all add to the same cells. */
type Chains = {
  /** One row of each chain. */
  readonly firsts: number[];
  /** Row indexes, grouped by chain. */
  readonly rows: Int32Array;
  /** The start of each chain in `rows`; and at the end, the end of the last one. */
  readonly places: Int32Array;
};

export type Tally = Readonly<{
  /** In the order of the rollups' index, which makes neighbouring writes cheaper. */
  cells: readonly Cell[];
  /** The sums of a cell's rows; their names, and the hours of a day's cell, are added to the counters. */
  count(cell: Cell, counters: Counters): Counted;
}>;

/** What a cell's rows are counted by: names, and hours as `hourKey`. */
export type Counters = Readonly<{ names: NameCounter; hours: NameCounter }>;

type Counted = Readonly<{
  plays: number;
  downloads: number;
  /** The smallest hashes, sorted and without duplicates. */
  sketch: BigInt64Array;
}>;

/** Also aggregates months before `closedUntil`, besides their days. */
export function addUp(heard: Listening, closedUntil: Day): Tally {
  const chains = chainRows(heard);
  return {
    cells: cellsOf(heard, chains, numberOf(closedUntil)),
    count: (cell, counters) => countCell(heard, chains, cell, counters),
  };
}

function chainRows(heard: Listening): Chains {
  const { length, days, episodes } = heard;
  const firsts: number[] = [];
  /** For each chain, the next one of the same day and episode, which exists if it changed hands. */
  const nexts: number[] = [];
  const sizes: number[] = [];
  const chainOf = new Int32Array(length);
  const byDay = new Map<number, Map<number, number>>();
  let ofDay = new Map<number, number>();
  for (let row = 0; row < length; row += 1) {
    const day = days[row] ?? 0;
    if (row === 0 || day !== days[row - 1]) {
      ofDay = byDay.get(day) ?? new Map();
      byDay.set(day, ofDay);
    }
    const episode = episodes[row] ?? 0;
    let chain = ofDay.get(episode) ?? -1;
    while (chain >= 0 && !belongAlike(heard, firsts[chain] ?? 0, row)) chain = nexts[chain] ?? -1;
    if (chain < 0) {
      chain = firsts.push(row) - 1;
      nexts.push(ofDay.get(episode) ?? -1);
      sizes.push(0);
      ofDay.set(episode, chain);
    }
    chainOf[row] = chain;
    sizes[chain] = (sizes[chain] ?? 0) + 1;
  }
  return { firsts, ...sortRows(chainOf, sizes) };
}

const belongAlike = ({ shows, authors, organizations }: Listening, a: number, b: number): boolean =>
  shows[a] === shows[b] && authors[a] === authors[b] && organizations[a] === organizations[b];

function sortRows(chainOf: Int32Array, sizes: readonly number[]) {
  const places = new Int32Array(sizes.length + 1);
  for (const [chain, size] of sizes.entries()) places[chain + 1] = (places[chain] ?? 0) + size;
  const next = places.slice();
  const rows = new Int32Array(chainOf.length);
  for (let row = 0; row < chainOf.length; row += 1) {
    const chain = chainOf[row] ?? 0;
    const place = next[chain] ?? 0;
    rows[place] = row;
    next[chain] = place + 1;
  }
  return { rows, places };
}

function cellsOf(heard: Listening, { firsts }: Chains, closedUntil: number): Cell[] {
  const cells: Cell[] = [];
  const open = openCells(cells);
  const monthOf = new Map<number, number>();
  for (const [chain, row] of firsts.entries()) {
    const day = heard.days[row] ?? 0;
    const [episode, show] = [heard.episodes[row] ?? 0, heard.shows[row] ?? 0];
    const [author, organization] = [heard.authors[row] ?? 0, heard.organizations[row] ?? 0];
    const add = (span: number, start: number): void => {
      open(0, episode, span, start, show).push(chain);
      open(1, show, span, start, author).push(chain);
      open(2, author, span, start, organization).push(chain);
      if (organization !== 0) open(3, organization, span, start, 0).push(chain);
    };
    add(SPANS.day, day);
    if (day >= closedUntil) continue;
    const month = monthOf.get(day) ?? numberOf(bucketStart(dayOf(day), "month"));
    monthOf.set(day, month);
    add(SPANS.month, month);
  }
  return cells.sort((a, b) => a.level - b.level || a.id - b.id);
}

/** Returns the chains of a cell, and adds the cell to `cells` if it is new. */
function openCells(cells: Cell[]) {
  /** By level and span, start, id; cells of other parents follow in the list. */
  const known = new Map<number, Map<number, Cell[]>>();
  return (level: number, id: number, span: number, start: number, parent_id: number): number[] => {
    const kind = (start * 8 + level) * 8 + span;
    const ofKind = known.get(kind) ?? new Map<number, Cell[]>();
    if (ofKind.size === 0) known.set(kind, ofKind);
    const alike = ofKind.get(id) ?? [];
    if (alike.length === 0) ofKind.set(id, alike);
    for (const cell of alike) if (cell.parent_id === parent_id) return cell.chains;
    const cell = { level, id, span, start, parent_id, chains: [] };
    alike.push(cell);
    cells.push(cell);
    return cell.chains;
  };
}

function countCell(
  { marks, hours: hourOf, hashes, names: dimensions }: Listening,
  all: Chains,
  cell: Cell,
  { names, hours }: Counters,
): Counted {
  let [plays, downloads, size] = [0, 0, 0];
  const rows = rowsOf(all, cell);
  const isDay = cell.span === SPANS.day;
  const heard = new BigInt64Array(rows.length);
  for (const row of rows) {
    const mark = marks[row] ?? 0;
    const quantity = Math.sign(mark);
    const isPlay = mark === quantity;
    if (isPlay) plays += quantity;
    else downloads += quantity;
    if (isDay) hours.add(hourKey(hourOf[row] ?? 0, isPlay), quantity);
    for (const ids of dimensions) names.add(ids[row] ?? 0, quantity);
    // A correction does not remove a hash from the sketch, because other plays may have the same listener.
    if (quantity < 0) continue;
    heard[size] = hashes[row] ?? 0n;
    size += 1;
  }
  return { plays, downloads, sketch: sketchOf(heard.subarray(0, size)) };
}

/** The indexes of a cell's rows. */
function rowsOf({ rows, places }: Chains, { chains }: Cell): Int32Array {
  const parts = chains.map((chain) => rows.subarray(places[chain] ?? 0, places[chain + 1] ?? 0));
  if (parts.length === 1) return parts[0] ?? new Int32Array(0);
  const own = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let next = 0;
  for (const part of parts) {
    own.set(part, next);
    next += part.length;
  }
  return own;
}
