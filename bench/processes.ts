/** The processes of a benchmark: Longwave, the bare server and the load generator. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Repertoire } from "./bare.ts";
import type { BareFile } from "./barefile.ts";
import type { Answer, BenchRequest } from "./exchange.ts";
import type { FetchRound } from "./fetch.ts";
import type { Inserting } from "./inserter.ts";
import type { Figures, Round } from "./load.ts";

const here = (file: string) => path.join(import.meta.dirname, file);

export type Server = AsyncDisposable & Readonly<{ url: string }>;

/** `gone` rejects if the process ends unexpectedly. */
export type Longwave = Server & Readonly<{ pid: number; gone: Promise<never> }>;

/**
 * Starts `longwave serve` on `dataDir` as an operator would; with `profileDir`, under `node --cpu-prof`. `settings` are
 * added to its environment, and `options` to the command.
 */
export async function startLongwave(
  dataDir: string,
  profileDir: string | null,
  settings: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<Longwave> {
  const profiling = profileDir === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`];
  const child = spawn(
    process.execPath,
    [...profiling, here("../src/cli.ts"), "serve", ...options],
    {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        PORT: "0",
        RATE_LIMIT: "0",
        LOG_LEVEL: "warn",
        ...settings,
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let asked = false;
  const gone = new Promise<never>((_resolve, reject) => {
    child.once("exit", (code, signal) => {
      if (!asked) reject(new Error(`Longwave ended by itself: ${signal ?? `code ${code}`}.`));
    });
  });
  // If nothing waits for it, an early end is not a failure of the harness.
  gone.catch(() => {});
  const ready = new Promise<string>((resolve) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk;
      const address = /ready at (\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  const stop = () => {
    asked = true;
    child.kill();
  };
  return {
    url: await Promise.race([ready, gone]),
    pid: child.pid ?? 0,
    gone,
    [Symbol.asyncDispose]: () => end(child, stop),
  };
}

type Bare = Server & Readonly<{ pid: number }>;

/** Starts a bare server that sends the response at the same index to each of `requests`. */
export const startBare = (
  requests: readonly BenchRequest[],
  answers: readonly Answer[],
): Promise<Bare> =>
  startBareWith(
    answers.map(({ status, headers, body }, index) => {
      const { method, path } = requests[index] ?? { method: "", path: "" };
      return [`${method} ${path}`, status, [...headers], body.toString("base64")];
    }),
  );

/** Starts a bare server that sends `file`, and ranges of it, whatever the path. */
export const startBareFile = (file: BareFile): Promise<Bare> => startBareWith(file);

/** Starts a bare server that inserts a row and sends `answer`, for any request. */
export const startInserter = (
  how: Omit<Inserting, "response">,
  { status, headers, body }: Answer,
): Promise<Bare> => {
  const response = { status, headers: [...headers], body: body.toString("base64") };
  return startBareWith({ ...how, response }, "inserter.ts");
};

async function startBareWith(
  given: Repertoire | BareFile | Inserting,
  program = "bare.ts",
): Promise<Bare> {
  const child = fork(here(program));
  const port = await exchange<number>(child, given);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: () => end(child, () => child.disconnect()),
  };
}

/** A process that generates load; `R` is the message for one round. */
export type Generator<R = Round> = AsyncDisposable &
  Readonly<{ drive(round: R): Promise<Figures> }>;

export const startGenerator = (): Generator => startProcess<Round>("load.ts");
export const startFetcher = () => startProcess<FetchRound>("fetch.ts");

function startProcess<R extends object>(file: string): Generator<R> {
  const child = fork(here(file));
  return {
    drive: (round) => exchange<Figures>(child, round),
    [Symbol.asyncDispose]: () => end(child, () => child.disconnect()),
  };
}

/** Sends `message` and waits for the reply. */
function exchange<T>(child: ChildProcess, message: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error("A process of the benchmark has ended."));
    child.once("exit", gone);
    child.once("message", (reply) => {
      child.off("exit", gone);
      resolve(reply as T);
    });
    child.send(message);
  });
}

async function end(child: ChildProcess, ask: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  ask();
  await ended;
}
