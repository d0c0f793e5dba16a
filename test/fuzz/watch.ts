/** Watches the attacked server: its health, log, memory, and leftover files. */
import { appendFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { checkLog, NEVER_LOGGED } from "./logcheck.ts";
import type { Server } from "./server.ts";
import type { Tally } from "./tally.ts";
import type { World } from "./world/world.ts";

/** Resident memory in bytes: idle after the warm-up, at its highest, and idle at the end; garbage is collected first when idle. */
export type Memory = { start: number; peak: number; end: number };

export type Watch = Readonly<{
  memory: Memory;
  /** Errors that the server logged, by message. */
  errors: ReadonlyMap<string, number>;
  /** Reads the log and checks the server's health; call it periodically. */
  look(): Promise<void>;
  /** Measures memory once the server is idle, as the start or end value. */
  rest(when: "start" | "end"): Promise<void>;
  /** Compares the end with the start. */
  conclude(): Promise<void>;
}>;

/** Memory may grow by at most this factor between the two idle measurements. */
const GROWTH = 1.2;

/** `logFile`: a file to append the log to. */
export function watchOver(server: Server, world: World, tally: Tally, logFile?: string): Watch {
  const memory: Memory = { start: 0, peak: 0, end: 0 };
  const errors = new Map<string, number>();
  const secrets = [...secretsOf(world), ...NEVER_LOGGED];
  return {
    memory,
    errors,
    async look() {
      memory.peak = Math.max(memory.peak, await server.memory());
      const lines = server.takeLog();
      if (logFile !== undefined) appendFileSync(logFile, lines.map((line) => `${line}\n`).join(""));
      const report = checkLog(lines, secrets);
      for (const fault of report.faults) tally.blame(fault, null, null);
      for (const [message, count] of report.errors)
        errors.set(message, (errors.get(message) ?? 0) + count);
      await askHealth(server, tally);
    },
    async rest(when) {
      memory[when] = await restingMemory(server);
    },
    async conclude() {
      const { start, end } = memory;
      if (start > 0 && end > start * GROWTH) {
        const detail = `${Math.round((100 * end) / start)} % of the start`;
        tally.blame({ check: "memory not back", detail }, null, null);
      }
      const left = await readdir(path.join(server.dataDir, "tmp"));
      const uploads = left.filter((name) => name.startsWith("upload-"));
      if (uploads.length > 0)
        tally.blame({ check: "files left", detail: `${uploads.length} in tmp` }, null, null);
    },
  };
}

const secretsOf = ({ credentials }: World): string[] =>
  Object.values(credentials).flatMap(({ token, cookie }) =>
    [token, cookie?.split("=")[1]].filter((one) => one !== undefined && one !== null),
  );

async function askHealth({ url }: Server, tally: Tally): Promise<void> {
  const status = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(10_000) }).then(
    (answer) => answer.status,
    (error: Error) => error.name,
  );
  if (status !== 200) tally.blame({ check: "not healthy", detail: String(status) }, null, null);
}

const SHORTEST_REST_S = 10;
const LONGEST_REST_S = 60;

/** Waits until memory has not fallen for a while; then counts only what is still held. */
async function restingMemory(server: Server): Promise<number> {
  let lowest = await server.memory();
  for (let still = 0, second = 0; still < SHORTEST_REST_S && second < LONGEST_REST_S; second++) {
    await sleep(1000);
    const now = await server.memory();
    still = now < lowest * 0.99 ? 0 : still + 1;
    lowest = Math.min(lowest, now);
  }
  return server.held();
}
