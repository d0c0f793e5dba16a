/** Compares processing an upload with plain ffmpeg running the same two passes, in multiples of real time. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Ffmpeg, findFfmpeg } from "../src/platform/audio/ffmpeg.ts";
import { levelling } from "../src/platform/audio/loudness.ts";
import { processAudio } from "../src/platform/audio/process.ts";
import { isRoot, UNPRIVILEGED } from "../src/platform/audio/sandbox.ts";
import { makeSound } from "../test/setup/sounds.ts";
import { median } from "./rows.ts";

/** Seconds of audio processed per second of wall-clock time, and per second of processor time. */
export type Speed = Readonly<{ wall: number; cpu: number }>;

/** Seconds that each took in one round. */
type Round = Record<"longwave" | "plain" | "encodeOnly", Speed>;

/** Medians over the rounds. A ratio is Longwave's speed over the other's, by round. */
export type Transcoded = Readonly<{
  ffmpeg: string;
  minutes: number;
  longwave: Speed;
  /** The same filters and settings: once to measure, once to encode. */
  plain: Speed & { ratio: Speed };
  /** Encoding only: no loudness, no peaks, no waveform. */
  encodeOnly: Speed & { ratio: Speed };
  rounds: readonly Round[];
}>;

const PROFILE = { bitrate_kbps: 128, sample_rate: 44_100, channels: 2 } as const;
const MP3 = ["-b:a", "128k", "-reservoir", "0", "-write_xing", "0", "-id3v2_version", "0"];

const execute = promisify(execFile);
/** Runs as the same user as Longwave's ffmpeg, because schedulers may share the processor by user. */
const run = ({ command: [program, ...before] }: Ffmpeg, args: string[]) =>
  execute(program, [...before, ...args], isRoot() ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {});

/** `program`: as `FFMPEG_PATH`; null for the one that a server here would use. */
export async function measureTranscode(
  { rounds, minutes }: { rounds: number; minutes: number },
  program: string | null = null,
): Promise<Transcoded> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-transcode-"));
  try {
    await chmod(folder, 0o755);
    const ffmpeg = await findFfmpeg(program, { warn() {} });
    const file = await programme(folder, minutes);
    const times: Round[] = [];
    for (let round = 0; round < rounds; round += 1)
      times.push({
        longwave: await timed(() => processOnce(folder, file, ffmpeg)),
        plain: await timed(() => twoPasses(file, ffmpeg)),
        encodeOnly: await timed(() => encode(file, ffmpeg, [])),
      });
    return { ffmpeg: ffmpeg.version, minutes, rounds: times, ...summary(times, minutes * 60) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Speech-like stereo at 192 kbit/s: one minute of it, repeated. */
async function programme(folder: string, minutes: number): Promise<string> {
  const sound = { folder, name: "minute.wav", kind: "speech", seconds: 60, channels: 2 } as const;
  const minute = await makeSound({ ...sound, level: -6 });
  const { command } = await findFfmpeg(null, { warn() {} });
  const [program, ...before] = command;
  const file = path.join(folder, "programme.mp3");
  const loop = ["-stream_loop", String(minutes - 1), "-i", minute];
  await execute(program, [...before, "-v", "error", ...loop, "-b:a", "192k", file]);
  return file;
}

/** Converts durations into seconds of audio per second. */
function summary(times: readonly Round[], seconds: number) {
  const both = (figure: (time: Round, kind: keyof Speed) => number): Speed => ({
    wall: median(times.map((time) => figure(time, "wall"))),
    cpu: median(times.map((time) => figure(time, "cpu"))),
  });
  const beside = (name: "plain" | "encodeOnly") => ({
    ...both((time, kind) => seconds / time[name][kind]),
    ratio: both((time, kind) => time[name][kind] / time.longwave[kind]),
  });
  return {
    longwave: both((time, kind) => seconds / time.longwave[kind]),
    plain: beside("plain"),
    encodeOnly: beside("encodeOnly"),
  };
}

async function timed(work: () => Promise<unknown>): Promise<Speed> {
  const [start, before] = [performance.now(), processorTime()];
  await work();
  return { wall: (performance.now() - start) / 1000, cpu: processorTime() - before };
}

/** Processor seconds of this process and its ended children; without /proc, of this process alone. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  const stat = existsSync("/proc/self/stat") ? readFileSync("/proc/self/stat", "latin1") : "";
  // proc(5): cutime and cstime are the 16th and 17th fields, in ticks of 10 ms; the name may contain blanks.
  const figures = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const children = Number(figures[13] ?? 0) + Number(figures[14] ?? 0);
  return (user + system) / 1e6 + children / 100;
}

async function processOnce(folder: string, file: string, ffmpeg: Ffmpeg) {
  const workDir = path.join(folder, "work");
  await mkdir(workDir);
  const { signal } = new AbortController();
  const work = { file, workDir, profile: PROFILE, normalise: true, signal, onProgress() {} };
  await processAudio(ffmpeg, work);
  await rm(workDir, { recursive: true });
}

async function twoPasses(file: string, ffmpeg: Ffmpeg): Promise<void> {
  const filter = ["-af", "ebur128=peak=true:framelog=verbose", "-f", "null", "-"];
  const { stderr } = await run(ffmpeg, ["-hide_banner", "-nostats", "-i", file, ...filter]);
  const summary = stderr.slice(stderr.lastIndexOf("Summary:"));
  const figure = (name: string) => Number(new RegExp(`${name}: +(\\S+)`).exec(summary)?.[1]);
  const found = { integrated_lufs: figure("I"), true_peak_dbtp: figure("Peak") };
  const level = levelling(found);
  const limiter = level?.limit_dbfs == null ? "" : ",alimiter=limit=0.79:attack=5:level=0";
  await encode(file, ffmpeg, ["-af", `volume=${level?.gain_db}dB${limiter}`]);
}

const encode = (file: string, ffmpeg: Ffmpeg, filter: string[]) =>
  run(ffmpeg, ["-v", "error", "-y", "-i", file, ...filter, ...MP3, "-f", "mp3", "/dev/null"]);
