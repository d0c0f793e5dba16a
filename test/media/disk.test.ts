/** Tests the specifics of the media store on disk. */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { pathOf } from "../../src/platform/media/key.ts";
import { openMediaStore } from "../../src/platform/media/open.ts";

async function openFolder() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-disk-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  return { dataDir, media: await openMediaStore({ dataDir, media: null }) };
}

test("a file damaged on disk is repaired by the next upload", async () => {
  const { dataDir, media } = await openFolder();
  const file = path.join(media.tmpDir, "file");
  const bytes = randomBytes(5000);
  await writeFile(file, bytes);
  const key = await media.put(file, "audio", "mp3");
  await rm(file);
  await truncate(path.join(dataDir, "media", pathOf(key)), 100);
  await writeFile(file, bytes);
  await media.put(file, "audio", "mp3");
  expect((await buffer(await media.read(key))).equals(bytes)).toBe(true);
  await rm(file);
  expect(await readdir(media.tmpDir)).toEqual([]);
});

test("a file that was slow to create is as old as its upload to the store", async () => {
  const { media } = await openFolder();
  const file = path.join(media.tmpDir, "file");
  await writeFile(file, "slowly made");
  const longAgo = new Date(Date.now() - 86_400_000);
  await utimes(file, longAgo, longAgo);
  const key = await media.put(file, "audio", "mp3");
  const age = Date.now() - ((await media.find(key))?.modifiedAt.getTime() ?? 0);
  expect(age).toBeLessThan(3_600_000);
});

test("foreign files in the folder are ignored", async () => {
  const { dataDir, media } = await openFolder();
  const stray = path.join(dataDir, "media", "audio", "ab", "cd");
  await mkdir(stray, { recursive: true });
  const names = ["cover.jpg", `${"0".repeat(64)}.mp3`, ".DS_Store"];
  for (const name of names) await writeFile(path.join(stray, name), "");
  await writeFile(path.join(dataDir, "media", ".DS_Store"), "");
  for await (const key of media.keys()) expect.unreachable(key);
  for await (const key of media.keys("audio")) expect.unreachable(key);
});

test("a start deletes temporary files of earlier processes", async () => {
  const { dataDir, media } = await openFolder();
  const left = path.join(media.tmpDir, "left");
  await writeFile(left, "");
  await openMediaStore({ dataDir, media: null });
  expect(await stat(left)).toBeDefined();
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(left, longAgo, longAgo);
  await openMediaStore({ dataDir, media: null });
  expect(await readdir(media.tmpDir)).toEqual([]);
});
