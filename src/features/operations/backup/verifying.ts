/** Proves that a backup can be restored: loads its database into a throw-away cluster, and reads every file. */
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { type Archive, DamagedObject } from "../../../platform/archive/archive.ts";
import { MissingObject } from "../../../platform/archive/place.ts";
import type { Database } from "../../../platform/db/database.ts";
import { restoreDump } from "../../../platform/db/dump/restoring.ts";
import { openSnapshot } from "../../../platform/db/dump/snapshot.ts";
import { UnusableDatabaseError } from "../../../platform/db/failure.ts";
import { digestOf, type MediaKey } from "../../../platform/media/key.ts";
import { usedKeysQuery } from "../../publishing/media/store.ts";
import type { Manifest } from "./manifest.ts";
import { readKeys, readTables } from "./reading.ts";

/** An empty database that nobody else uses. */
export type Throwaway = Readonly<{
  target: pg.ClientConfig;
  prepareQueue(target: pg.ClientConfig): Promise<void>;
  /** Updates the schema, as the next start of a server does. */
  migrate(target: pg.ClientConfig): Promise<unknown>;
  db: Database;
}>;

type Verified = Readonly<{ tables: number; rows: number; files: number; faults: string[] }>;

const AT_A_TIME = 4;

/** Verifies the backup of `manifest`; `faults` are complete sentences, none if it can be restored completely. */
export async function verifyBackup(
  archive: Archive,
  manifest: Manifest,
  throwaway: Throwaway,
): Promise<Verified> {
  const faults: string[] = manifest.missing.map(
    (key) => `${key}: the media store did not have it when the backup was made.`,
  );
  const keys = await readKeys(archive, manifest);
  const attempt = async (what: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      faults.push(`${what}: ${sentence(error)}`);
    }
  };
  await attempt("database", () => verifyDatabase(archive, manifest, throwaway, keys));
  for (const file of manifest.files)
    await attempt(file.path, async () => pipeline(await archive.getText(file.stored), nowhere()));
  const waiting = keys.filter((key) => !manifest.missing.includes(key)).values();
  const work = async () => {
    for (const key of waiting)
      await attempt(key, async () => pipeline(await archive.getContent(digestOf(key)), nowhere()));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return {
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: keys.length,
    faults,
  };
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Rethrows what is not a fault of the backup, such as a store that does not respond. */
function sentence(error: unknown): string {
  const isFault =
    [DamagedObject, MissingObject, UnusableDatabaseError].some((kind) => error instanceof kind) ||
    /^(2[23]|42)\w{3}$/.test(String((error as { code?: unknown }).code));
  if (!isFault) throw error;
  const { message } = error as Error;
  return /[.]$/.test(message) ? message : `${message}.`;
}

/** Loads the database, applies newer migrations, and compares the files that its rows refer to with the list. */
async function verifyDatabase(
  archive: Archive,
  manifest: Manifest,
  { target, prepareQueue, migrate, db }: Throwaway,
  keys: readonly MediaKey[],
): Promise<void> {
  await restoreDump(target, {
    name: manifest.name,
    structure: manifest.structure,
    read: readTables(archive, manifest),
    prepare: () => prepareQueue(target),
  });
  await migrate(target);
  const snapshot = await openSnapshot(target);
  try {
    const listed = new Set(keys);
    const used = await snapshot.query<{ key: MediaKey }>(await usedKeysQuery(db));
    const unlisted = used.filter(({ key }) => !listed.has(key));
    if (unlisted.length > 0)
      throw new DamagedObject(`rows refer to ${unlisted.length} files that the list lacks`);
  } finally {
    await snapshot.close();
  }
}
