/** Writes an archive, whose media are streamed from the server and checked on the way. */
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarPacker, type TarPackController } from "modern-tar";
import { UsageError } from "../../errors.ts";
import type { Contents } from "./contents.ts";
import {
  canonical,
  type Entry,
  FORMAT,
  type Kind,
  MANIFEST,
  MAX_JSON_BYTES,
  mediaName,
  VERSION,
} from "./format.ts";
import { headerOf } from "./layout.ts";

/** Opens the bytes of a file on the server, by its digest. */
export type OpenMedia = (sha256: string) => Promise<ReadableStream<Uint8Array>>;

type Source = Entry & Readonly<{ text: string | null }>;

/** Writes `file` once it is complete: a failed export leaves nothing behind. */
export async function writeArchive(
  file: string,
  contents: Contents,
  open: OpenMedia,
  onEntry: (done: number, all: number) => void,
): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  const { readable, controller } = createTarPacker();
  const packing = pack(controller, contents, open, onEntry).catch((error: unknown) => {
    controller.error(error);
    throw error;
  });
  try {
    const target = createWriteStream(draft, { flags: "wx" });
    const written = await Promise.allSettled([
      packing,
      pipeline(Readable.fromWeb(readable as never), target),
    ]);
    for (const outcome of written) if (outcome.status === "rejected") throw outcome.reason;
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw isOfFile(error) ? new UsageError(`${file} cannot be written: ${error.message}.`) : error;
  }
}

const isOfFile = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && "path" in error;

/** All entries but the manifest, in the order of their names. */
function sourcesOf({ records, files }: Contents): Source[] {
  const texts = records.map(([name, record]) => {
    const text = canonical(record);
    return { name, text, ...sizeAndDigest(text) };
  });
  const media = files.map(({ sha256, bytes }) => ({
    name: mediaName(sha256),
    bytes,
    sha256,
    text: null,
  }));
  return [...texts, ...media].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const sizeAndDigest = (text: string) => ({
  bytes: Buffer.byteLength(text),
  sha256: createHash("sha256").update(text).digest("hex"),
});

async function pack(
  controller: TarPackController,
  contents: Contents,
  open: OpenMedia,
  onEntry: (done: number, all: number) => void,
): Promise<void> {
  const sources = sourcesOf(contents);
  const manifest = manifestOf(contents.kind, sources);
  await add(controller, MANIFEST, Buffer.byteLength(manifest), streamOf(manifest));
  for (const [at, { name, bytes, sha256, text }] of sources.entries()) {
    const content = text === null ? checked(name, sha256, await open(sha256)) : streamOf(text);
    await add(controller, name, bytes, content);
    onEntry(at + 1, sources.length);
  }
  controller.finalize();
}

function manifestOf(kind: Kind, sources: readonly Source[]): string {
  const entries = sources.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
  const manifest = canonical({ format: FORMAT, version: VERSION, kind, entries });
  // Otherwise no import would read it.
  if (Buffer.byteLength(manifest) > MAX_JSON_BYTES)
    throw new UsageError(`${entries.length} entries are too many for one file. Export each show.`);
  return manifest;
}

const add = (
  controller: TarPackController,
  name: string,
  bytes: number,
  content: ReadableStream<Uint8Array>,
) => content.pipeTo(controller.add(headerOf(name, bytes)));

const streamOf = (text: string) => new Blob([text]).stream() as ReadableStream<Uint8Array>;

/** `content`, which fails at its end if it is not what its digest says. */
function checked(name: string, sha256: string, content: ReadableStream<Uint8Array>) {
  const digest = createHash("sha256");
  return content.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        digest.update(piece);
        controller.enqueue(piece);
      },
      flush() {
        if (digest.digest("hex") !== sha256)
          throw new Error(`${name} changed while it was exported. Export again.`);
      },
    }),
  );
}
