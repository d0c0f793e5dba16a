/** Tests that files without audio are refused with a reason, and that truncated audio is kept as far as it goes. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { AudioError } from "../../src/platform/audio/failure.ts";
import { makeSound } from "../setup/sounds.ts";
import { make, useFolder } from "./making.ts";

const folder = useFolder();

/** A ZIP of one entry: 100 MB of zero bytes in 100 kB. */
function zipBomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(100_000_000));
  const head = Buffer.alloc(30);
  head.write("PK\x03\x04", "latin1");
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(100_000_000, 22);
  return Buffer.concat([head, packed]);
}

const ID3_ONLY = Buffer.concat([Buffer.from("ID3\x03\x00\x00\x00\x00\x02\x00"), Buffer.alloc(256)]);

const REFUSED: [string, Buffer, string][] = [
  ["0 bytes", Buffer.alloc(0), "The file is empty: it has 0 bytes."],
  ["zero bytes", Buffer.alloc(5000), "The file contains only zero bytes."],
  ["HTML", Buffer.from("\n<!DOCTYPE html><p>Gone"), "This is an HTML page, not audio."],
  ["XML", Buffer.from("<?xml version='1.0'?><rss/>"), "This is an XML document, not audio."],
  ["a ZIP bomb", zipBomb(), "This is a ZIP archive, not audio."],
  ["PDF", Buffer.from("%PDF-1.7 …"), "This is a PDF document, not audio."],
  ["JPEG", Buffer.from("ffd8ffe000104a464946", "hex"), "This is a JPEG picture, not audio."],
  ["a text", Buffer.from("Dear listeners! ".repeat(20)), "This is a text, not audio."],
  ["JSON", Buffer.from('{"error": "not found"}'), "This is a JSON document, not audio."],
  ["tags only", ID3_ONLY, "The file contains only tags and no audio."],
  ["cut-off tags", ID3_ONLY.subarray(0, 99), "The file contains only tags and no audio."],
  [
    "anything",
    Buffer.from("\x01\x02\x03what", "latin1"),
    "The file is not in a known audio format.",
  ],
];

test.each(REFUSED)("%s, named as an MP3", async (_name, bytes, message) => {
  const file = path.join(folder.path, "episode.mp3");
  await writeFile(file, bytes);
  const failure = await make(folder.path, file).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AudioError);
  expect(failure).toMatchObject({ message, retry: false });
});

test("an MP4 without its index is refused for that reason", async () => {
  const file = await makeSound({ folder: folder.path, name: "whole.m4a", seconds: 1 });
  await writeFile(file, (await readFile(file)).subarray(0, 2000));
  await expect(make(folder.path, file)).rejects.toThrow(
    "The file is cut off: its index at the end is missing.",
  );
});

test.each(["a.mp3", "a.m4a", "a.wav"])("the maximum length is enforced for %s", async (name) => {
  const file = await makeSound({ folder: folder.path, name, seconds: 2 });
  const made = await make(folder.path, file, { maxSeconds: 2 });
  expect(made.duration_ms).toBeLessThan(2100);
  await expect(make(folder.path, file, { maxSeconds: 1 })).rejects.toThrow(
    "The recording is longer than 1 seconds.",
  );
});

test("the existing part of a truncated MP3 is kept", async () => {
  const file = await makeSound({ folder: folder.path, name: "cut.mp3", seconds: 4 });
  const whole = await readFile(file);
  await writeFile(file, whole.subarray(0, whole.length / 2));
  const { duration_ms } = await make(folder.path, file);
  expect(Math.abs(duration_ms - 2000)).toBeLessThan(100);
});
