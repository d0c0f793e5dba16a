/** Finds an ffmpeg that can do the work: the configured one, else one on the PATH, else the WebAssembly from npm. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { AudioError } from "./failure.ts";

const ask = promisify(execFile);

/**
 * `path` is absolute; `version` is what the program reports, such as `5.1.9-0+deb12u1`; `command` starts it: a program,
 * and arguments that come before ffmpeg's own.
 */
export type Ffmpeg = Readonly<{ path: string; version: string; command: Command }>;

type Command = readonly [string, ...string[]];

/** The part of a logger that is used here. */
type Log = { warn(message: string): void };

/** What both passes use (`measure.ts`, `encode.ts`): some builds leave parts of it out. */
const NEEDED = {
  encoders: ["libmp3lame", "pcm_s16le"],
  filters: [
    ...["adelay", "aformat", "alimiter", "anullsink", "apad", "aresample", "asplit", "astats"],
    ...["ebur128", "volume", "volumedetect"],
  ],
} as const;

/**
 * Looks for an ffmpeg that runs and has all that is needed. `configured` is `FFMPEG_PATH`, a file or a name on the
 * PATH; if it is set, nothing else is tried. Throws `AudioError` (`retry`) if there is none.
 */
export async function findFfmpeg(configured: string | null, log: Log): Promise<Ffmpeg> {
  if (configured !== null) {
    const found = await probe(await onPath(configured));
    const fault = found === null ? "no ffmpeg runs from there" : lack(found);
    if (found !== null && fault === null) return found;
    throw new AudioError(`FFMPEG_PATH is set to ${configured}, but ${fault}.`, { retry: true });
  }
  const usual = await probe(await onPath("ffmpeg"));
  const fault = usual === null ? "there is no ffmpeg on the PATH" : lack(usual);
  if (usual !== null && fault === null) return usual;
  const bundled = await findBundled();
  if (bundled === null)
    throw new AudioError(`No ffmpeg can be used: ${fault}. Install ffmpeg, or set FFMPEG_PATH.`, {
      retry: true,
    });
  log.warn(
    `Using the ffmpeg from npm, ${bundled.version} in WebAssembly, because ${fault}. It takes about twice the ` +
      "processor time: install your system's ffmpeg, or set FFMPEG_PATH.",
  );
  return bundled;
}

/**
 * `@ffmpeg/core`: ffmpeg as WebAssembly, which runs in a process of Node on every platform. Null if it is not there, as
 * in the container image.
 */
export async function findBundled(): Promise<Ffmpeg | null> {
  const { resolve } = createRequire(import.meta.url);
  try {
    const files = [resolve("@ffmpeg/core"), resolve("@ffmpeg/core/wasm")] as const;
    const command: Command = [process.execPath, ...NODE_OPTIONS, ...ownProgram(), "--", ...files];
    const version = await versionOf(command);
    return version === null ? null : { path: files[1], version, command };
  } catch {
    return null;
  }
}

/**
 * Memory: at most 1 GiB of ffmpeg's own (pages of 64 KiB), and little for JavaScript. Functions are validated when they
 * are first called, which shortens a start from 0.4 to 0.2 s (docs/decisions/audio.md).
 */
const NODE_OPTIONS = [
  ...["--disable-wasm-trap-handler", "--wasm-max-mem-pages=16384", "--max-old-space-size=64"],
  ...["--wasm-lazy-validation", "--no-warnings"],
];

/** As an argument, because the user who decodes need not be able to read where Longwave is installed. */
function ownProgram(): string[] {
  const file = new URL("./ffmpegprocess.ts", import.meta.url);
  // The npm package has JavaScript.
  const language = file.pathname.endsWith(".ts") ? "module-typescript" : "module";
  return [`--input-type=${language}`, `--eval=${readFileSync(file, "utf8")}`];
}

const lack = ({ path, missing }: Probed): string | null =>
  missing.length === 0 ? null : `${path} lacks ${missing.join(", ")}`;

/** Resolves a name on the PATH of this process with a shell, because only config.ts may read the environment. */
async function onPath(name: string): Promise<string | null> {
  if (name.includes(path.sep)) return path.resolve(name);
  const lookUp = ask("/bin/sh", ["-c", 'command -v -- "$1"', "sh", name], { timeout: 20_000 });
  const { stdout } = await lookUp.catch(() => ({ stdout: "" }));
  return path.isAbsolute(stdout.trim()) ? stdout.trim() : null;
}

/** `missing`: names from `NEEDED`. */
type Probed = Ffmpeg & { missing: readonly string[] };

/** Null if the file is no ffmpeg that runs. */
async function probe(file: string | null): Promise<Probed | null> {
  if (file === null) return null;
  const command: Command = [file];
  const version = await versionOf(command);
  if (version === null) return null;
  const missing = await Promise.all([
    absent(command, "-encoders", NEEDED.encoders),
    absent(command, "-filters", NEEDED.filters),
  ]);
  return { path: file, version, command, missing: missing.flat() };
}

const versionOf = async (command: Command): Promise<string | null> =>
  /^ffmpeg version (\S+)/.exec(await output(command, "-version"))?.[1] ?? null;

/** Those of `names` that ffmpeg does not list; in its lists, a name follows a word of flags. */
async function absent(command: Command, list: string, names: readonly string[]): Promise<string[]> {
  const lines = (await output(command, list)).split("\n");
  const present = new Set(lines.map((line) => line.trim().split(/\s+/)[1]));
  return names.filter((name) => !present.has(name));
}

/** Empty if the program fails. */
async function output([program, ...args]: Command, option: string): Promise<string> {
  const options = { timeout: 20_000, env: {}, maxBuffer: 1_048_576 };
  const { stdout } = await ask(program, [...args, "-hide_banner", option], options).catch(() => ({
    stdout: "",
  }));
  return stdout;
}

/** Searches on first use, and again after a failure, since the operator may have installed ffmpeg meanwhile. */
export function searchFfmpegOnce(
  ...[path, log]: Parameters<typeof findFfmpeg>
): () => Promise<Ffmpeg> {
  let found: Promise<Ffmpeg> | null = null;
  return () => {
    found ??= findFfmpeg(path, log).catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
}
