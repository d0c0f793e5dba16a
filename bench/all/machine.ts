/** The machine that rows were measured on. */
import os from "node:os";

/** `load`: average number of processes that wanted a processor, over a minute, before and after the run. */
export type Machine = Readonly<{
  processor: string;
  cores: number;
  memory_gib: number;
  node: string;
  load: readonly [before: number, after: number];
}>;

export const loadNow = (): number => os.loadavg()[0] ?? 0;

export const machineSince = (before: number): Machine => ({
  processor: os.cpus()[0]?.model.trim() ?? "unknown",
  cores: os.availableParallelism(),
  memory_gib: Math.round(os.totalmem() / 2 ** 30),
  node: process.versions.node,
  load: [before, loadNow()],
});

export function machineLine({ processor, cores, memory_gib, node, load }: Machine): string {
  const [before, after] = load.map((average) => average.toFixed(1));
  return `${cores} cores of ${processor}, ${memory_gib} GiB, Node ${node}, load average ${before} before and ${after} after`;
}

/** Whether absolute figures of the two can be compared. */
export const isSameMachine = (one: Machine, other: Machine): boolean =>
  one.processor === other.processor &&
  one.cores === other.cores &&
  one.memory_gib === other.memory_gib;
