/** Starts the attacked server in a separate process, with access to its log and memory. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import packageJson from "../../package.json" with { type: "json" };
import { collectGarbage, INSPECTOR_LINE } from "./garbage.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** `npm start`, with any free port for the inspector, which `SIGUSR1` opens. */
const START = packageJson.scripts.start.replace(" src/cli.ts", " --inspect-port=0 src/cli.ts");

export type Server = AsyncDisposable &
  Readonly<{
    url: string;
    host: string;
    port: number;
    dataDir: string;
    /** How it ended; null while it runs. */
    ended(): string | null;
    /** Resident memory in bytes. */
    memory(): Promise<number>;
    /** Resident memory in bytes once all garbage is collected: what the server still holds. */
    held(): Promise<number>;
    /** Seconds that its main thread has run, and has waited for a busy processor. */
    processor(): Promise<{ ran: number; waited: number }>;
    /** Removes and returns the log lines so far. */
    takeLog(): string[];
  }>;

/**
 * Starts `longwave serve` on an embedded PostgreSQL in a temporary folder, which is deleted with it. Requests may set
 * their client address (`TRUST_PROXY`), so that throttled requests still reach the server.
 */
export async function startServer(): Promise<Server> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-fuzz-"));
  const dataDir = path.join(folder, "data");
  const child = spawn("sh", ["-c", START], {
    cwd: ROOT,
    env: {
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      DATA_DIR: dataDir,
      PORT: "0",
      RATE_LIMIT: "0",
      TRUST_PROXY: "loopback",
      LOG_LEVEL: "info",
      MAX_UPLOAD_BYTES: "2000000",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log: string[] = [];
  const inspector = Promise.withResolvers<string>();
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (!INSPECTOR_LINE.test(line)) log.push(line);
    const address = /^Debugger listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) inspector.resolve(address);
  });
  let end: string | null = null;
  const ended = once(child, "exit").then(([code, signal]) => {
    end = signal === null ? `exit code ${code}` : `signal ${signal}`;
  });
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /ready at (\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  const url = await Promise.race([ready, ended.then(() => null)]);
  if (url === null) throw new Error(`The server ended (${end}): ${log.slice(-5).join("\n")}`);
  const { host, port } = new URL(url);
  const proc = `/proc/${child.pid}`;
  return {
    url,
    host,
    port: Number(port),
    dataDir,
    ended: () => end,
    memory: () => residentMemory(proc),
    async held() {
      child.kill("SIGUSR1");
      await collectGarbage(await inspector.promise);
      return residentMemory(proc);
    },
    async processor() {
      const stat = await readFile(`${proc}/schedstat`, "utf8").catch(() => "");
      const [ran, waited] = stat.split(" ").map(Number);
      return { ran: (ran ?? 0) / 1e9, waited: (waited ?? 0) / 1e9 };
    },
    takeLog: () => log.splice(0),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      const killer = setTimeout(() => child.kill("SIGKILL"), 20_000);
      await ended;
      clearTimeout(killer);
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
}

async function residentMemory(proc: string): Promise<number> {
  const status = await readFile(`${proc}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}
