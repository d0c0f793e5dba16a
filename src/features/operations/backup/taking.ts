/** Makes a backup of a running installation: one moment of the database, and all that it refers to. */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { OpenDeps } from "../../../deps.ts";
import type { Archive, StoredText } from "../../../platform/archive/archive.ts";
import { openSnapshot, type Snapshot } from "../../../platform/db/dump/snapshot.ts";
import { holdLock, LockTakenError } from "../../../platform/db/session.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import { makeWorkFolder } from "../../../platform/media/workfolder.ts";
import { KEEP_LOCK, usedKeysQuery } from "../../publishing/media/store.ts";
import { linkLocalFiles, listLinked } from "./localfiles.ts";
import { type Manifest, prefixOf, writeManifest } from "./manifest.ts";
import { copyMedia } from "./mediacopy.ts";
import { removeOldSets } from "./retention.ts";
import { beginBackup, endBackup } from "./store.ts";

type Needs = Pick<OpenDeps, "config" | "db" | "media" | "target" | "clock" | "log">;

/** A backup that was made. */
type Taken = Readonly<{
  name: string;
  /** Files that the database refers to. */
  files: number;
  /** What this backup added to the archive. */
  added_files: number;
  added_bytes: number;
  /** Keys of files that the media store lacks. */
  missing: readonly MediaKey[];
  /** Names of the older backups that were removed. */
  removed: readonly string[];
}>;

/** A delivery is in the journal within this time after its response ended (docs/counting.md). */
const JOURNAL_MS = 1000;
/** A sweep holds the lock for no longer than a few files take. */
const LOCK_TRIES = 40;
const LOCK_PAUSE_MS = 250;

/** Another backup of the same database is running. */
class BackupRunning extends Error {
  override name = "BackupRunning";
  constructor() {
    super("Another backup of this database is running. Wait for its end.");
  }
}

/**
 * Makes a backup, then removes all but the newest `keep`. What was acknowledged before the call is in it. Throws
 * `BackupRunning`; what an interrupted backup has copied is used by the next one.
 */
export async function takeBackup(
  deps: Needs,
  archive: Archive,
  keep: number,
  signal: AbortSignal,
): Promise<Taken> {
  const lock = await takeLock(deps);
  try {
    const began = deps.clock();
    const name = `${began.toISOString().slice(0, 19).replaceAll(":", "-")}Z-${randomBytes(3).toString("hex")}`;
    await using work = await makeWorkFolder(deps.media.tmpDir, "backup");
    await sleep(JOURNAL_MS);
    await linkLocalFiles(deps.config, work.path);
    const snapshot = await openSnapshot(deps.target);
    // The backup contains no record of itself, which would look like one that was killed.
    const backup_id = await beginBackup(deps.db, {
      name,
      place: archive.place.label,
      began_at: began,
    });
    try {
      const parts = { name, began, snapshot, work: work.path };
      const taken = await copyAll(deps, archive, parts, signal);
      const removed = await removeOldSets(archive, keep);
      await endBackup(deps.db, backup_id, {
        failure: null,
        missing_files: taken.missing.length,
        added_bytes: taken.added_bytes,
        ended_at: deps.clock(),
      });
      return { ...taken, removed };
    } catch (error) {
      const failure = signal.aborted ? "stopped" : (error as Error).message.slice(0, 1000);
      await endBackup(deps.db, backup_id, { failure, ended_at: deps.clock() });
      throw error;
    } finally {
      await snapshot.close();
    }
  } finally {
    await lock.release();
  }
}

async function takeLock({ target, log }: Needs) {
  for (let tries = 1; ; tries += 1)
    try {
      return await holdLock(target, KEEP_LOCK, log, "the lock of the backup");
    } catch (error) {
      if (!(error instanceof LockTakenError)) throw error;
      if (tries === LOCK_TRIES) throw new BackupRunning();
      await sleep(LOCK_PAUSE_MS);
    }
}

type Parts = Readonly<{ name: string; began: Date; snapshot: Snapshot; work: string }>;

async function copyAll(
  deps: Needs,
  archive: Archive,
  { name, began, snapshot, work }: Parts,
  signal: AbortSignal,
): Promise<Omit<Taken, "removed">> {
  // Files of uploads that began between the first links and the snapshot.
  await linkLocalFiles(deps.config, work);
  const used = await snapshot.query<{ key: MediaKey }>(await usedKeysQuery(deps.db));
  const keys = used.map(({ key }) => key);
  const tables = await copyTables(snapshot, archive, name, signal);
  // From here on nothing reads the snapshot, and PostgreSQL may clean up what only it could see.
  await snapshot.close();
  const files = await copyLocalFiles(deps, archive, name, work);
  const listed = Readable.from([Buffer.from(keys.join("\n"))], { objectMode: false });
  const media = {
    keys: keys.length,
    stored: await archive.putText(`${prefixOf(name)}media.txt`, listed),
  };
  const copied = await copyMedia(deps.media, archive, keys, signal);
  await writeManifest(archive, {
    format: 1,
    name,
    began_at: began.toISOString(),
    taken_at: snapshot.takenAt.toISOString(),
    ended_at: deps.clock().toISOString(),
    postgres: snapshot.postgres,
    structure: snapshot.structure,
    tables,
    media,
    missing: [...copied.missing],
    files,
  });
  const textBytes = [...tables, ...files].reduce((sum, { stored }) => sum + stored.bytes, 0);
  return {
    name,
    files: keys.length,
    added_files: copied.files,
    added_bytes: copied.bytes + textBytes,
    missing: copied.missing,
  };
}

async function copyTables(
  snapshot: Snapshot,
  archive: Archive,
  set: string,
  signal: AbortSignal,
): Promise<Manifest["tables"]> {
  const tables: Manifest["tables"] = [];
  for (const table of snapshot.structure.tables) {
    signal.throwIfAborted();
    const rows = snapshot.copy(table);
    const name = `${prefixOf(set)}database/${table.schema}.${table.name}.copy`;
    const stored = await archive.putText(name, rows);
    tables.push({ rows: rows.rowCount, stored });
  }
  return tables;
}

async function copyLocalFiles(
  { config }: Needs,
  archive: Archive,
  set: string,
  folder: string,
): Promise<Manifest["files"]> {
  const files: { path: string; stored: StoredText }[] = [];
  for (const file of await listLinked(config, folder)) {
    const body = createReadStream(path.join(folder, file));
    files.push({
      path: file,
      stored: await archive.putText(`${prefixOf(set)}files/${file}`, body),
    });
  }
  return files;
}
