/**
 * Rows in PostgreSQL's binary COPY format (its documentation, COPY, “Binary Format”): a header, then for each row the
 * number of its fields, and each field as its length and its bytes, then a trailer. Bytes of the types used here are the
 * same in every version of PostgreSQL.
 */
import type { ParquetColumn } from "./columns.ts";

/** Signature, flags, and the length of an extension that does not follow. */
export const COPY_HEADER = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
/** The number of fields −1 instead of a row. */
export const COPY_TRAILER = Buffer.from([0xff, 0xff]);

const NO_VALUE = -1;
/** PostgreSQL's timestamps count microseconds from 2000, Parquet's from 1970. */
const EPOCH_US = BigInt(Date.UTC(2000, 0, 1)) * 1000n;

export type Value = string | number | bigint | Uint8Array | null;

type Read = (bytes: Buffer, at: number, length: number) => Value;

const READ: Record<ParquetColumn["type"], Read> = {
  timestamptz: (bytes, at) => bytes.readBigInt64BE(at) + EPOCH_US,
  // A copy, because `bytes` is used again.
  bytea: (bytes, at, length) => Uint8Array.prototype.slice.call(bytes, at, at + length),
  bigint: (bytes, at) => bytes.readBigInt64BE(at),
  integer: (bytes, at) => bytes.readInt32BE(at),
  smallint: (bytes, at) => bytes.readInt16BE(at),
  text: (bytes, at, length) => bytes.toString("utf8", at, at + length),
};

/** Returns a function that appends the whole rows of `bytes` to `lists`, one per column, and returns where they end. */
export function tupleReader(columns: readonly ParquetColumn[]) {
  const readers = columns.map(({ type }) => READ[type]);
  return (
    bytes: Buffer,
    lists: readonly Value[][],
    most: number,
  ): { rows: number; end: number } => {
    let rows = 0;
    let end = 0;
    for (; rows < most; rows += 1) {
      const after = endOfTuple(bytes, end);
      if (after === null) break;
      let at = end + 2;
      for (const [index, read] of readers.entries()) {
        const length = bytes.readInt32BE(at);
        at += 4;
        lists[index]?.push(length === NO_VALUE ? null : read(bytes, at, length));
        if (length !== NO_VALUE) at += length;
      }
      end = after;
    }
    return { rows, end };
  };
}

/** Where the row that begins at `start` ends; null if it is not all there, or the trailer. */
function endOfTuple(bytes: Buffer, start: number): number | null {
  if (start + 2 > bytes.length) return null;
  const fields = bytes.readInt16BE(start);
  if (fields === NO_VALUE) return null;
  let at = start + 2;
  for (let field = 0; field < fields; field += 1) {
    if (at + 4 > bytes.length) return null;
    at += 4 + Math.max(0, bytes.readInt32BE(at));
  }
  return at > bytes.length ? null : at;
}

/** The rows of `lists`, one list per column, as bytes without header and trailer. */
export function tuplesOf(
  columns: readonly ParquetColumn[],
  lists: readonly (readonly Value[])[],
  rows: number,
): Buffer {
  const types = columns.map(({ type }) => type);
  let room = rows * (2 + columns.length * 12);
  for (const [index, type] of types.entries())
    if (type === "bytea" || type === "text")
      for (const value of lists[index] ?? []) room += (value as Uint8Array | null)?.length ?? 0;
  const bytes = Buffer.allocUnsafe(room);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    at = bytes.writeInt16BE(types.length, at);
    for (let index = 0; index < types.length; index += 1) {
      const value = lists[index]?.[row] ?? null;
      if (value === null) at = bytes.writeInt32BE(NO_VALUE, at);
      else at = writeValue(bytes, at, types[index], value);
    }
  }
  return bytes.subarray(0, at);
}

/** Texts are given as bytes, too. */
function writeValue(
  bytes: Buffer,
  at: number,
  type: ParquetColumn["type"] | undefined,
  value: Value,
): number {
  switch (type) {
    case "timestamptz":
      return bytes.writeBigInt64BE((value as bigint) - EPOCH_US, bytes.writeInt32BE(8, at));
    case "bigint":
      return bytes.writeBigInt64BE(value as bigint, bytes.writeInt32BE(8, at));
    case "integer":
      return bytes.writeInt32BE(value as number, bytes.writeInt32BE(4, at));
    case "smallint":
      return bytes.writeInt16BE(value as number, bytes.writeInt32BE(2, at));
    default: {
      const content = value as Uint8Array;
      const start = bytes.writeInt32BE(content.length, at);
      bytes.set(content, start);
      return start + content.length;
    }
  }
}
