/** Keeps the last errors of each process in a file of its own below `DATA_DIR/servers`, for `longwave status`. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const errorLine = z.object({
  /** ms since 1970. */
  time: z.number(),
  msg: z.string().catch(""),
  err: z.object({ message: z.string() }).optional().catch(undefined),
  error: z.object({ message: z.string() }).optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
});

export type LoggedError = Readonly<{ at: string; message: string }>;
const kept = z.array(z.object({ at: z.string(), message: z.string() }));

const MOST = 5;
const MOST_TEXT = 300;
/** A process with many errors writes its file at most once in this time. */
const PAUSE_MS = 1000;
/** Files of processes that ended longer ago are removed. */
const OLD_MS = 7 * 86_400_000;
const ENDING = ".errors";

const folderOf = (dataDir: string): string => path.join(dataDir, "servers");

/** Returns what receives each line of the log at the level error or above. It never throws. */
export function keepLastErrors(dataDir: string, pid: number): (line: string) => void {
  const last: LoggedError[] = [];
  let isPlanned = false;
  const write = async () => {
    isPlanned = false;
    await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
    const file = path.join(folderOf(dataDir), `${pid}${ENDING}`);
    await writeFile(file, JSON.stringify(last), { mode: 0o600 });
  };
  return (line) => {
    const parsed = errorLine.safeParse(JSON.parse(line));
    if (!parsed.success) return;
    last.push(errorOf(parsed.data));
    if (last.length > MOST) last.shift();
    if (isPlanned) return;
    isPlanned = true;
    // The log has the error already; a disk that is full or gone must not add one for each.
    setTimeout(() => write().catch(() => {}), PAUSE_MS).unref();
  };
}

function errorOf({ time, msg, err, error, reason }: z.infer<typeof errorLine>): LoggedError {
  const why = err?.message ?? error?.message ?? reason;
  const message = why === undefined || why === msg ? msg : `${msg}: ${why}`;
  return { at: new Date(time).toISOString(), message: message.slice(0, MOST_TEXT) };
}

/** The last errors of all processes on this `DATA_DIR`, newest first. */
export async function readLastErrors(dataDir: string): Promise<LoggedError[]> {
  const folder = folderOf(dataDir);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ENDING));
  const all = await Promise.all(names.map((name) => read(path.join(folder, name))));
  return all
    .flat()
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, MOST);
}

async function read(file: string): Promise<LoggedError[]> {
  try {
    if (Date.now() - (await stat(file)).mtimeMs <= OLD_MS)
      return kept.parse(JSON.parse(await readFile(file, "utf8")));
    await rm(file, { force: true });
  } catch {
    // It is being written or was removed: the next call finds it.
  }
  return [];
}
