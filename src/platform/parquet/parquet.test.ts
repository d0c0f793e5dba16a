/** Tests that rows come back from a Parquet file as the bytes that PostgreSQL copied out. */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ParquetColumn } from "./columns.ts";
import { readParquet } from "./read.ts";
import { COPY_HEADER, COPY_TRAILER, tuplesOf } from "./tuples.ts";
import { writeParquet } from "./write.ts";

const COLUMNS: readonly ParquetColumn[] = [
  { name: "at", type: "timestamptz" },
  { name: "listener", type: "bytea", sorted: true },
  { name: "price", type: "bigint" },
  { name: "batch", type: "bigint", sorted: true },
  { name: "records", type: "integer" },
  { name: "quantity", type: "smallint" },
  { name: "digest", type: "bytea", nullable: true },
  { name: "organization", type: "bigint", nullable: true },
  { name: "country", type: "text", nullable: true },
];

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Microseconds, the smallest and largest integers, empty bytes, other scripts, and nulls. */
function rowOf(n: number) {
  const extreme = [2n ** 63n - 1n, -(2n ** 63n), 0n, 12_345_678_901n][n % 4] ?? 0n;
  return [
    1_780_000_000_123_457n + BigInt(n),
    createHash("sha256")
      .update(String(n >> 1))
      .digest(),
    extreme,
    BigInt(n),
    n % 2 ? 2_147_483_647 : -2_147_483_648,
    n % 2 ? -1 : 1,
    n % 3 ? null : n % 5 ? utf8("rendition") : utf8(""),
    n % 7 ? BigInt(n) : null,
    [null, utf8("IT"), utf8("日本"), utf8("")][n % 4] ?? null,
  ];
}

function copyOf(rows: number): Buffer {
  const all = Array.from({ length: rows }, (_, n) => rowOf(n));
  const lists = COLUMNS.map((_, index) => all.map((row) => row[index] ?? null));
  return Buffer.concat([COPY_HEADER, tuplesOf(COLUMNS, lists, rows), COPY_TRAILER]);
}

/** In pieces that end within rows, as they arrive. */
async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function fileFor(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-parquet-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, "rows.parquet");
}

test.each([0, 1, 66_001])(
  "%i rows come back to the byte, with the same digest",
  async (rows) => {
    const file = await fileFor();
    const bytes = copyOf(rows);
    const written = await writeParquet(file, COLUMNS, inPieces(bytes, 65_537), "test");
    expect(written.rows).toBe(rows);
    const { copy, sum } = readParquet(file, COLUMNS);
    const pieces: Buffer[] = [];
    for await (const piece of copy) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(sum()).toEqual(written);
  },
  120_000,
);

test("a copy that breaks off is refused", async () => {
  const bytes = copyOf(10);
  for (const end of [5, COPY_HEADER.length, bytes.length - 30, bytes.length - 1])
    await expect(
      writeParquet(await fileFor(), COLUMNS, inPieces(bytes.subarray(0, end), 100), "test"),
    ).rejects.toThrow("not complete");
});
