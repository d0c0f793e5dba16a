/** Tests the common behaviour of media stores, on disk and in a bucket of a real S3 server. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDiskStore } from "../../src/platform/media/disk.ts";
import { parseMediaUrl } from "../../src/platform/media/place.ts";
import { openS3Store } from "../../src/platform/media/s3.ts";
import { type ByteRange, type MediaStore, MissingFile } from "../../src/platform/media/store.ts";
import { openBucket } from "../setup/bucket.ts";

type Opened = { media: MediaStore; close(): Promise<void> };

const STORES: Record<string, (dataDir: string) => Promise<Opened>> = {
  disk: async (dataDir) => ({ media: await openDiskStore(dataDir), close: async () => {} }),
  async bucket(dataDir) {
    const bucket = await openBucket();
    const place = parseMediaUrl(bucket.url);
    if (typeof place === "string") throw new Error(place);
    return {
      media: await openS3Store(place, dataDir, { renewAfterMs: 0, pageSize: 7 }),
      close: bucket.close,
    };
  },
};

const MISSING = `audio/${"0".repeat(64)}.mp3`;
/** More than one part of an upload, and no multiple of any chunk size. */
const LARGE = 20_000_003;

describe.each(Object.keys(STORES))("the store on %s", (name) => {
  let media = {} as MediaStore;
  let close = async () => {};
  beforeAll(async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-media-"));
    const opened = await STORES[name]?.(dataDir);
    if (opened === undefined) throw new Error(name);
    media = opened.media;
    close = async () => {
      await opened.close();
      await rm(dataDir, { recursive: true });
    };
  });
  afterAll(() => close());

  async function fileOf(bytes: Buffer): Promise<string> {
    const file = path.join(await mkdtemp(path.join(media.tmpDir, "test-")), "file");
    await writeFile(file, bytes);
    return file;
  }
  const put = async (bytes: Buffer, kind = "audio") => media.put(await fileOf(bytes), kind, "mp3");
  const read = async (key: string, range?: ByteRange) => buffer(await media.read(key, range));
  const keysOf = async (kind?: string) => {
    const keys: string[] = [];
    for await (const key of media.keys(kind)) keys.push(key);
    return keys.sort();
  };

  test.each([0, 1, 1000, 262_144, LARGE])("%i bytes are read back unchanged", async (length) => {
    const bytes = randomBytes(length);
    const key = await put(bytes);
    expect(key).toBe(`audio/${createHash("sha256").update(bytes).digest("hex")}.mp3`);
    expect(await media.find(key)).toEqual({ bytes: length, modifiedAt: expect.any(Date) });
    expect((await read(key)).equals(bytes)).toBe(true);
  });

  test("ranges that cover a file return the whole file", async () => {
    const bytes = randomBytes(700_001);
    const key = await put(bytes);
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(cuts, async (inside) => {
        const edges = [0, ...inside.sort((one, two) => one - two), bytes.length];
        const ranges = edges.slice(1).map((edge, at) => ({ start: edges[at] ?? 0, end: edge - 1 }));
        const parts = await Promise.all(ranges.map((range) => read(key, range)));
        expect(parts.map(({ length }) => length)).toEqual(
          ranges.map(({ start, end }) => end - start + 1),
        );
        expect(Buffer.concat(parts).equals(bytes)).toBe(true);
      }),
      { seed: 4, numRuns: 40, examples: [[[1]], [[700_000]]] },
    );
  });

  test("a range beyond the end of the file is an error, not a short response", async () => {
    const key = await put(randomBytes(1000));
    for (const range of [
      { start: 990, end: 1000 },
      { start: 1000, end: 1000 },
      { start: 5000, end: 6000 },
    ])
      await expect(read(key, range)).rejects.toThrow(/gave \d+ bytes of/);
  });

  test("a missing file is reported before any byte, and removing it is no error", async () => {
    expect(await media.find(MISSING)).toBeNull();
    await expect(media.read(MISSING)).rejects.toThrow(MissingFile);
    await expect(media.read(MISSING, { start: 0, end: 1 })).rejects.toThrow(MISSING);
    await media.remove(MISSING);
  });

  test("invalid names never reach the store", async () => {
    for (const key of ["", "audio/../../x", `audio/${"0".repeat(64)}.mp3/..`, "audio/a.mp3"]) {
      const refusal = /not a media key/;
      await expect((async () => media.find(key))()).rejects.toThrow(refusal);
      await expect((async () => media.read(key))()).rejects.toThrow(refusal);
      await expect((async () => media.remove(key))()).rejects.toThrow(refusal);
    }
    await expect(media.put(await fileOf(Buffer.from("a")), "..", "mp3")).rejects.toThrow(/key/);
  });

  test("the same bytes are one file, however many uploads happen at once", async () => {
    const bytes = randomBytes(300_000);
    const keys = await Promise.all(Array.from({ length: 12 }, () => put(bytes, "copies")));
    expect(new Set(keys).size).toBe(1);
    expect(await keysOf("copies")).toEqual([keys[0]]);
    expect((await read(keys[0] ?? "")).equals(bytes)).toBe(true);
  });

  test("uploading a file again renews its age", async () => {
    const bytes = randomBytes(100);
    const key = await put(bytes);
    const before = (await media.find(key))?.modifiedAt.getTime();
    await sleep(1100); // Stores report ages in whole seconds.
    await put(bytes);
    expect((await media.find(key))?.modifiedAt.getTime()).toBeGreaterThan(before ?? Infinity);
    expect((await read(key)).equals(bytes)).toBe(true);
  });

  test("keys are listed until they are removed", async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, () => put(randomBytes(50), "waveforms")),
    );
    expect(await keysOf("waveforms")).toEqual([...all].sort());
    const other = await put(Buffer.from("of another kind"));
    expect(await keysOf()).toEqual(expect.arrayContaining([...all, other]));
    expect(await keysOf("nothing")).toEqual([]);
    await Promise.all(all.slice(1).map((key) => media.remove(key)));
    expect(await keysOf("waveforms")).toEqual([all[0]]);
  });

  test("a reader that disconnects leaves the store intact", async () => {
    const key = await put(randomBytes(LARGE));
    const streams = await Promise.all(Array.from({ length: 20 }, () => media.read(key)));
    const gone = (stream: Readable) => new Promise<void>((done) => stream.once("close", done));
    const closed = Promise.all(streams.map(gone));
    for (const [at, stream] of streams.entries()) {
      if (at % 2 === 0) for await (const _ of stream) break;
      stream.destroy();
    }
    await closed;
    expect((await read(key, { start: LARGE - 3, end: LARGE - 1 })).length).toBe(3);
  });
});
