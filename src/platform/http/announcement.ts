/**
 * Publishes a running server's address and warnings to commands on the same machine, in one file per server in
 * `DATA_DIR/servers`.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const announcement = z.object({
  /** An address for programs on this machine, such as `http://127.0.0.1:8080`. */
  address: z.url(),
  /** When an untrusted peer first sent `X-Forwarded-For`; null if none has. */
  untrusted_forward_at: z.iso.datetime().nullable(),
});

/** The information that a running server publishes. */
export type Announcement = z.infer<typeof announcement>;

const folderOf = (dataDir: string): string => path.join(dataDir, "servers");
/** How long a running server may take to respond. */
const PATIENCE_MS = 1000;

/** Removes the files of servers that were killed. */
export async function forgetDeadServers(dataDir: string): Promise<void> {
  const alive = new Set((await findServers(dataDir)).map(({ address }) => address));
  for (const file of await filesOf(dataDir)) {
    const announcement = await read(file);
    if (announcement === null || !alive.has(announcement.address)) await rm(file, { force: true });
  }
}

/** The file in which one server publishes its information. */
export type Announcer = Readonly<{
  /** Writes or replaces the file. */
  announce(announcement: Announcement): Promise<void>;
  /** Removes the file. */
  withdraw(): Promise<void>;
}>;

/** `name` identifies the server and is unique in `dataDir`, such as its process id. */
export function openAnnouncer(dataDir: string, name: string): Announcer {
  const file = path.join(folderOf(dataDir), `${name}.json`);
  return {
    async announce(announcement) {
      await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
      await writeFile(`${file}.new`, JSON.stringify(announcement), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
    withdraw: () => rm(file, { force: true }),
  };
}

/** The servers of this `dataDir` that respond now, without those that were killed. */
export async function findServers(dataDir: string): Promise<Announcement[]> {
  const found = await Promise.all((await filesOf(dataDir)).map(read));
  const known = found.filter((announcement) => announcement !== null);
  const alive = await Promise.all(known.map(({ address }) => isAlive(address)));
  return known.filter((_, index) => alive[index]);
}

async function filesOf(dataDir: string): Promise<string[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  const files = names.filter((name) => name.endsWith(".json")).sort();
  return files.map((name) => path.join(folderOf(dataDir), name));
}

async function read(file: string): Promise<Announcement | null> {
  try {
    return announcement.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}

const isAlive = (address: string): Promise<boolean> =>
  fetch(`${address}/health/live`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
