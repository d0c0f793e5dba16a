/** Runs ffmpeg on files of strangers: bounded, unprivileged, writing nothing but its two pipes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, type FileHandle, open, realpath, stat } from "node:fs/promises";
import { setPriority } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { AudioError } from "./failure.ts";
import type { Ffmpeg } from "./ffmpeg.ts";

export type Run = Readonly<{
  args: readonly string[];
  /** Its folder; the only place it needs, and only to read. */
  cwd: string;
  /** Wall-clock and CPU time at most. */
  limitMs: number;
  signal: AbortSignal;
  /** What it writes to stdout; the next piece waits until this one is done with. */
  onOutput(chunk: Buffer): void | Promise<void>;
  /** Each line of stderr. */
  onLine(line: string): void;
}>;

/** `code` is null when a signal ended it. */
export type Ended = Readonly<{ code: number | null; signal: NodeJS.Signals | null }>;

/**
 * Who it is when Longwave is root: a number that belongs to nobody. Not 65534, `nobody` itself, as
 * that owns the embedded PostgreSQL, its files and its processes.
 */
export const UNPRIVILEGED = 65533;

/** Address space in KiB. An hour of MP3 takes 283 MB of it, of which 55 are used (ffmpeg 5.1). */
const MAX_ADDRESS_KB = 2 * 1024 * 1024;

/**
 * Bounds what `exec` then becomes: address space, no core, no file of its own, CPU seconds. A system
 * without one of these limits does without it.
 */
const WRAPPER =
  '{ ulimit -c 0; ulimit -f 0; ulimit -v "$1"; ulimit -t "$2"; } 2>/dev/null; shift 2; exec "$@"';

/** Below everything else of the machine: requests go before. */
const NICENESS = 10;

/**
 * Runs ffmpeg to its end. Throws `AudioError` when it was stopped: `retry` after an abort or a kill
 * from outside, final when it took too long or crashed. A plain failure is in `Ended.code`.
 */
export async function runFfmpeg(ffmpeg: Ffmpeg, run: Run): Promise<Ended> {
  refuseAborted(run.signal);
  await using program = await reachable(ffmpeg.path);
  const limits = [String(MAX_ADDRESS_KB), String(Math.ceil(run.limitMs / 1000))];
  const command = ["-c", WRAPPER, "sh", ...limits, program.path, ...run.args];
  const child = spawn("/bin/sh", command, {
    // Entered before the user changes, so the folders above it may be closed to that one.
    cwd: run.cwd,
    env: {},
    stdio: ["ignore", "pipe", "pipe", ...(program.handle ? [program.handle.fd] : [])],
    ...(isRoot() ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
  });
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  return await watch(child, run);
}

/** Gives `place` to the group of that user, with `mode`. Without root there is no other user. */
export async function letSandboxRead(place: string, mode: number): Promise<void> {
  if (!isRoot()) return;
  await chown(place, 0, UNPRIVILEGED);
  await chmod(place, mode);
}

export const isRoot = (): boolean => process.getuid?.() === 0;

async function watch(child: ChildProcess, run: Run): Promise<Ended> {
  const { stdout, stderr } = child as ChildProcess & { stdout: Readable; stderr: Readable };
  const timeout = AbortSignal.timeout(run.limitMs);
  const stop = AbortSignal.any([run.signal, timeout]);
  const kill = () => child.kill("SIGKILL");
  stop.addEventListener("abort", kill, { once: true });
  const closed = once(child, "close");
  const lines = createInterface({ input: stderr }).on("line", (line) => run.onLine(line));
  try {
    for await (const chunk of stdout) await run.onOutput(chunk as Buffer);
    const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null];
    if (signal !== null) throw stopped(run.signal, timeout, signal);
    return { code, signal };
  } catch (error) {
    kill();
    await closed.catch(() => {});
    throw error;
  } finally {
    stop.removeEventListener("abort", kill);
    lines.close();
  }
}

export function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AudioError("The work on this file was stopped.", { retry: true });
}

function stopped(abort: AbortSignal, timeout: AbortSignal, by: NodeJS.Signals): AudioError {
  refuseAborted(abort);
  if (timeout.aborted || by === "SIGXCPU")
    return new AudioError("The file takes too long to decode.");
  if (by === "SIGKILL" || by === "SIGTERM" || by === "SIGINT")
    return new AudioError("The work on this file was stopped.", { retry: true });
  return new AudioError("The file is damaged in a way that no decoder can read.");
}

type Program = AsyncDisposable & { path: string; handle: FileHandle | null };

/**
 * A path by which the unprivileged user may start the program. In a folder closed to that user
 * (a clone below /root) it is handed over open instead, as Linux starts programs from there too.
 */
async function reachable(file: string): Promise<Program> {
  const real = await realpath(file);
  if (!isRoot() || (await othersMayEnter(path.dirname(real))))
    return { path: file, handle: null, [Symbol.asyncDispose]: async () => {} };
  const handle = await open(real);
  return { path: "/proc/self/fd/3", handle, [Symbol.asyncDispose]: () => handle.close() };
}

async function othersMayEnter(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || (await othersMayEnter(parent));
}
