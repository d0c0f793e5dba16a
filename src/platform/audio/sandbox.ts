/** Runs ffmpeg on untrusted files: with resource limits, unprivileged, writing only to its two pipes. */
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
  /** Its working folder; it needs to read nothing else. */
  cwd: string;
  /** Limit for wall-clock time and CPU time, in ms. */
  limitMs: number;
  signal: AbortSignal;
  /** Receives stdout; the next chunk waits until this call has finished. */
  onOutput(chunk: Buffer): void | Promise<void>;
  /** Receives each line of stderr. */
  onLine(line: string): void;
}>;

/** `code` is null if a signal ended the process. */
export type Ended = Readonly<{ code: number | null; signal: NodeJS.Signals | null }>;

/**
 * The uid that ffmpeg runs as when Longwave is root; no account has it. It is not 65534 (`nobody`), because that uid
 * owns the embedded PostgreSQL's files and processes.
 */
export const UNPRIVILEGED = 65533;

/**
 * Address space in KiB. An hour of MP3 takes 283 MB of it, of which 55 MB are used (ffmpeg 5.1). Node reserves more than
 * 2 GiB for WebAssembly, whose memory has a limit of its own (`ffmpeg.ts`).
 */
const maxAddressKb = ({ command }: Ffmpeg) => (command.length === 1 ? 2 : 4) * 1024 * 1024;

/**
 * Sets resource limits before `exec`: address space, no core dumps, no files, CPU seconds. If a system lacks one of
 * these limits, it is skipped.
 */
const WRAPPER =
  '{ ulimit -c 0; ulimit -f 0; ulimit -v "$1"; ulimit -t "$2"; } 2>/dev/null; shift 2; exec "$@"';

/** Lower priority than everything else on the machine, so that requests come first. */
const NICENESS = 10;

/**
 * Runs ffmpeg to its end. Throws `AudioError` if it was stopped: with `retry` after an abort or a kill from outside,
 * without it if it took too long or crashed. An ordinary failure is reported as `Ended.code`.
 */
export async function runFfmpeg(ffmpeg: Ffmpeg, run: Run): Promise<Ended> {
  refuseAborted(run.signal);
  await using program = await reachable(ffmpeg.command);
  const limits = [String(maxAddressKb(ffmpeg)), String(Math.ceil(run.limitMs / 1000))];
  const command = ["-c", WRAPPER, "sh", ...limits, ...program.command, ...run.args];
  const child = spawn("/bin/sh", command, {
    // Entered before the user changes, so that the parent folders may be closed to that user.
    cwd: run.cwd,
    env: {},
    stdio: ["ignore", "pipe", "pipe", ...program.handles.map(({ fd }) => fd)],
    ...(isRoot() ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
  });
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  return await watch(child, run);
}

/** Gives `place` to the sandbox user's group, with `mode`. Does nothing unless Longwave runs as root. */
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

type Program = AsyncDisposable & { command: string[]; handles: FileHandle[] };

/**
 * The command as the unprivileged user can start it. Files in folders that are closed to that user (a clone below
 * /root) are passed as open file descriptors, by which Linux can start and read them.
 */
async function reachable(command: readonly string[]): Promise<Program> {
  const program: Program = {
    command: [],
    handles: [],
    async [Symbol.asyncDispose]() {
      for (const handle of this.handles) await handle.close();
    },
  };
  for (const part of command) {
    const file = path.isAbsolute(part) && isRoot() ? await realpath(part) : null;
    if (file === null || (await othersMayEnter(path.dirname(file)))) program.command.push(part);
    else {
      program.command.push(`/proc/self/fd/${program.handles.length + 3}`);
      program.handles.push(await open(file));
    }
  }
  return program;
}

async function othersMayEnter(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || (await othersMayEnter(parent));
}
