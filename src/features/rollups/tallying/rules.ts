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
  /** How often each name occurs, by its id. */
  readonly names: Map<number, number>;
  hashes: bigint[];
};

export type Tally = Readonly<{
  /** `names`: the ids of its source, device, system and country. */
  add(row: Heard, names: readonly number[]): void;
  cells(): Cell[];
}>;

/** Hashes are cut down to a sketch when there are so many of them. */
const MOST_HASHES = 8 * SKETCH_SIZE;

/** Opens a tally; months before `closedUntil` are added up too, besides their days. */
export function openTally(closedUntil: Day): Tally {
  const cells = new Map<string, Cell>();
  /** The cells that rows of the same day and episode are added to. */
  const chains = new Map<string, Cell[]>();
  const cellOf = (level: number, id: number, span: number, start: Day, parent_id: number) => {
    const key = `${level} ${id} ${span} ${start} ${parent_id}`;
    const known = cells.get(key);
    if (known !== undefined) return known;
    const sums = { plays: 0, downloads: 0, names: new Map<number, number>(), hashes: [] };
    const cell: Cell = { level, id, span, start, parent_id, ...sums };
    cells.set(key, cell);
    return cell;
  };
  const chainOf = (row: Heard): Cell[] => {
    const { day, episode_id, show_id, author_id, organization_id } = row;
    const key = `${day} ${episode_id} ${show_id} ${author_id} ${organization_id}`;
    const known = chains.get(key);
    if (known !== undefined) return known;
    const chain: Cell[] = [];
    const link = (level: number, id: number, parent: number) => {
      chain.push(cellOf(level, id, SPANS.day, day, parent));
      if (day < closedUntil)
        chain.push(cellOf(level, id, SPANS.month, bucketStart(day, "month"), parent));
    };
    link(0, episode_id, show_id);
    link(1, show_id, author_id);
    link(2, author_id, organization_id ?? 0);
    if (organization_id !== null) link(3, organization_id, 0);
    chains.set(key, chain);
    return chain;
  };
  return {
    add(row, names) {
      const hash = BigInt(row.hash);
      for (const cell of chainOf(row)) addTo(cell, row, names, hash);
    },
    cells: () => [...cells.values()],
  };
}

function addTo(cell: Cell, row: Heard, names: readonly number[], hash: bigint): void {
  const { quantity } = row;
  if (row.purpose === "play") cell.plays += quantity;
  else cell.downloads += quantity;
  for (const name of names) addName(cell, name, quantity);
  // What a correction takes back stays in the sketch: only rebuilding mends it.
  if (quantity > 0 && cell.hashes.push(hash) >= MOST_HASHES) cell.hashes = sketchOf(cell.hashes);
}

/** Counts a name so many times more. */
export function addName({ names }: Cell, name: number, count: number): void {
  names.set(name, (names.get(name) ?? 0) + count);
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
