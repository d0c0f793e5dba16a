/** Decodes columns of the ledger of downloads, packed by PostgreSQL, for aggregation; pure. */
import type { Listening } from "./rules.ts";

/** Columns of rows: big-endian values, one after another. */
export type Packed = Readonly<
  { length: number } & Record<
    | "days"
    | "hours"
    | "episodes"
    | "shows"
    | "authors"
    | "organizations"
    | "marks"
    | "hashes"
    | "names",
    Buffer
  >
>;

const DIMENSIONS = 4;

/** All rows of these parts, in order. */
export function unpack(parts: readonly Packed[]): Listening {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const view = (column: keyof Omit<Packed, "length">): DataView => {
    const bytes = Buffer.concat(parts.map((part) => part[column]));
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  };
  const integers = (of: DataView, first = 0, step = 1): Int32Array => {
    const values = new Int32Array(length);
    for (let row = 0; row < length; row += 1) values[row] = of.getInt32((row * step + first) * 4);
    return values;
  };
  const numbers = (of: DataView): Float64Array => {
    const values = new Float64Array(length);
    for (let row = 0; row < length; row += 1) values[row] = of.getFloat64(row * 8);
    return values;
  };
  const hashes = new BigInt64Array(length);
  const hashed = view("hashes");
  for (let row = 0; row < length; row += 1) hashes[row] = hashed.getBigInt64(row * 8);
  const names = view("names");
  return {
    length,
    hashes,
    days: integers(view("days")),
    hours: Uint8Array.from(Buffer.concat(parts.map((part) => part.hours))),
    episodes: numbers(view("episodes")),
    shows: numbers(view("shows")),
    authors: numbers(view("authors")),
    organizations: numbers(view("organizations")),
    marks: integers(view("marks")),
    names: Array.from({ length: DIMENSIONS }, (_, at) => integers(names, at, DIMENSIONS)),
  };
}
