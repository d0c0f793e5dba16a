/** Questions to the operating system about processes. */
import { readFile } from "node:fs/promises";

/** Whether a process by this number exists; one of another user does. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The number on the first line of a pid file; null when there is none. */
export async function readPid(file: string): Promise<number | null> {
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  return pid > 1 ? pid : null;
}
