/** Packs the names and sketches of rollups as bytes, which PostgreSQL and the driver do not parse one by one; pure. */
import os from "node:os";
import { SKETCH_SIZE } from "./rules.ts";

export const HASH_BYTES = 8;
/** A varint holds seven bits per byte, the lowest first; this bit means that more bytes follow. */
const MORE = 128;

/**
 * Sums how often names occur. It is reused for one set of names after another, because creating it is the main cost.
 */
export type NameCounter = Readonly<{
  add(id: number, count: number): void;
  /** Adds the output of `packNames`. */
  addPacked(bytes: Uint8Array): void;
  /** Passes on ids in order with their non-zero sums, and resets the counter. */
  take(see: (id: number, count: number) => void): void;
}>;

/** Opens a counter of names; ids are small integers, because they are assigned consecutively. */
export function openNameCounter(): NameCounter {
  let sums = new Float64Array(1024);
  let seen = new Uint8Array(sums.length);
  let ids: number[] = [];
  let isSorted = true;
  const grow = (id: number): void => {
    const [wider, longer] = [new Float64Array(id * 2), new Uint8Array(id * 2)];
    wider.set(sums);
    longer.set(seen);
    [sums, seen] = [wider, longer];
  };
  const add = (id: number, count: number): void => {
    if (id >= sums.length) grow(id);
    if (seen[id] === 0) {
      seen[id] = 1;
      isSorted &&= id > (ids[ids.length - 1] ?? -1);
      ids.push(id);
    }
    sums[id] = (sums[id] ?? 0) + count;
  };
  return {
    add,
    addPacked: (bytes) => eachName(bytes, add),
    take(see) {
      // Packed names are sorted, so a single row needs no sorting.
      if (!isSorted) ids.sort((a, b) => a - b);
      for (const id of ids) {
        const sum = sums[id] ?? 0;
        seen[id] = 0;
        sums[id] = 0;
        if (sum !== 0) see(id, sum);
      }
      ids = [];
      isSorted = true;
    },
  };
}

/** Calls `see` with each name's id and how often it occurs. */
export function eachName(bytes: Uint8Array, see: (id: number, count: number) => void): void {
  let id = -1;
  let value = 0;
  let scale = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte % MORE) * scale;
    if (byte >= MORE) {
      scale *= MORE;
      continue;
    }
    if (id < 0) id = value;
    else {
      see(id, value % 2 === 0 ? value / 2 : -(value + 1) / 2);
      id = -1;
    }
    value = 0;
    scale = 1;
  }
}

/** Empties the counter into pairs of varints: id, and count in zigzag encoding. */
export function packNames(counter: NameCounter): Buffer {
  const bytes: number[] = [];
  counter.take((id, count) => {
    pushVarint(bytes, id);
    pushVarint(bytes, count < 0 ? -2 * count - 1 : 2 * count);
  });
  return Buffer.from(bytes);
}

function pushVarint(bytes: number[], number: number): void {
  let rest = number;
  for (; rest >= MORE; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) + MORE);
  bytes.push(rest);
}

/** A sketch of these hashes: the smallest of them, sorted and without duplicates. Sorts `hashes` in place. */
export function sketchOf(hashes: BigInt64Array): BigInt64Array {
  if (hashes.length < 2) return hashes;
  hashes.sort();
  let size = 1;
  for (let at = 1; at < hashes.length && size < SKETCH_SIZE; at += 1) {
    const hash = hashes[at] ?? 0n;
    if (hash === hashes[size - 1]) continue;
    hashes[size] = hash;
    size += 1;
  }
  return hashes.subarray(0, size);
}

/** The sketch of the union of the sketched sets. */
export function uniteSketches(sketches: readonly BigInt64Array[]): BigInt64Array {
  // Merges, which stops at the size of a sketch; sorting would also order the discarded hashes.
  return sketches.reduce(mergeSketches, new BigInt64Array(0));
}

/** The first hashes of a sketch, in order. */
export type HashSketch = Readonly<{ hashes: BigInt64Array; isWhole: boolean }>;

/** The same from prefixes of the sketches; null if a prefix is too short to decide. */
export function uniteHashSketches(beginnings: readonly HashSketch[]): BigInt64Array | null {
  const united = uniteSketches(beginnings.map(({ hashes }) => hashes));
  const last = united[SKETCH_SIZE - 1];
  const isEnough = ({ hashes, isWhole }: HashSketch): boolean => {
    if (isWhole) return true;
    const end = hashes.at(-1);
    // All further hashes of the sketch are larger than the last one of its prefix.
    return last !== undefined && end !== undefined && last <= end;
  };
  return beginnings.every(isEnough) ? united : null;
}

function mergeSketches(a: BigInt64Array, b: BigInt64Array): BigInt64Array {
  if (a.length === 0) return b;
  const merged = new BigInt64Array(Math.min(a.length + b.length, SKETCH_SIZE));
  const [ofA, ofB, into] = [halvesOf(a), halvesOf(b), halvesOf(merged)];
  let [atA, atB, size] = [0, 0, 0];
  for (; size < merged.length && (atA < a.length || atB < b.length); size += 1) {
    const order = atA === a.length ? 1 : atB === b.length ? -1 : compareAt(ofA, atA, ofB, atB);
    const from = order <= 0 ? ofA : ofB;
    const at = 2 * (order <= 0 ? atA : atB);
    into[2 * size] = from[at] ?? 0;
    into[2 * size + 1] = from[at + 1] ?? 0;
    // A hash that both have is taken from both.
    if (order <= 0) atA += 1;
    if (order >= 0) atB += 1;
  }
  return merged.subarray(0, size);
}

/** Hashes as pairs of 32 bits: reading one as a BigInt would allocate an object. */
const halvesOf = (hashes: BigInt64Array): Int32Array =>
  new Int32Array(hashes.buffer, hashes.byteOffset, hashes.length * 2);

const IS_LITTLE = os.endianness() === "LE";
const [LOW, HIGH] = IS_LITTLE ? [0, 1] : [1, 0];

/** Negative, 0 or positive, as the hash of `a` is below, equal to or above that of `b`. */
function compareAt(a: Int32Array, atA: number, b: Int32Array, atB: number): number {
  const high = (a[2 * atA + HIGH] ?? 0) - (b[2 * atB + HIGH] ?? 0);
  if (high !== 0) return high;
  return ((a[2 * atA + LOW] ?? 0) >>> 0) - ((b[2 * atB + LOW] ?? 0) >>> 0);
}

/** Big-endian on every machine. */
export function packHashes(hashes: BigInt64Array): Buffer {
  const bytes = Buffer.from(new BigInt64Array(hashes).buffer);
  return IS_LITTLE ? bytes.swap64() : bytes;
}

export function unpackHashes(bytes: Uint8Array): BigInt64Array {
  const own = Buffer.from(new Uint8Array(bytes).buffer);
  if (IS_LITTLE) own.swap64();
  return new BigInt64Array(own.buffer, own.byteOffset, bytes.length / HASH_BYTES);
}
