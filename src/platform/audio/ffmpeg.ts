/** Finds an ffmpeg that can do the work: the configured one, else one on the PATH, else the old one from npm. */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { AudioError } from "./failure.ts";

const ask = promisify(execFile);

/** `path` is absolute; `version` is what the program reports, such as `5.1.9-0+deb12u1`. */
export type Ffmpeg = Readonly<{ path: string; version: string }>;

/** The part of a logger that is used here. */
type Log = { warn(message: string): void };

/** What both passes use (`measure.ts`, `encode.ts`): some builds leave parts of it out. */
const NEEDED = {
  encoders: ["libmp3lame", "pcm_s16le"],
  filters: [
    ...["adelay", "aformat", "alimiter", "anullsink", "apad", "aresample", "asplit"],
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
  const bundled = await probe(bundledPath());
  if (bundled === null)
    throw new AudioError(`No ffmpeg can be used: ${fault}. Install ffmpeg, or set FFMPEG_PATH.`, {
      retry: true,
    });
  log.warn(
    `Using the ffmpeg from npm, ${bundled.version}, because ${fault}. It is from 2018 and gets no ` +
      "security fixes: install your system's ffmpeg, or set FFMPEG_PATH.",
  );
  return bundled;
}

const lack = ({ path, missing }: Probed): string | null =>
  missing.length === 0 ? null : `${path} lacks ${missing.join(", ")}`;

/** The program in the npm package, or null if there is none for this machine. */
export function bundledPath(): string | null {
  const require = createRequire(import.meta.url);
  try {
    // The package throws a string if it has no program.
    return (require("@ffmpeg-installer/ffmpeg") as { path: string }).path;
  } catch {
    return null;
  }
}

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
  const version = /^ffmpeg version (\S+)/.exec(await output(file, "-version"))?.[1];
  if (version === undefined) return null;
  const missing = await Promise.all([
    absent(file, "-encoders", NEEDED.encoders),
    absent(file, "-filters", NEEDED.filters),
  ]);
  return { path: file, version, missing: missing.flat() };
}

/** Those of `names` that ffmpeg does not list; in its lists, a name follows a word of flags. */
async function absent(file: string, list: string, names: readonly string[]): Promise<string[]> {
  const lines = (await output(file, list)).split("\n");
  const present = new Set(lines.map((line) => line.trim().split(/\s+/)[1]));
  return names.filter((name) => !present.has(name));
}

/** Empty if the program fails. */
async function output(file: string, option: string): Promise<string> {
  const options = { timeout: 20_000, env: {}, maxBuffer: 1_048_576 };
  const { stdout } = await ask(file, ["-hide_banner", option], options).catch(() => ({
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
