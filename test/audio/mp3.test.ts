/** Tests that MP3 frames are found and classified, however the bytes arrive. */
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createFramer, id3v2Bytes, parseHeader } from "../../src/platform/audio/mp3.ts";
import { inspectMp3 } from "../setup/mp3.ts";
import { makeSound } from "../setup/sounds.ts";
import { useFolder } from "./making.ts";

const folder = useFolder();
const sound = (name: string, args: string[]) =>
  makeSound({ folder: folder.path, name, kind: "speech", seconds: 2, channels: 2, args });

test("headers are read as the standard defines them", () => {
  const header = (hex: string) => parseHeader(Buffer.from(hex, "hex"), 0);
  expect(header("fffb9064")).toEqual({
    version: 1,
    bitrate_kbps: 128,
    sample_rate: 44_100,
    channels: 2,
    samples: 1152,
    bytes: 417,
    side_info_at: 4,
  });
  expect(header("fffb9264")).toMatchObject({ bytes: 418 });
  expect(header("fffa94c4")).toMatchObject({ sample_rate: 48_000, channels: 1, side_info_at: 6 });
  expect(header("fff38064")).toMatchObject({
    version: 2,
    bitrate_kbps: 64,
    samples: 576,
    bytes: 208,
  });
  expect(header("ffe31044")).toMatchObject({ version: 2.5, sample_rate: 11_025, bitrate_kbps: 8 });
  // Layer II, a reserved version, a reserved rate, free format, a bit rate that does not exist.
  for (const hex of ["fffd9064", "ffeb9064", "fffb9c64", "fffb0064", "fffbf064", "fffb90", "00"])
    expect(header(hex)).toBeNull();
});

test("the size of an ID3v2 tag includes its header and footer", () => {
  const tag = (...bytes: number[]) => id3v2Bytes(Buffer.from([0x49, 0x44, 0x33, ...bytes]));
  expect(tag(3, 0, 0, 0, 0, 2, 1)).toBe(10 + 257);
  expect(tag(4, 0, 0x10, 0, 0, 0, 5)).toBe(25);
  expect(tag(3, 0, 0, 0x80, 0, 0, 5)).toBe(0);
  expect(tag(3, 0, 0)).toBe(0);
});

test("the ID3v2 tag, info frame and bit reservoir of a usual MP3 are recognised", async () => {
  const file = await sound("usual.mp3", ["-b:a", "128k", "-metadata", "title=x"]);
  const facts = await inspectMp3(createReadStream(file));
  expect(facts).toMatchObject({ info: true, cbr: true, junk: 0 });
  expect(facts.header_bytes).toBe(id3v2Bytes(await readFile(file)));
  expect(facts.header_bytes).toBeGreaterThan(10);
  expect(facts.reservoir).toBeGreaterThan(0);
  expect(facts.samples).toBe(facts.frames * 1152);
  expect(facts.samples).toBeGreaterThanOrEqual(88_200);
});

test("a missing bit reservoir or info frame is not reported, and a variable bit rate is not constant", async () => {
  const plain = ["-reservoir", "0", "-write_xing", "0", "-id3v2_version", "0", "-b:a", "64k"];
  const none = await inspectMp3(createReadStream(await sound("plain.mp3", plain)));
  expect(none).toMatchObject({ info: false, cbr: true, reservoir: 0, header_bytes: 0, junk: 0 });
  const vbr = await inspectMp3(createReadStream(await sound("vbr.mp3", ["-q:a", "6"])));
  expect(vbr).toMatchObject({ info: true, cbr: false });
});

test("the frames are the same however the stream is split, and cover every byte", async () => {
  const bytes = await readFile(await sound("pieces.mp3", ["-b:a", "96k"]));
  const whole = createFramer()
    .push(bytes)
    .map(({ offset, bytes: { length } }) => [offset, length]);
  expect(whole.length).toBeGreaterThan(70);
  const sizes = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(sizes, (pieces) => {
      const framer = createFramer();
      const found: number[][] = [];
      for (let [at, turn] = [0, 0]; at < bytes.length; turn += 1) {
        const size = pieces[turn % pieces.length] ?? 1;
        for (const { offset, bytes: frame } of framer.push(bytes.subarray(at, at + size)))
          found.push([offset, frame.length]);
        at += size;
      }
      expect(found).toEqual(whole);
      const covered = found.reduce((sum, [, length = 0]) => sum + length, framer.header_bytes);
      expect(covered + framer.junk + framer.waiting).toBe(bytes.length);
    }),
    { seed: 20, numRuns: 40 },
  );
});

test("parsing ends for any bytes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
      const stream = (async function* () {
        yield Buffer.from(bytes);
      })();
      const facts = await inspectMp3(stream);
      expect(facts.junk).toBeLessThanOrEqual(bytes.length);
    }),
    { seed: 21, numRuns: 200 },
  );
});
