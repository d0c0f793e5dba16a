/** Gets files of the archive from the media store, and compares them with what they should be. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { MediaKey } from "../../../../platform/media/key.ts";
import { type MediaStore, MissingFile, ShortFile } from "../../../../platform/media/store.ts";
import type { FileWorker } from "./filework.ts";
import { type ArchivedFile, DamagedHistory, LEDGERS } from "./schema.ts";

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** The path of a whole file, copied into `folder` unless the store is on this machine. Throws `DamagedHistory`. */
export async function fetchFile(media: MediaStore, key: MediaKey, folder: string): Promise<string> {
  const local = media.localPath(key);
  const file = local ?? path.join(folder, path.basename(key));
  const digest = createHash("sha256");
  try {
    const body = await media.read(key);
    await pipeline(
      body,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          digest.update(piece);
          yield piece;
        }
      },
      local === null ? createWriteStream(file, { flags: "w", mode: 0o600 }) : nowhere(),
    );
  } catch (error) {
    if (error instanceof MissingFile || error instanceof ShortFile) throw damaged(key);
    throw error;
  }
  if (!key.includes(digest.digest("hex"))) throw damaged(key);
  return file;
}

const damaged = (key: MediaKey) =>
  new DamagedHistory(
    `The archive is damaged: the media store lacks ${key}, or the file is not what its name says. Nothing was changed. Put the file back from a backup (its name is the SHA-256 of its content), and try again.`,
  );

/** Fetches a file and reads all its rows. Throws `DamagedHistory`. */
export async function verifyFile(
  media: MediaStore,
  archived: ArchivedFile,
  folder: string,
  worker: FileWorker,
): Promise<void> {
  const { columns } = LEDGERS[archived.ledger];
  const file = await fetchFile(media, archived.file_key, folder);
  requireSame(archived, await worker.run({ work: "read", file, columns }));
}

/** Throws `DamagedHistory` if these are not the rows that were archived. */
export function requireSame(
  { file_key, rows, digest }: Pick<ArchivedFile, "file_key" | "rows" | "digest">,
  found: Pick<ArchivedFile, "rows" | "digest">,
): void {
  if (found.rows !== rows || found.digest !== digest)
    throw new DamagedHistory(
      `The archive is damaged: ${file_key} has ${found.rows} rows that are not the ${rows} of its month. Nothing was changed.`,
    );
}
