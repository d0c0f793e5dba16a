/** Real processes for journeys: the command line, and servers that are stopped with the test. */
import { type ChildProcess, spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, inject, onTestFinished, TestRunner } from "vitest";
import { isAlive, readPid } from "../../src/platform/db/processes.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const CLI = path.join(ROOT, "src/cli.ts");

type Env = Record<string, string>;
export type Ended = { code: number | null; stdout: string; stderr: string };
export type Running = {
  pid: number;
  /** What it has said so far. */
  said: { stdout: string; stderr: string };
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ended>;
};
export type Server = Running & { url: string };

/** A folder below the system's temporary one, deleted after the test, whatever lives there. */
export async function makeDataDir(name = "data"): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-journey-"));
  const dataDir = path.join(folder, name);
  onTestFinished(() => removeDataDir(dataDir));
  return dataDir;
}

/** A database of the test run's server, as DATABASE_URL names it. */
export function urlOf(target: pg.ClientConfig): string {
  const { user, password, host, port, database } = new pg.Client(target);
  const where = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${password}@/${target.database ?? database}?${where}`;
}

/** Starting processes takes its time where other tests run at once. */
export const JOURNEY_MS = 90_000;

/** One folder for all tests of a file, with a database and the user ada in it. */
export function useDataDir(): () => string {
  let dataDir = "";
  beforeAll(async () => {
    dataDir = path.join(await mkdtemp(path.join(os.tmpdir(), "longwave-journey-")), "data");
    const { code, stderr } = await longwave(createAda, { DATA_DIR: dataDir });
    if (code !== 0) throw new Error(stderr);
  });
  afterAll(() => removeDataDir(dataDir));
  return () => dataDir;
}

/** Makes the user ada. */
export const createAda = [
  ...["user", "create", "--username", "ada", "--email", "ada@example.org"],
  ...["--fullname", "Ada", "--password", "engine no 1"],
];

async function removeDataDir(dataDir: string): Promise<void> {
  const postmaster = await postmasterOf(dataDir);
  if (postmaster !== null) process.kill(postmaster, "SIGQUIT");
  // Where the socket of a path too long for one was.
  const socketDir = `/tmp/longwave-${hash("sha256", dataDir).slice(0, 16)}`;
  await rm(socketDir, { recursive: true, force: true });
  const folder = path.dirname(dataDir);
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Starts `longwave …` and does not wait. */
export function start(args: string[], env: Env): Running {
  return run([CLI, ...args], env);
}

/** Runs `longwave …` to its end. */
export const longwave = (args: string[], env: Env): Promise<Ended> => start(args, env).ended;

/** Starts a program of its own, as a person would with `node`. */
export const runNode = (args: string[], env: Env = {}): Running => run(args, env);

/** Runs `node` on an ES module's text, with the repository's root as `root`. */
export const script = (text: string, env: Env): Running =>
  run(["--input-type=module", "-e", `const root = ${JSON.stringify(ROOT)};\n${text}`], env);

/**
 * Starts `longwave serve` on a free port, and returns when it says that it is ready. `wrapper`: a program
 * that runs it in its own place, such as `["prlimit", "--nofile=600"]`.
 */
export async function serve(env: Env, wrapper: readonly string[] = []): Promise<Server> {
  const running = run([CLI, "serve"], { PORT: "0", ...env }, wrapper);
  const url = await said(running, /ready at (\S+)/);
  return { ...running, url };
}

/** Waits for words on stdout; what is in brackets is returned. */
export async function said({ said, ended }: Running, words: RegExp): Promise<string> {
  let end: Ended | null = null;
  ended.then((value) => {
    end = value;
  });
  for (;;) {
    const found = words.exec(said.stdout);
    if (found) return found[1] ?? found[0];
    if (end !== null) throw new Error(`It ended: ${JSON.stringify(end)}`);
    await sleep(10);
  }
}

/** The process of the embedded server of `dataDir`; null when none runs. */
export async function postmasterOf(dataDir: string): Promise<number | null> {
  const pid = await readPid(path.join(dataDir, "postgres/postmaster.pid"));
  if (pid === null || !isAlive(pid)) return null;
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return / Z /.test(state) ? null : pid;
}

const PATIENCE_MS = 20_000;

/** Polls until `check` gives something other than null or false; fails before the test times out. */
export async function eventually<T>(
  check: () => Promise<T | null | false>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const value = await check();
    if (value !== null && value !== false) return value;
    await sleep(20);
  }
  throw new Error("It did not come to pass.");
}

function run(args: string[], env: Env, wrapper: readonly string[] = []): Running {
  const [program = process.execPath, ...all] = [...wrapper, process.execPath, ...args];
  const child = spawn(program, all, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: inject("compiled"), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A hook has no end of a test to wait for, and waits for its process itself.
  if (TestRunner.getCurrentTest() !== undefined)
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
  const words = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    words.stdout += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    words.stderr += chunk;
  });
  return {
    pid: child.pid ?? 0,
    said: words,
    kill: (signal) => child.kill(signal),
    ended: endOf(child, words),
  };
}

async function endOf(child: ChildProcess, words: { stdout: string; stderr: string }) {
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...words };
}
