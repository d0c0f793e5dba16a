/** Who uses the processors of the machine while `bench -- crew` measures (Linux only). */
import { readFile } from "node:fs/promises";
import { postgresSeconds } from "../postgres.ts";
import { cpuOf } from "../usage.ts";

/** Seconds of processor time so far. */
type Reading = Readonly<{
  /** Of the server's processes by id: the only one, or the supervisor first and then those that it started. */
  processes: ReadonlyMap<number, number>;
  postgres: number;
  /** Of the kernel outside of processes: most of it passes packets on. */
  softirq: number;
  /** Of everything on the machine. */
  all: number;
}>;

/** Cores in use on average, by whom; `processes`: each of the server's. */
export type Cores = Readonly<{
  processes: readonly number[];
  postgres: number;
  softirq: number;
  all: number;
}>;

export async function readProcessor(pid: number, dataDir: string): Promise<Reading> {
  const processes = new Map<number, number>();
  for (const one of await processesOf(pid)) processes.set(one, (await cpuOf(one)) / 1e6);
  return { processes, postgres: await postgresSeconds(dataDir), ...(await readMachine()) };
}

/** The server's own processes: the only one, or the supervisor first and then those that it started. */
export async function processesOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const own = [pid];
  for (const child of children.trim().split(" ").filter(Boolean).map(Number))
    if (!(await isPostgres(child))) own.push(child);
  return own;
}

const isPostgres = async (pid: number): Promise<boolean> =>
  (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).startsWith("postgres");

const TICKS = 100;

/** The first line of /proc/stat, proc_stat(5). */
async function readMachine(): Promise<{ softirq: number; all: number }> {
  const [line = ""] = (await readFile("/proc/stat", "utf8")).split("\n");
  const [user = 0, nice = 0, system = 0, _idle, _iowait, irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return {
    softirq: (irq + softirq) / TICKS,
    all: (user + nice + system + irq + softirq + steal) / TICKS,
  };
}

export const coresBetween = (before: Reading, after: Reading, seconds: number): Cores => ({
  processes: [...after.processes].map(
    ([pid, used]) => (used - (before.processes.get(pid) ?? 0)) / seconds,
  ),
  postgres: (after.postgres - before.postgres) / seconds,
  softirq: (after.softirq - before.softirq) / seconds,
  all: (after.all - before.all) / seconds,
});
