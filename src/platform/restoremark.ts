/** Marks a data folder while a backup is being restored into it, so that nothing uses a part of it. */
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { nothingThere } from "./media/tmp.ts";

const MARK = "restore.json";
const markSchema = z.object({ name: z.string(), id: z.string() });

/** A restore was interrupted, or the folder holds something else. The message says what to do. */
class UnusableDataDir extends Error {
  override name = "UnusableDataDir";
}

/** Throws `UnusableDataDir` if `dataDir` holds the beginning of a restore. */
export async function requireRestored(dataDir: string): Promise<void> {
  const mark = await readMark(dataDir);
  if (mark !== null)
    throw new UnusableDataDir(
      `DATA_DIR ${dataDir} holds an unfinished restore of the backup ${mark.name}. Run longwave restore again to finish it.`,
    );
}

/**
 * Marks `dataDir`, and creates it if necessary. Returns the id of this restore, which is the same when it continues.
 * Throws `UnusableDataDir` if the folder holds anything else, or the beginning of the restore of another backup.
 */
export async function beginRestore(dataDir: string, name: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const mark = await readMark(dataDir);
  if (mark?.name === name) return mark.id;
  if (mark !== null)
    throw new UnusableDataDir(
      `DATA_DIR ${dataDir} holds an unfinished restore of the backup ${mark.name}. Finish that one (--set ${mark.name}), or empty the folder.`,
    );
  const entries = (await readdir(dataDir)).filter((entry) => !IGNORED.includes(entry));
  if (entries.length > 0)
    throw new UnusableDataDir(
      `DATA_DIR ${dataDir} is not empty. Restore into an empty or new folder: a backup is never merged with other data.`,
    );
  const id = randomUUID();
  const fresh = path.join(dataDir, NEW_MARK);
  await writeFile(fresh, JSON.stringify({ name, id }), { mode: 0o600, flush: true });
  await rename(fresh, path.join(dataDir, MARK));
  await flushFolder(dataDir);
  return id;
}

/** Removes the mark: the folder is complete. */
export async function endRestore(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, MARK), { force: true });
  await flushFolder(dataDir);
}

const NEW_MARK = `${MARK}.new`;
/** What a new file system has, what `backup verify` leaves, and what a restore leaves that is killed before it begins. */
const IGNORED = ["lost+found", "tmp", NEW_MARK];

async function readMark(dataDir: string): Promise<z.infer<typeof markSchema> | null> {
  const text = await readFile(path.join(dataDir, MARK), "utf8").catch((error) => {
    // DATA_DIR below a file: whoever makes the folder says that better.
    if (error.code === "ENOTDIR") return null;
    return nothingThere(error);
  });
  return text === null ? null : markSchema.parse(JSON.parse(text));
}

async function flushFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
