/** Helpers of the audio tests: a folder, a run with the usual settings, and independent measurements. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import type { Ffmpeg } from "../../src/platform/audio/ffmpeg.ts";
import { type Processed, processAudio, type Work } from "../../src/platform/audio/process.ts";
import { bundledFfmpeg, testFfmpeg } from "../setup/sounds.ts";

const run = promisify(execFile);

export const STEREO = { bitrate_kbps: 128, sample_rate: 44_100, channels: 2 } as const;

/** Both ffmpeg programs that a server may use; identical on machines without their own. */
export const PROGRAMS: [string, () => Promise<Ffmpeg>][] = [
  ["the machine's ffmpeg", testFfmpeg],
  ["the ffmpeg of npm", bundledFfmpeg],
];

/** A folder for the tests of one file. */
export function useFolder(): { path: string } {
  const folder = { path: "" };
  beforeAll(async () => {
    folder.path = await mkdtemp(path.join(os.tmpdir(), "longwave-audio-"));
  });
  afterAll(() => rm(folder.path, { recursive: true }));
  return folder;
}

/** Processes `file` in a new folder inside `folder`, stereo and levelled unless `more` says otherwise. */
export async function make(
  folder: string,
  file: string,
  { ffmpeg, ...more }: Partial<Work> & { ffmpeg?: Ffmpeg } = {},
): Promise<Processed> {
  const workDir = await mkdtemp(path.join(folder, "work-"));
  const { signal } = new AbortController();
  const usual = { profile: STEREO, normalise: true, signal, onProgress() {} };
  return processAudio(ffmpeg ?? (await testFfmpeg()), { file, workDir, ...usual, ...more });
}

/** Loudness and true peak of a finished file, measured by ffmpeg. */
export async function judge(file: string): Promise<{ lufs: number; peak: number }> {
  const [program, ...before] = (await testFfmpeg()).command;
  const filter = ["-af", "ebur128=peak=true:framelog=verbose", "-f", "null", "-"];
  const args = [...before, "-hide_banner", "-nostats", "-i", file, ...filter];
  const { stderr } = await run(program, args);
  const summary = stderr.slice(stderr.lastIndexOf("Summary:"));
  const figure = (name: string) =>
    Number(new RegExp(`${name}: +(\\S+)`).exec(summary)?.[1]?.replace("inf", "Infinity"));
  return { lufs: figure("I"), peak: figure("Peak") };
}

/** The file as samples of one channel, decoded by plain ffmpeg. */
export async function decode(file: string): Promise<Int16Array> {
  const [program, ...before] = (await testFfmpeg()).command;
  const args = [
    ...before,
    "-v",
    "error",
    "-i",
    file,
    "-ac",
    "1",
    "-ar",
    "44100",
    "-f",
    "s16le",
    "pipe:1",
  ];
  const { stdout } = await run(program, args, { encoding: "buffer", maxBuffer: 2 ** 27 });
  return new Int16Array(new Uint8Array(stdout).buffer);
}
