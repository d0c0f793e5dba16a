/** Restores a backup into an empty installation; an interrupted restore continues where it was. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import type { Config } from "../../../config.ts";
import { type Archive, DamagedObject } from "../../../platform/archive/archive.ts";
import { MissingObject } from "../../../platform/archive/place.ts";
import { claimDatabase, restoreDump } from "../../../platform/db/dump/restoring.ts";
import { digestOf, type MediaKey } from "../../../platform/media/key.ts";
import type { MediaStore } from "../../../platform/media/store.ts";
import { makeWorkFolder } from "../../../platform/media/workfolder.ts";
import { beginRestore, endRestore } from "../../../platform/restoremark.ts";
import type { Manifest } from "./manifest.ts";
import { readKeys, readTables } from "./reading.ts";

/** Where a backup is restored to. The stores are opened when the folder is known to be usable. */
export type Destination = Readonly<{
  config: Config;
  openMedia(): Promise<MediaStore>;
  openTarget(): Promise<pg.ClientConfig>;
  /** Creates or updates the tables of the job queue. */
  prepareQueue(target: pg.ClientConfig): Promise<void>;
}>;

export type Restored = Readonly<{ files: number; missing: readonly MediaKey[] }>;

/** Files of the backup cannot be restored. The message names them. */
class FilesDamaged extends Error {
  override name = "FilesDamaged";
  constructor(faults: readonly string[]) {
    super(
      `${faults.join("\n")}\nThe backup lacks these files. To restore without them, add --skip-damaged.`,
    );
  }
}

const AT_A_TIME = 4;

/**
 * Restores the backup of `manifest`. DATA_DIR is marked before anything is written, and unmarked when all is there, so
 * that no server starts on a part. Throws `FilesDamaged` unless `skipDamaged`.
 */
export async function restoreBackup(
  { config, openMedia, openTarget, prepareQueue }: Destination,
  archive: Archive,
  manifest: Manifest,
  skipDamaged: boolean,
): Promise<Restored> {
  const mark = await beginRestore(config.dataDir, manifest.name);
  const name = `${manifest.name} ${mark}`;
  const media = await openMedia();
  const target = await openTarget();
  await claimDatabase(target, name);
  await restoreLocalFiles(config, archive, manifest);
  const { files, faults, missing } = await restoreMedia(media, archive, manifest);
  if (faults.length > 0 && !skipDamaged) throw new FilesDamaged(faults);
  await restoreDump(target, {
    name,
    structure: manifest.structure,
    read: readTables(archive, manifest),
    prepare: () => prepareQueue(target),
  });
  await endRestore(config.dataDir);
  return { files, missing: [...manifest.missing, ...missing] };
}

async function restoreLocalFiles(
  { dataDir }: Config,
  archive: Archive,
  { files }: Manifest,
): Promise<void> {
  for (const file of files) {
    const target = path.join(dataDir, file.path);
    const part = `${target}.part-${randomUUID()}`;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    try {
      const written = createWriteStream(part, { mode: 0o600, flush: true });
      await pipeline(await archive.getText(file.stored), written);
      await rename(part, target);
    } finally {
      await rm(part, { force: true });
    }
  }
}

/** Files that are there already stay: a file has its name only when it is complete. */
async function restoreMedia(media: MediaStore, archive: Archive, manifest: Manifest) {
  const skipped = new Set(manifest.missing);
  const keys = (await readKeys(archive, manifest)).filter((key) => !skipped.has(key));
  const waiting = keys.values();
  const faults: string[] = [];
  const missing: MediaKey[] = [];
  await using folder = await makeWorkFolder(media.tmpDir, "restore");
  const work = async () => {
    for (const key of waiting) {
      if ((await media.find(key)) !== null) continue;
      await restoreFile(media, archive, folder.path, key).catch((error: Error) => {
        if (!(error instanceof DamagedObject) && !(error instanceof MissingObject)) throw error;
        faults.push(`${key}: ${error.message}.`);
        missing.push(key);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return { files: keys.length - missing.length, faults, missing };
}

async function restoreFile(media: MediaStore, archive: Archive, folder: string, key: MediaKey) {
  const file = path.join(folder, randomUUID());
  try {
    await pipeline(
      await archive.getContent(digestOf(key)),
      createWriteStream(file, { mode: 0o600 }),
    );
    const [kind = "", name = ""] = key.split("/");
    const stored = await media.put(file, kind, path.extname(name).slice(1));
    if (stored !== key) throw new DamagedObject(`it was stored as ${stored}`);
  } finally {
    await rm(file, { force: true });
  }
}
