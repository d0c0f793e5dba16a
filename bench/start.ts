/**
 * `npm run bench -- start`: how long a server takes from its command to its first answer on an existing data folder, and
 * what memory it holds when nobody asks it for anything, without PostgreSQL.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { makeRow, reportRows, spreadOf } from "./rows.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    rounds: { type: "string", default: "5" },
    idle: { type: "string", default: "60" },
    help: { type: "boolean" },
  },
});
const HELP = `node bench/start.ts [--data <folder>] [--rounds 5] [--idle 60]

Starts Longwave as npm start does, on a copy of the folder (default: a new one), which no server may use meanwhile. The
first round fills the cache of compiled modules, and lasts until work that waited in the folder is done. --idle: seconds after which the memory is read in the last round.
`;

type Round = { ready_ms: number; answer_ms: number; memory: Memory | null };
type Memory = { rss: number; heap: number; external: number };

/** Flags and environment of the script "start" of package.json, so that both always agree. */
async function startCommand(): Promise<{ env: Record<string, string>; args: string[] }> {
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
  const words = String(scripts.start).split(" ");
  const at = words.indexOf("exec");
  const env = Object.fromEntries(words.slice(0, at).map((word) => word.split("=")));
  return { env, args: words.slice(at + 2) };
}

async function measureRound(dataDir: string, idleSeconds: number | null): Promise<Round> {
  const { env, args } = await startCommand();
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await readyUrl(child.stdout);
    const ready_ms = performance.now() - began;
    await (await fetch(`${url}/v2/shows/1`)).arrayBuffer();
    const answer_ms = performance.now() - began;
    let memory: Memory | null = null;
    if (idleSeconds !== null) {
      await sleep(idleSeconds * 1000);
      memory = await memoryOf(child.pid ?? 0, url);
    }
    return { ready_ms, answer_ms, memory };
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}

function readyUrl(stdout: NodeJS.ReadableStream): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  stdout.on("data", (chunk) => {
    text += chunk;
    const url = /ready at (\S+)/.exec(text)?.[1];
    if (url !== undefined) resolve(url);
  });
  stdout.on("end", () => reject(new Error(`The server ended: ${text}`)));
  return promise;
}

/** Resident memory by `ps`, which all systems have; the rest by the server's own metrics. In bytes. */
async function memoryOf(pid: number, url: string): Promise<Memory> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) =>
    Number(
      metrics
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  return {
    rss: Number(stdout) * 1024,
    heap: figure("nodejs_heap_size_total_bytes"),
    external: figure("nodejs_external_memory_bytes"),
  };
}

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(HELP);
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-start-"));
  const dataDir = path.join(folder, "data");
  try {
    // Unlike fs.cp it keeps the owners.
    if (values.data !== undefined) await promisify(execFile)("cp", ["-a", values.data, dataDir]);
    const rounds = Number(values.rounds);
    const results: Round[] = [];
    // Otherwise the work that an older folder waits for would be done in the minute whose memory is read.
    await measureRound(dataDir, Number(values.idle));
    for (let round = 1; round <= rounds; round++)
      results.push(await measureRound(dataDir, round === rounds ? Number(values.idle) : null));
    report(results);
    reportRows(rowsOf(results));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

function report(results: readonly Round[]): void {
  const line = (what: string, figures: number[]) => {
    const sorted = figures.toSorted((a, b) => a - b);
    const [least, median, most] = [0, sorted.length >> 1, -1].map((at) => sorted.at(at) ?? 0);
    const ms = [least, median, most].map((figure) => `${Math.round(figure ?? 0)} ms`);
    process.stdout.write(`${what.padEnd(34)} ${ms.map((text) => text.padStart(8)).join(" ")}\n`);
  };
  process.stdout.write(
    `${"".padEnd(34)} ${["least", "median", "most"].map((s) => s.padStart(8)).join(" ")}\n`,
  );
  line(
    'from the command to "is ready"',
    results.map(({ ready_ms }) => ready_ms),
  );
  line(
    "to the end of the first answer",
    results.map(({ answer_ms }) => answer_ms),
  );
  const memory = results.at(-1)?.memory;
  if (!memory) return;
  const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  process.stdout.write(
    `memory after ${values.idle} s idle: ${mib(memory.rss)} resident, of which heap ${mib(memory.heap)}, buffers ${mib(memory.external)}\n`,
  );
}

/** Idle memory should stay within 200 MB. */
const AIM_MIB = 190;

function rowsOf(results: readonly Round[]) {
  const memory = (results.at(-1)?.memory?.rss ?? Number.NaN) / 2 ** 20;
  return [
    makeRow({
      name: "start: to the first answer",
      figure: spreadOf(results.map(({ answer_ms }) => answer_ms)),
      unit: "ms",
      better: "less",
    }),
    makeRow({
      name: `start: ${values.idle} s idle`,
      figure: spreadOf([memory]),
      unit: "MiB",
      better: "less",
      aim: { of: "figure", value: AIM_MIB },
      memory,
    }),
  ];
}

await main();
