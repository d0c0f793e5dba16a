/** Queries the operating system about processes. */
import { readFile } from "node:fs/promises";

/** Whether a process with this id exists, including processes of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The process id in the first line of a pid file; null if there is none. */
export async function readPid(file: string): Promise<number | null> {
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  return pid > 1 ? pid : null;
}
