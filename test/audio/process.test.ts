/** An upload becomes an episode's audio: exact, constant, levelled; with either ffmpeg. */
import { createReadStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ffmpeg } from "../../src/platform/audio/ffmpeg.ts";
import { inspectMp3 } from "../../src/platform/audio/mp3.ts";
import { type Processed, processAudio } from "../../src/platform/audio/process.ts";
import { PROFILES } from "../../src/platform/audio/profiles.ts";
import { bundledFfmpeg, makeSound, testFfmpeg } from "../setup/sounds.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-audio-"));
});
afterAll(() => rm(folder, { recursive: true }));

const STEREO = { bitrate_kbps: 128, sample_rate: 44_100, channels: 2 } as const;

async function made(ffmpeg: Ffmpeg, file: string, more = {}): Promise<Processed> {
  const workDir = await mkdtemp(path.join(folder, "work-"));
  const { signal } = new AbortController();
  const usual = { profile: STEREO, normalise: true, signal, onProgress() {} };
  return await processAudio(ffmpeg, { file, workDir, ...usual, ...more });
}

describe.each([
  ["the machine's ffmpeg", testFfmpeg],
  ["the old ffmpeg out of npm", bundledFfmpeg],
])("with %s", (_name, find) => {
  test("a recording becomes an MP3 whose every frame stands alone, exact to a frame", async () => {
    const ffmpeg = await find();
    const file = await makeSound({ folder, name: "speech.wav", kind: "speech", seconds: 4.321 });
    const percents: number[] = [];
    const done = await made(ffmpeg, file, {
      onProgress: (percent: number) => percents.push(percent),
    });
    const facts = await inspectMp3(createReadStream(done.file));
    expect(facts).toMatchObject({
      header_bytes: done.header_bytes,
      frames: done.frames,
      first: { bitrate_kbps: 128, sample_rate: 44_100, channels: 2 },
      cbr: true,
      reservoir: 0,
      info: false,
      junk: 0,
    });
    expect(done).toMatchObject({ duration_ms: 4321, format: "WAV", cover: null, chapters: [] });
    expect(done.samples).toBe(Math.round(4.321 * 44_100));
    expect(Math.abs(facts.samples - done.samples)).toBeLessThan(1152);
    expect(percents).toEqual([...new Set(percents)].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
    expect(await readdir(path.dirname(done.file))).toEqual(["audio.mp3", "waveform.json"]);
    const waveform = JSON.parse(await readFile(done.waveform, "utf8"));
    expect(waveform).toMatchObject({ version: 2, channels: 1, bits: 8, sample_rate: 44_100 });
    expect(waveform.data).toHaveLength(2 * waveform.length);
    expect(Math.ceil(done.samples / waveform.samples_per_pixel)).toBe(waveform.length);
  });

  test("every profile makes what it says", async () => {
    const ffmpeg = await find();
    const file = await makeSound({ folder, name: "tone.wav", seconds: 1, channels: 2 });
    for (const profile of Object.values(PROFILES)) {
      const done = await made(ffmpeg, file, { profile });
      const facts = await inspectMp3(createReadStream(done.file));
      expect(facts).toMatchObject({ first: profile, cbr: true, reservoir: 0, junk: 0 });
    }
  });
});
