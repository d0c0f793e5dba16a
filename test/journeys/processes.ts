/** Runs real processes for journeys: the command line, and servers that are stopped with the test. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, onTestFinished, TestRunner } from "vitest";
import { isAlive, readPid } from "../../src/platform/db/processes.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

type Env = Record<string, string>;
export type Ended = { code: number | null; stdout: string; stderr: string };
export type Running = {
  pid: number;
  /** Its output so far. */
  said: { stdout: string; stderr: string };
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ended>;
};
export type Server = Running & { url: string };

/** A folder in the system's temporary folder, deleted after the test with its processes. */
export async function makeDataDir(name = "data"): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-journey-"));
  const dataDir = path.join(folder, name);
  onTestFinished(() => removeDataDir(dataDir));
  return dataDir;
}

/** A database of the test run's server in the form of DATABASE_URL. */
export function urlOf(target: pg.ClientConfig): string {
  const { user, password, host, port, database } = new pg.Client(target);
  const where = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${password}@/${target.database ?? database}?${where}`;
}

/** A generous time limit, because other tests may run at the same time. */
export const JOURNEY_MS = 90_000;

/** A folder for all tests of a file, with a database, the user ada, and a token of hers. */
export function useDataDir(): { readonly dataDir: string; readonly token: string } {
  const made = { dataDir: "", token: "" };
  beforeAll(async () => {
    made.dataDir = path.join(await mkdtemp(path.join(os.tmpdir(), "longwave-journey-")), "data");
    made.token = await addAda(made.dataDir);
  });
  afterAll(() => removeDataDir(made.dataDir));
  return made;
}

/**
 * Fills the new folder `dataDir` with a database and the user ada; returns a token of hers. The first call of a run
 * makes them, and others copy them: creating a cluster takes two seconds of processor time.
 */
export async function addAda(dataDir: string): Promise<string> {
  const master = path.join(os.tmpdir(), "longwave-ada");
  if (!existsSync(master)) await makeMaster(master);
  // Unlike fs.cp it keeps the owners.
  await promisify(execFile)("cp", ["-a", path.join(master, "data"), dataDir]);
  return readFile(path.join(master, "token"), "utf8");
}

async function makeMaster(master: string): Promise<void> {
  const folder = await mkdtemp(`${master}-`);
  const env = { DATA_DIR: path.join(folder, "data") };
  const created = await longwave(createAda, env);
  if (created.code !== 0) throw new Error(created.stderr);
  const issued = await longwave(["token", "create", "--user", "ada"], env);
  await writeFile(path.join(folder, "token"), issued.stdout.trim());
  // Another worker may have been first.
  await rename(folder, master).catch(() => rm(folder, { recursive: true }));
}

/** Creates the user ada. */
export const createAda = [
  ...["user", "create", "--username", "ada", "--email", "ada@example.org"],
  ...["--fullname", "Ada", "--password", "engine no 1"],
];

export async function removeDataDir(dataDir: string): Promise<void> {
  const postmaster = await postmasterOf(dataDir);
  if (postmaster !== null) process.kill(postmaster, "SIGQUIT");
  // The socket's folder when the data folder's path is too long for a socket.
  const socketDir = `/tmp/longwave-${hash("sha256", dataDir).slice(0, 16)}`;
  await rm(socketDir, { recursive: true, force: true });
  const folder = path.dirname(dataDir);
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Starts `longwave …` without waiting. `tree`: the root of another version. */
export function start(args: string[], env: Env, tree = ROOT): Running {
  return run([path.join(tree, "src/cli.ts"), ...args], env);
}

/** Runs `longwave …` to its end. */
export const longwave = (args: string[], env: Env, tree = ROOT): Promise<Ended> =>
  start(args, env, tree).ended;

/** Starts another Node program. */
export const runNode = (args: string[], env: Env = {}): Running => run(args, env);

/** Runs an ES module from text, with the repository's root as `root`. */
export const script = (text: string, env: Env, root = ROOT): Running =>
  run(["--input-type=module", "-e", `const root = ${JSON.stringify(root)};\n${text}`], env);

/**
 * Starts `longwave serve` on a free port, and returns when it is ready. `wrapper`: a program that runs it, such as
 * `["prlimit", "--nofile=600"]`.
 */
export async function serve(
  env: Env,
  wrapper: readonly string[] = [],
  tree = ROOT,
): Promise<Server> {
  const running = run([path.join(tree, "src/cli.ts"), "serve"], { PORT: "0", ...env }, wrapper);
  const url = await said(running, /ready at (\S+)/);
  return { ...running, url };
}

/** A port that nothing listens on. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
}

/** Waits for a pattern on stdout; returns its first group. */
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

/** The process id of the embedded server of `dataDir`; null if none runs. */
export async function postmasterOf(dataDir: string): Promise<number | null> {
  const pid = await readPid(path.join(dataDir, "postgres/postmaster.pid"));
  if (pid === null || !isAlive(pid)) return null;
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return / Z /.test(state) ? null : pid;
}

const PATIENCE_MS = 20_000;
const MOST_PAUSE_MS = 100;

/**
 * Polls until `check` returns something other than null or false, ever more rarely, because what takes long needs the
 * processor itself. Fails before the test times out.
 */
export async function eventually<T>(
  check: () => Promise<T | null | false>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (let pause = 10; Date.now() < deadline; pause = Math.min(pause * 1.3, MOST_PAUSE_MS)) {
    const value = await check();
    if (value !== null && value !== false) return value;
    await sleep(pause);
  }
  throw new Error("The condition was not met in time.");
}

/** What every process gets from the environment of the tests. */
export const INHERITED = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

function run(args: string[], env: Env, wrapper: readonly string[] = []): Running {
  const [program = process.execPath, ...all] = [...wrapper, process.execPath, ...args];
  const child = spawn(program, all, {
    env: { ...INHERITED, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Hooks have no end of a test to attach to, so they wait for the process themselves.
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
