/** Processor time and memory of a server under measurement, from Linux's /proc. */
import { readFile } from "node:fs/promises";

/** Unit of times in `/proc/<pid>/stat`: hundredths of a second on all common Linux systems. */
const TICK_MICROSECONDS = 10_000;

/** User and system time of a process and its threads, in microseconds; 0 on systems without /proc. */
export async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.replace(/^.*\) /s, "").split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MICROSECONDS;
}

/** Resident memory of a process in MiB, without PostgreSQL and the kernel's buffers; 0 on systems without /proc. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
