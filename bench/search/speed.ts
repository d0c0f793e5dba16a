/** Times queries one after the other: elapsed time and PostgreSQL's processor time. */
import { readFileSync } from "node:fs";

/** Milliseconds. `cpu`: processor time of PostgreSQL's process and this one, which is less affected by other load. */
export type Sample = { wall: number; cpu: number; path: string };
export type Figures = {
  count: number;
  p50: number;
  p99: number;
  max: number;
  cpu50: number;
  cpu99: number;
  slowest: string;
};

/** Processor time that a process has used, in ms; NaN if the system does not report it. */
export function cpuOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export function figuresOf(samples: readonly Sample[]): Figures {
  const walls = samples.map(({ wall }) => wall).toSorted((a, b) => a - b);
  const cpus = samples.map(({ cpu }) => cpu).toSorted((a, b) => a - b);
  const slowest = samples.toSorted((a, b) => b.wall - a.wall)[0]?.path ?? "";
  return {
    count: samples.length,
    p50: at(walls, 0.5),
    p99: at(walls, 0.99),
    max: at(walls, 1),
    cpu50: at(cpus, 0.5),
    cpu99: at(cpus, 0.99),
    slowest: decodeURIComponent(slowest),
  };
}

/** Runs `work` and measures it; `pid` is the PostgreSQL process that it uses. */
export async function timed(path: string, pid: number, work: () => unknown): Promise<Sample> {
  const before = cpuOf(pid);
  const own = process.cpuUsage();
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(own);
  return { wall, cpu: cpuOf(pid) - before + (user + system) / 1000, path };
}
