/** Writes an archive, whose media are streamed from the server and checked on the way. */
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarPacker, type TarPackController } from "modern-tar";
import { UsageError } from "../../errors.ts";
import {
  canonical,
  type Entry,
  episodeName,
  FORMAT,
  filesOf,
  MANIFEST,
  mediaName,
  type ShowArchive,
  showName,
  VERSION,
} from "./format.ts";
import { headerOf } from "./layout.ts";

/** Opens the bytes of a file on the server, by its digest. */
export type OpenMedia = (sha256: string) => Promise<ReadableStream<Uint8Array>>;

type Source = Entry & Readonly<{ text: string | null }>;

/** Writes `file` once it is complete: a failed export leaves nothing behind. */
export async function writeArchive(
  file: string,
  archive: ShowArchive,
  open: OpenMedia,
  onEntry: (done: number, all: number) => void,
): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  const { readable, controller } = createTarPacker();
  const packing = pack(controller, sourcesOf(archive), open, onEntry).catch((error: unknown) => {
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
function sourcesOf(archive: ShowArchive): Source[] {
  const { guid } = archive.show;
  const texts = [
    [showName(guid), canonical(archive.show)] as const,
    ...archive.episodes.map(
      (episode, at) => [episodeName(guid, at + 1), canonical(episode)] as const,
    ),
  ];
  const records = texts.map(([name, text]) => ({ name, text, ...sizeAndDigest(text) }));
  const media = filesOf(archive).map(({ sha256, bytes }) => ({
    name: mediaName(sha256),
    bytes,
    sha256,
    text: null,
  }));
  return [...records, ...media].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const sizeAndDigest = (text: string) => ({
  bytes: Buffer.byteLength(text),
  sha256: createHash("sha256").update(text).digest("hex"),
});

async function pack(
  controller: TarPackController,
  sources: readonly Source[],
  open: OpenMedia,
  onEntry: (done: number, all: number) => void,
): Promise<void> {
  const entries = sources.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
  const manifest = canonical({ format: FORMAT, version: VERSION, kind: "show", entries });
  await add(controller, MANIFEST, Buffer.byteLength(manifest), streamOf(manifest));
  for (const [at, { name, bytes, sha256, text }] of sources.entries()) {
    const content = text === null ? checked(name, sha256, await open(sha256)) : streamOf(text);
    await add(controller, name, bytes, content);
    onEntry(at + 1, sources.length);
  }
  controller.finalize();
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
