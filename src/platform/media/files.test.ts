/** Tests that concurrent readers of a file always get its bytes, however little memory there is. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noise } from "../../../test/setup/recordings.ts";
import { openDiskStore } from "./disk.ts";
import { type Files, openFiles } from "./files.ts";
import type { Piece } from "./reading.ts";
import type { MediaStore } from "./store.ts";

/** Sizes of three files: several blocks, a little over one block, and less than one. */
const SIZES = [700_000, 131_073, 5_000];

let folder: string;
let media: MediaStore;
let contents: readonly Readonly<{ key: string; bytes: Buffer }>[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-files-"));
  media = await openDiskStore(folder);
  contents = await Promise.all(SIZES.map(store));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Stores a file of `size` bytes. */
async function store(size: number): Promise<{ key: string; bytes: Buffer }> {
  const bytes = noise(size, `file ${size}`);
  const file = path.join(media.tmpDir, randomUUID());
  await writeFile(file, bytes);
  return { key: await media.put(file, "audio", "mp3"), bytes };
}

/** A part of a file that a reader has and may keep for long. */
type Held = { pieces: readonly Piece[]; wanted: Buffer };

const isRight = ({ pieces, wanted }: Held): boolean =>
  Buffer.concat(pieces.map(({ bytes }) => bytes)).equals(wanted);

const step = fc.record({
  file: fc.nat(SIZES.length - 1),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 1, max: 2_000 })),
  /** Whether to keep the part; otherwise how many of the kept ones to release, and whether as done. */
  keep: fc.boolean(),
  drop: fc.nat(3),
  done: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(files: Files, { file: number, place, length, keep }: Step): Promise<Held> {
  const { key, bytes } = contents[number] ?? { key: "", bytes: Buffer.alloc(0) };
  const start = Math.floor(place * (bytes.length - 1));
  const wanted = bytes.subarray(start, start + length);
  const file = await files.open(key);
  const pieces = keep ? (file?.now(start, wanted.length) ?? null) : null;
  if (pieces !== null) {
    file?.release();
    return { pieces, wanted };
  }
  const got: Buffer[] = [];
  await file?.pour(start, wanted.length, async (pieces) => {
    await new Promise(setImmediate);
    got.push(Buffer.concat(pieces));
    return true;
  });
  file?.release();
  return { pieces: [{ bytes: Buffer.concat(got), free() {} }], wanted };
}

test("a piece holds the file's bytes until it is released, whatever others read meanwhile", async () => {
  let atOnce = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 80 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, mostBlocks) => {
        const files = openFiles(media, { mostBlocks });
        const held: Held[] = [];
        for (let at = 0; at < steps.length; at += 2) {
          const taken = steps.slice(at, at + 2).map((one) => take(files, one));
          held.push(...(await Promise.all(taken)));
          expect(held.every(isRight)).toBe(true);
          for (const { pieces } of held.splice(0, steps[at]?.drop))
            for (const { free } of pieces) free(steps[at]?.done ?? true);
          atOnce += held.filter(({ pieces }) => pieces.length > 1).length;
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(atOnce).toBeGreaterThan(0);
}, 60_000);

test("frequently requested blocks are read once, and the cache stays within its limit", async () => {
  const files = openFiles(media, { mostBlocks: 6 });
  const key = contents[0]?.key ?? "";
  const whole = contents[0]?.bytes ?? Buffer.alloc(0);
  const once = async () => {
    const file = await files.open(key);
    const seen = new Set<ArrayBufferLike>();
    await file?.pour(0, whole.length, async (pieces) => {
      for (const { buffer } of pieces) seen.add(buffer);
      return true;
    });
    file?.release();
    return seen;
  };
  await once();
  const [second, third] = [await once(), await once()];
  // The same memory again: nothing was read into it in between.
  expect(third).toEqual(second);
  expect(third.size).toBe(6);
  const file = await files.open(key);
  const pieces = file?.now(0, whole.length) ?? [];
  expect(pieces.every(({ bytes }) => third.has(bytes.buffer))).toBe(true);
  for (const { free } of pieces) free(true);
  file?.release();
});

test("a quick reader gets several cached blocks at once, in order, while others take their slots", async () => {
  const { key, bytes } = await store(2_000_001);
  // Fewer than the file has: some are missing each time.
  const files = openFiles(media, { mostBlocks: 12 });
  const read = async (start: number) => {
    const file = await files.open(key);
    const got: Buffer[] = [];
    let most = 0;
    const take = async (pieces: readonly Buffer[]) => {
      await new Promise(setImmediate);
      most = Math.max(most, pieces.length);
      got.push(Buffer.concat(pieces));
      return true;
    };
    await file?.pour(start, bytes.length - start, take, { quick: bytes.length * 10, slow: false });
    file?.release();
    expect(Buffer.concat(got).equals(bytes.subarray(start))).toBe(true);
    return most;
  };
  const sizes: number[] = [];
  for (let pass = 0; pass < 4; pass += 1)
    sizes.push(...(await Promise.all([0, 70_000, 131_072, 1_000_003].map(read))));
  expect(Math.max(...sizes)).toBe(4);
});
