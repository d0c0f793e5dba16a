/** Processing of an upload beside plain ffmpeg doing the same two passes, in multiples of real time. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { findFfmpeg } from "../src/platform/audio/ffmpeg.ts";
import { levelling } from "../src/platform/audio/loudness.ts";
import { processAudio } from "../src/platform/audio/process.ts";
import { makeSound } from "../test/setup/sounds.ts";

/** Seconds of sound made in one second: medians over the rounds. `ratio`: ours over plain, by round. */
export type Transcoded = Readonly<{
  ffmpeg: string;
  minutes: number;
  longwave: number;
  /** The same filters and settings: once to measure, once to encode. */
  plain: number;
  /** Encoded only: no loudness, no peaks, no waveform. */
  encodeOnly: number;
  ratio: number;
  ratioToEncodeOnly: number;
}>;

const PROFILE = { bitrate_kbps: 128, sample_rate: 44_100, channels: 2 } as const;
const MP3 = ["-b:a", "128k", "-reservoir", "0", "-write_xing", "0", "-id3v2_version", "0"];

const run = promisify(execFile);
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** `program`: as `FFMPEG_PATH`; null for the one a server here would use. */
export async function measureTranscode(
  { rounds, minutes }: { rounds: number; minutes: number },
  program: string | null = null,
): Promise<Transcoded> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-transcode-"));
  try {
    const ffmpeg = await findFfmpeg(program, { warn() {} });
    const file = await programme(folder, minutes);
    const times: { longwave: number; plain: number; encodeOnly: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const longwave = await timed(() => process(folder, file, ffmpeg));
      const plain = await timed(() => twoPasses(folder, file, ffmpeg.path));
      const encodeOnly = await timed(() => encode(folder, file, ffmpeg.path, []));
      times.push({ longwave, plain, encodeOnly });
    }
    const speed = (pick: (time: (typeof times)[number]) => number) =>
      median(times.map((time) => (minutes * 60) / pick(time)));
    return {
      ffmpeg: ffmpeg.version,
      minutes,
      longwave: speed((time) => time.longwave),
      plain: speed((time) => time.plain),
      encodeOnly: speed((time) => time.encodeOnly),
      ratio: median(times.map((time) => time.plain / time.longwave)),
      ratioToEncodeOnly: median(times.map((time) => time.encodeOnly / time.longwave)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Speech-like stereo at 192 kbit/s: a minute of it, over and over. */
async function programme(folder: string, minutes: number): Promise<string> {
  const sound = { folder, name: "minute.wav", kind: "speech", seconds: 60, channels: 2 } as const;
  const minute = await makeSound({ ...sound, level: -6 });
  const { path: ffmpeg } = await findFfmpeg(null, { warn() {} });
  const file = path.join(folder, "programme.mp3");
  const loop = ["-stream_loop", String(minutes - 1), "-i", minute];
  await run(ffmpeg, ["-v", "error", ...loop, "-b:a", "192k", file]);
  return file;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function process(folder: string, file: string, ffmpeg: { path: string; version: string }) {
  const workDir = path.join(folder, "work");
  await mkdir(workDir);
  const { signal } = new AbortController();
  const work = { file, workDir, profile: PROFILE, normalise: true, signal, onProgress() {} };
  await processAudio(ffmpeg, work);
  await rm(workDir, { recursive: true });
}

async function twoPasses(folder: string, file: string, ffmpeg: string): Promise<void> {
  const filter = ["-af", "ebur128=peak=true:framelog=verbose", "-f", "null", "-"];
  const { stderr } = await run(ffmpeg, ["-hide_banner", "-nostats", "-i", file, ...filter]);
  const summary = stderr.slice(stderr.lastIndexOf("Summary:"));
  const figure = (name: string) => Number(new RegExp(`${name}: +(\\S+)`).exec(summary)?.[1]);
  const found = { integrated_lufs: figure("I"), true_peak_dbtp: figure("Peak") };
  const level = levelling(found);
  const limiter = level?.limit_dbfs == null ? "" : ",alimiter=limit=0.79:attack=5:level=0";
  await encode(folder, file, ffmpeg, ["-af", `volume=${level?.gain_db}dB${limiter}`]);
}

const encode = (folder: string, file: string, ffmpeg: string, filter: string[]) =>
  run(ffmpeg, ["-v", "error", "-y", "-i", file, ...filter, ...MP3, path.join(folder, "plain.mp3")]);
