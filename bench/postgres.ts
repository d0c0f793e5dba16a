/** Measures the processor time of a benchmark's embedded PostgreSQL. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const TICKS = 100;

/** Processor time in seconds of the server of `dataDir` so far, including ended processes (Linux only; otherwise 0). */
export async function postgresSeconds(dataDir: string): Promise<number> {
  const text = await readFile(path.join(dataDir, "postgres/postmaster.pid"), "utf8");
  const [postmaster] = text.split("\n");
  let ticks = 0;
  for (const pid of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [user = 0, system = 0, ended = 0, endedSystem = 0] = rest.slice(9, 13).map(Number);
    if (parent === postmaster) ticks += user + system;
    if (pid === postmaster) ticks += user + system + ended + endedSystem;
  }
  return ticks / TICKS;
}
