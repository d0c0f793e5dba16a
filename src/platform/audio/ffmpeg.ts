/** Finds an ffmpeg that runs: the configured one, else one on the PATH, else the old one from npm. */
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

/**
 * Looks for ffmpeg and runs it once. `configured` is `FFMPEG_PATH`, a file or a name on the PATH; if it is set, nothing
 * else is tried. Throws `AudioError` (`retry`) if none runs.
 */
export async function findFfmpeg(configured: string | null, log: Log): Promise<Ffmpeg> {
  if (configured !== null) {
    const found = await probe(await onPath(configured));
    if (found !== null) return found;
    throw new AudioError(`FFMPEG_PATH is set to ${configured}, but no ffmpeg runs from there.`, {
      retry: true,
    });
  }
  const usual = await probe(await onPath("ffmpeg"));
  if (usual !== null) return usual;
  const bundled = await probe(bundledPath());
  if (bundled === null)
    throw new AudioError("No ffmpeg runs on this machine. Install ffmpeg, or set FFMPEG_PATH.", {
      retry: true,
    });
  log.warn(
    `There is no ffmpeg on the PATH: using the one from npm, ${bundled.version}, which is from ` +
      "2018 and gets no security fixes. Install ffmpeg, or set FFMPEG_PATH.",
  );
  return bundled;
}

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

async function probe(file: string | null): Promise<Ffmpeg | null> {
  if (file === null) return null;
  const options = { timeout: 20_000, env: {}, maxBuffer: 65_536 };
  const { stdout } = await ask(file, ["-version"], options).catch(() => ({
    stdout: "",
  }));
  const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1];
  return version === undefined ? null : { path: file, version };
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
