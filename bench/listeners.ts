/** `node bench/listeners.ts`: what Longwave's memory does while many listen slowly (docs/delivery.md). */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import { listenForStop } from "../src/cli/signals.ts";
import { startLongwave } from "./processes.ts";
import { columns } from "./report.ts";
import { makeStitched } from "./stitched.ts";

type Options = { listeners: string; seconds: string; rate: string };

const MIB = 2 ** 20;
const TURNS = 10;

const stop = listenForStop();
const command = new Command("listeners")
  .option("--listeners <number>", "at the same time", "2000")
  .option("--seconds <number>", "how long they listen", "60")
  .option("--rate <number>", "bytes a second that each takes", "16000")
  .action(async (options: Options) => {
    await using opened = new AsyncDisposableStack();
    const stopped = new Promise<null>((resolve) => {
      stop.signal.addEventListener("abort", () => resolve(null), { once: true });
    });
    const rows = await Promise.race([run(options, opened), stopped]);
    process.stdout.write(rows === null ? "" : `${columns(rows)}\n`);
  });

async function run(options: Options, opened: AsyncDisposableStack): Promise<string[][]> {
  const [listeners, seconds] = [Number(options.listeners), Number(options.seconds)];
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-listeners-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const { digest } = await makeStitched(folder, false);
  const { url, pid } = opened.use(await startLongwave(folder, null));
  const target = { port: Number(new URL(url).port), path: `/media/r/${digest}/bench.mp3` };
  const rows = [["", "listening", "memory MiB", "taken MiB", "broken"]];
  const state = { taken: 0, broken: 0, listening: 0 };
  const tell = async (moment: string) => {
    const { taken, broken, listening } = state;
    const row = [moment, listening, await memoryOf(pid), Math.round(taken / MIB), broken];
    rows.push(row.map(String));
  };
  await tell("before");
  const sockets: net.Socket[] = [];
  opened.defer(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let count = 0; count < listeners; count += 1) {
    sockets.push(listen(target, Number(options.rate), state));
    if (count % 50 === 0) await sleep(200);
  }
  for (let turn = 1; turn <= TURNS; turn += 1) {
    await sleep((seconds * 1000) / TURNS);
    await tell(`${Math.round((seconds * turn) / TURNS)} s`);
  }
  return rows;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type State = { taken: number; broken: number; listening: number };

/** Takes `rate` bytes a second, as a player does that has buffered enough. */
function listen(target: { port: number; path: string }, rate: number, state: State): net.Socket {
  const socket = net.connect(target.port, "127.0.0.1");
  let owed = rate;
  socket.once("connect", () => {
    state.listening += 1;
    socket.write(`GET ${target.path} HTTP/1.1\r\nHost: bench\r\nUser-Agent: Bench/1\r\n\r\n`);
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
  socket.once("close", () => {
    state.listening -= 1;
    clearInterval(timer);
  });
  return socket;
}

/** Of the process alone: PostgreSQL and the kernel's buffers have their own. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

await command.parseAsync();
