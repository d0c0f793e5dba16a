/** `node bench/listeners.ts`: measures Longwave's memory while many clients listen slowly (docs/delivery.md). */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import { listenForStop } from "../src/cli/signals.ts";
import { startLongwave } from "./processes.ts";
import { columns } from "./report.ts";
import { makeRow, reportRows, spreadOf } from "./rows.ts";
import { makeMany } from "./stitched.ts";
import { memoryOf } from "./usage.ts";

type Options = {
  listeners: string;
  seconds: string;
  rate: string;
  renditions: string;
  pace: string;
};

const MIB = 2 ** 20;
/** Interval between rows, in seconds. */
const EVERY = 10;

const stop = listenForStop();
const command = new Command("listeners")
  .option("--listeners <number>", "at the same time", "2000")
  .option("--seconds <number>", "how long they listen after the last has connected", "60")
  .option("--rate <number>", "bytes per second that each reads", "16000")
  .option("--renditions <number>", "renditions of 30 MiB, shared by the listeners", "8")
  .option("--pace <number>", "new listeners per second", "100")
  .action(async (options: Options) => {
    await using opened = new AsyncDisposableStack();
    const stopped = new Promise<null>((resolve) => {
      stop.signal.addEventListener("abort", () => resolve(null), { once: true });
    });
    const rows = await Promise.race([run(options, opened), stopped]);
    process.stdout.write(rows === null ? "" : `${columns(rows)}\n`);
  });

async function run(options: Options, opened: AsyncDisposableStack): Promise<string[][]> {
  const [listeners, seconds, pace] = [options.listeners, options.seconds, options.pace].map(Number);
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-listeners-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const made = await makeMany(folder, Number(options.renditions));
  const { url, pid } = opened.use(await startLongwave(folder, null));
  const port = Number(new URL(url).port);
  const paths = made.map(({ digest }) => `/media/r/${digest}/bench.mp3`);
  const rows = [["", "listening", "memory MiB", "kernel MiB", "taken MiB", "broken"]];
  const memories: number[] = [];
  const state = { taken: 0, broken: 0, listening: 0 };
  const tell = async (moment: string) => {
    const { taken, broken, listening } = state;
    const memory = Math.round(await memoryOf(pid));
    memories.push(memory);
    const cells = [listening, memory, await kernelMemory(), Math.round(taken / MIB), broken];
    rows.push([moment, ...cells].map(String));
  };
  await tell("before");
  const sockets: net.Socket[] = [];
  opened.defer(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let count = 0; count < (listeners ?? 0); count += 1) {
    const path = paths[count % paths.length] ?? "";
    sockets.push(listen({ port, path }, Number(options.rate), state));
    if (count % 10 === 9) await sleep(10_000 / (pace ?? 1));
  }
  await tell("all there");
  for (let second = EVERY; second <= (seconds ?? 0); second += EVERY) {
    await sleep(EVERY * 1000);
    await tell(`${second} s later`);
  }
  reportRows([
    makeRow({
      name: `listeners: ${listeners} at once`,
      figure: spreadOf(memories.slice(1)),
      unit: "MiB",
      better: "less",
      memory: Math.max(...memories),
      errors: state.broken,
    }),
  ]);
  return rows;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type State = { taken: number; broken: number; listening: number };

/** Reads `rate` bytes per second, like a player whose buffer is full. */
function listen(target: { port: number; path: string }, rate: number, state: State): net.Socket {
  const socket = net.connect(target.port, "127.0.0.1");
  let owed = rate;
  socket.once("connect", () => {
    socket.write(`GET ${target.path} HTTP/1.1\r\nHost: bench\r\nUser-Agent: Bench/1\r\n\r\n`);
  });
  // Counted at the first data, because the kernel also connects clients that the server has not accepted yet.
  socket.once("data", () => {
    state.listening += 1;
    socket.once("close", () => {
      state.listening -= 1;
    });
  });
  socket.on("data", (chunk) => {
    state.taken += chunk.length;
    owed -= chunk.length;
    if (owed <= 0) socket.pause();
  });
  const timer = setInterval(() => {
    owed += rate;
    if (owed > 0) socket.resume();
  }, 1000);
  socket.on("error", ({ message }) => {
    if (state.broken === 0) process.stderr.write(`the first that broke: ${message}\n`);
    state.broken += 1;
  });
  socket.once("close", () => clearInterval(timer));
  return socket;
}

/** Kernel memory of all TCP connections on this machine, at both ends of each. */
async function kernelMemory(): Promise<number> {
  const stat = await readFile("/proc/net/sockstat", "utf8");
  return Math.round((Number(/^TCP:.* mem (\d+)/m.exec(stat)?.[1]) * 4096) / MIB);
}

await command.parseAsync();
