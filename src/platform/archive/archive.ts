/** Objects of an archive as their readers and writers see them: plain, compressed if they are texts, and checked. */
import { createHash, type Hash } from "node:crypto";
import { Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { MediaAway } from "../media/store.ts";
import { type Encryption, makeKey, noEncryption, openKey } from "./encryption.ts";
import { type ArchivePlace, MissingObject } from "./place.ts";

/** A stored text: its object, and the length and SHA-256 of what is stored. */
export const textSchema = z.object({ name: z.string(), bytes: z.number(), digest: z.string() });
export type StoredText = z.infer<typeof textSchema>;

export type Archive = Readonly<{
  place: ArchivePlace;
  /** Compresses and stores `body` under `name` and an extension. */
  putText(name: string, body: Readable): Promise<StoredText>;
  /** The text. The stream ends with an error, `DamagedObject`, if it is not what was stored. */
  getText(stored: Pick<StoredText, "name"> & Partial<StoredText>): Promise<Readable>;
  /** Name of the object that holds content with the SHA-256 `digest` (hex). */
  nameOf(digest: string): string;
  /** Stores content under its digest. Throws `DamagedObject`, and stores nothing, if it has another one. */
  putContent(digest: string, body: Readable): Promise<number>;
  /** The content. The stream ends with `DamagedObject` if it has another digest. */
  getContent(digest: string): Promise<Readable>;
}>;

/** An object is not what was stored, or what should be stored is not what it should be. */
export class DamagedObject extends Error {
  override name = "DamagedObject";
}

/** The archive must be opened in another way. The message says how. */
class ArchiveRefused extends Error {
  override name = "ArchiveRefused";
}

const HEAD = "longwave-backup.json";
const headSchema = z.object({ format: z.literal(1), encrypted: z.boolean() });
/** age's own file format, so that its command opens it, too. */
const KEY = "key.age";
/** Below this prefix, contents are named by their digests, in folders that stay small. */
export const CONTENTS = "objects/";

/**
 * Opens the archive at `place`; `create`: makes one if there is none, encrypted if there is a passphrase. Throws
 * `ArchiveRefused` if there is none or it needs a passphrase, and `WrongPassphrase`.
 */
export async function openArchive(
  place: ArchivePlace,
  passphrase: string | null,
  create: boolean,
): Promise<Archive> {
  const head = await readObject(place, HEAD);
  if (head === null && !create) throw new ArchiveRefused(`There is no backup in ${place.label}.`);
  if (head === null) return createArchive(place, passphrase);
  const parsed = headSchema.safeParse(parseJson(head.toString()));
  if (!parsed.success)
    throw new ArchiveRefused(`${HEAD} in ${place.label} is damaged, or of a newer version.`);
  if (!parsed.data.encrypted && passphrase !== null && create)
    throw new ArchiveRefused(
      `The backups in ${place.label} are not encrypted. To encrypt, choose an empty place; or unset BACKUP_PASSPHRASE.`,
    );
  if (!parsed.data.encrypted) return archiveOf(place, noEncryption);
  if (passphrase === null)
    throw new ArchiveRefused(`The backups in ${place.label} are encrypted: set BACKUP_PASSPHRASE.`);
  const key = await readObject(place, KEY);
  if (key === null) throw new ArchiveRefused(`${place.label} has lost its key, ${KEY}.`);
  return archiveOf(place, await openKey(key, passphrase));
}

/** The head is stored last: a killed process leaves a key that the next one replaces, and that protects nothing yet. */
async function createArchive(place: ArchivePlace, passphrase: string | null): Promise<Archive> {
  let encryption = noEncryption;
  if (passphrase !== null) {
    const key = await makeKey(passphrase);
    encryption = await openKey(key, passphrase);
    await place.put(KEY, Readable.from([Buffer.from(key)], { objectMode: false }));
  }
  const head = { format: 1, encrypted: passphrase !== null };
  await place.put(HEAD, Readable.from([Buffer.from(JSON.stringify(head))], { objectMode: false }));
  return archiveOf(place, encryption);
}

async function readObject(place: ArchivePlace, name: string): Promise<Buffer | null> {
  try {
    return await buffer(await place.get(name));
  } catch (error) {
    if (error instanceof MissingObject) return null;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function archiveOf(place: ArchivePlace, encryption: Encryption): Archive {
  const nameOf = (digest: string) => {
    const name = encryption.nameFor(digest);
    return `${CONTENTS}${name.slice(0, 2)}/${name}${encryption.extension}`;
  };
  return {
    place,
    nameOf,
    async putText(plainName, body) {
      const name = `${plainName}.gz${encryption.extension}`;
      const digest = createHash("sha256");
      let bytes = 0;
      const packed = await encryption.encrypt(join(body, createGzip({ level: 3 })));
      const counted = join(
        packed,
        watch(digest, (size) => {
          bytes = size;
        }),
      );
      await place.put(name, counted);
      return { name, bytes, digest: digest.digest("hex") };
    },
    async getText({ name, digest }) {
      const damaged = () => new DamagedObject(`${name} in ${place.label} is damaged`);
      const stored = await place.get(name);
      const whole = digest === undefined ? stored : join(stored, expectDigest(digest, damaged));
      return readable(damaged, async () => join(await encryption.decrypt(whole), createGunzip()));
    },
    async putContent(digest, body) {
      let bytes = 0;
      const wrong = () => new DamagedObject("its content has another digest than its name says");
      const checked = join(
        body,
        expectDigest(digest, wrong, (size) => {
          bytes = size;
        }),
      );
      await place.put(nameOf(digest), await encryption.encrypt(checked));
      return bytes;
    },
    async getContent(digest) {
      const name = nameOf(digest);
      const damaged = () => new DamagedObject(`${name} in ${place.label} is damaged`);
      const stored = await place.get(name);
      return readable(damaged, async () =>
        join(await encryption.decrypt(stored), expectDigest(digest, damaged)),
      );
    },
  };
}

/** A stream of what `open` opens, which says `damaged` instead of how a library words that bytes make no sense. */
function readable(damaged: () => Error, open: () => Promise<Readable>): Readable {
  const explained = async function* () {
    try {
      yield* await open();
    } catch (error) {
      throw isUnreachable(error) ? error : damaged();
    }
  };
  return Readable.from(explained());
}

/** Errors of the system and of the object store; all others come from the bytes. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof MediaAway || /^E[A-Z]/.test(String((error as NodeJS.ErrnoException).code));

/** Pipes `from` into `to`, and passes errors on to the reader. A reader that stops early destroys both. */
function join(from: Readable, to: Transform): Transform {
  from.once("error", (error) => to.destroy(error));
  to.once("close", () => from.destroy());
  // The stream keeps errors that occur before it is read for its reader.
  to.on("error", () => {});
  return from.pipe(to);
}

/** Passes everything on, and fails at the end if it has another digest. */
function expectDigest(
  wanted: string,
  wrong: () => Error,
  done?: (bytes: number) => void,
): Transform {
  const digest = createHash("sha256");
  return watch(digest, (bytes) => {
    if (digest.digest("hex") !== wanted) throw wrong();
    done?.(bytes);
  });
}

function watch(digest: Hash, done: (bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      digest.update(chunk);
      bytes += chunk.length;
      next(null, chunk);
    },
    flush(next) {
      try {
        done(bytes);
        next();
      } catch (error) {
        next(error as Error);
      }
    },
  });
}
