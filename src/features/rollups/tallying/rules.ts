/** Adds up plays and downloads by everything the rollups tell apart; pure, but for the sums it keeps. */
import { bucketStart, type Day } from "../../../platform/statistics/calendar.ts";
import { SKETCH_SIZE, SPANS } from "../rules.ts";

/** What one row of a ledger says; `quantity` is -1 where a correction takes it back. */
export type Heard = Readonly<{
  day: Day;
  episode_id: number;
  show_id: number;
  author_id: number;
  organization_id: number | null;
  purpose: string;
  quantity: number;
  /** The listener's hash, a signed number of 64 bits in decimal. */
  hash: string;
}>;

/** What is to be added to one row of the rollups. */
export type Cell = {
  readonly level: number;
  readonly id: number;
  readonly span: number;
  readonly start: Day;
  readonly parent_id: number;
  plays: number;
  downloads: number;
  /** The ids of names, as often as they occur, and of those that a correction takes back. */
  readonly named: number[];
  readonly unnamed: number[];
  hashes: bigint[];
};

export type Tally = Readonly<{
  /** `names`: the ids of its source, device, system and country. */
  add(row: Heard, names: readonly number[]): void;
  /** In the order of the rollups' index, where neighbours then cost less. */
  cells(): Cell[];
}>;

/** Hashes are cut down to a sketch when there are so many of them. */
const MOST_HASHES = 8 * SKETCH_SIZE;

/** The cells that rows of one day and episode are added to, as long as the episode belongs to the same. */
type Chain = { readonly of: Heard; readonly cells: Cell[] };

/** Opens a tally; months before `closedUntil` are added up too, besides their days. */
export function openTally(closedUntil: Day): Tally {
  const cells = new Map<string, Cell>();
  const chains = new Map<Day, Map<number, Chain>>();
  const cellOf = (level: number, id: number, span: number, start: Day, parent_id: number) => {
    const key = `${level} ${id} ${span} ${start} ${parent_id}`;
    const known = cells.get(key);
    if (known !== undefined) return known;
    const cell: Cell = {
      ...{ level, id, span, start, parent_id, plays: 0, downloads: 0 },
      ...{ named: [], unnamed: [], hashes: [] },
    };
    cells.set(key, cell);
    return cell;
  };
  const link = (row: Heard): Chain => {
    const { day, episode_id, show_id, author_id, organization_id } = row;
    const chain: Cell[] = [];
    const add = (level: number, id: number, parent: number) => {
      chain.push(cellOf(level, id, SPANS.day, day, parent));
      if (day < closedUntil)
        chain.push(cellOf(level, id, SPANS.month, bucketStart(day, "month"), parent));
    };
    add(0, episode_id, show_id);
    add(1, show_id, author_id);
    add(2, author_id, organization_id ?? 0);
    if (organization_id !== null) add(3, organization_id, 0);
    return { of: row, cells: chain };
  };
  const chainOf = (row: Heard): Chain => {
    const ofDay = chains.get(row.day) ?? new Map<number, Chain>();
    if (ofDay.size === 0) chains.set(row.day, ofDay);
    const known = ofDay.get(row.episode_id);
    if (known !== undefined && belongsAs(known.of, row)) return known;
    const chain = link(row);
    ofDay.set(row.episode_id, chain);
    return chain;
  };
  return {
    add(row, names) {
      const hash = BigInt(row.hash);
      for (const cell of chainOf(row).cells) addTo(cell, row, names, hash);
    },
    cells: () => [...cells.values()].sort((a, b) => a.level - b.level || a.id - b.id),
  };
}

const belongsAs = (a: Heard, b: Heard): boolean =>
  a.show_id === b.show_id && a.author_id === b.author_id && a.organization_id === b.organization_id;

function addTo(cell: Cell, row: Heard, names: readonly number[], hash: bigint): void {
  const { quantity } = row;
  if (row.purpose === "play") cell.plays += quantity;
  else cell.downloads += quantity;
  const list = quantity > 0 ? cell.named : cell.unnamed;
  for (const name of names) list.push(name);
  // What a correction takes back stays in the sketch: only rebuilding mends it.
  if (quantity > 0 && cell.hashes.push(hash) >= MOST_HASHES) cell.hashes = sketchOf(cell.hashes);
}

/** Ids of names in order, and how often each occurs. */
export type Counted = Readonly<{ names: readonly number[]; counts: readonly number[] }>;

/** How often each name of the cell occurs, on top of what there was. */
export function countNames({ named, unnamed }: Cell, before: Counted | undefined): Counted {
  if (before === undefined && unnamed.length === 0) return countAll(named);
  const sums = new Map<number, number>();
  const add = (name: number, count: number) => sums.set(name, (sums.get(name) ?? 0) + count);
  for (const [index, name] of before?.names.entries() ?? []) add(name, before?.counts[index] ?? 0);
  for (const name of named) add(name, 1);
  for (const name of unnamed) add(name, -1);
  const pairs = [...sums].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b);
  return { names: pairs.map(([name]) => name), counts: pairs.map(([, count]) => count) };
}

/** The same of a cell that has no row yet: nearly all of them, where there are few plays a day. */
function countAll(named: readonly number[]): Counted {
  const names: number[] = [];
  const counts: number[] = [];
  for (const name of Int32Array.from(named).sort()) {
    const last = counts.length - 1;
    if (names[last] === name) counts[last] = (counts[last] ?? 0) + 1;
    else counts[names.push(name) - 1] = 1;
  }
  return { names, counts };
}

/** The smallest hashes there are, each once and in order. */
export function sketchOf(hashes: readonly bigint[]): bigint[] {
  if (hashes.length < 2) return [...hashes];
  const sorted = BigInt64Array.from(hashes).sort();
  const sketch: bigint[] = [];
  for (const hash of sorted) {
    if (sketch.length === SKETCH_SIZE) break;
    if (hash !== sketch.at(-1)) sketch.push(hash);
  }
  return sketch;
}
