/** Reads an archive: everything in it is checked before anything is sent, and nothing is unpacked. */
import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { UsageError } from "../../errors.ts";
import { plain } from "../output.ts";
import type { OrganizationArchive, ShowArchive } from "./contents.ts";
import {
  type Entry,
  type Kind,
  MANIFEST,
  MAX_JSON_BYTES,
  type Manifest,
  manifestShape,
  mediaName,
} from "./format.ts";
import { contentAt, END_BYTES, headerBlock, spaceOf } from "./layout.ts";
import { organizationArchiveOf, showArchiveOf } from "./records.ts";
import { parsed, refused } from "./refusals.ts";

/** The bytes of a file in the archive, which are read when they are needed. */
export type Media = (sha256: string) => Blob;
export type OpenShow = ShowArchive & Readonly<{ media: Media }>;
export type OpenOrganization = OrganizationArchive & Readonly<{ media: Media }>;

/** The library reads ahead, so that damage is where it says or in one of the next entries. */
const damaged = (entry: string, { message }: Error) =>
  new UsageError(
    `The archive is refused: it is damaged at ${entry} or after it. ${plain(message)}`,
  );

/** Throws a `UsageError` that names the entry unless `file` is exactly as an export of a show writes it. */
export async function openShow(file: string): Promise<OpenShow> {
  const { media, ...read } = await openArchive(file, "show");
  return { ...showArchiveOf(read), media };
}

/** The same of an organization. */
export async function openOrganization(file: string): Promise<OpenOrganization> {
  const { media, ...read } = await openArchive(file, "organization");
  return { ...organizationArchiveOf(read), media };
}

async function openArchive(file: string, kind: Kind) {
  const blob = await opened(file);
  const places = new Map<string, Blob>();
  const texts = new Map<string, string>();
  const walk = createWalk(blob, kind);
  try {
    for await (const entry of entriesOf(file)) {
      const { name, bytes, text } = await walk.take(entry);
      places.set(name, bytes);
      if (text !== null) texts.set(name, text);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw damaged(walk.place(), error as Error);
  }
  walk.end();
  const media: Media = (sha256) => places.get(mediaName(sha256)) ?? new Blob([]);
  return { entries: walk.entries(), texts, media };
}

async function opened(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`);
  }
}

async function* entriesOf(file: string): AsyncGenerator<ParsedTarEntry> {
  const stream = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  yield* stream.pipeThrough(createTarDecoder({ strict: true }));
}

const isText = (name: string): boolean => !name.startsWith("media/");

function checkSize(name: string, size: number, expected: number): void {
  if (isText(name) && size > MAX_JSON_BYTES)
    throw refused(name, `has ${size} bytes, which is too large`);
  if (size !== expected) throw refused(name, `has ${size} bytes instead of ${expected}`);
}

function manifestIn(text: string | null, kind: Kind): Manifest {
  const manifest = parsed(MANIFEST, text, manifestShape);
  if (manifest.kind !== kind)
    throw refused(
      MANIFEST,
      `says that it is of the kind “${manifest.kind}”, which \`${manifest.kind} import\` takes`,
    );
  return manifest;
}

/** Goes through the entries of an archive in their order. */
function createWalk(blob: Blob, kind: Kind) {
  let manifest: Manifest | null = null;
  let at = 0;
  let seen = 0;
  const entries = (): readonly Entry[] => manifest?.entries ?? [];
  /** The entry that is next, for messages. */
  const place = (): string => (manifest === null ? MANIFEST : (entries()[seen]?.name ?? "its end"));
  return {
    entries,
    place,
    async take({ header, body }: ParsedTarEntry) {
      const { name, size } = header;
      const due = manifest === null ? null : entries()[seen];
      if (name !== (due === null ? MANIFEST : due?.name))
        throw refused(`“${name}”`, `is in it, where ${place()} must be`);
      checkSize(name, size, due?.bytes ?? size);
      const start = contentAt(at);
      const written = new Uint8Array(await blob.slice(at, start).arrayBuffer());
      if (Buffer.compare(written, await headerBlock(name, size)) !== 0)
        throw refused(name, "is not a plain file as an export writes it");
      const { sha256, text } = await read(body, isText(name));
      if (due && sha256 !== due.sha256) throw refused(name, "is not what its digest says");
      if (due) seen += 1;
      else manifest = manifestIn(text, kind);
      at += spaceOf(size);
      return { name, text, bytes: blob.slice(start, start + size) };
    },
    /** Throws unless everything was there, and nothing else. */
    end(): void {
      if (manifest === null || seen < entries().length) throw refused(place(), "is missing");
      if (blob.size !== at + END_BYTES) throw refused("its end", "has further bytes");
    },
  };
}

/** The digest of an entry, and the text of one of JSON. */
async function read(body: ReadableStream<Uint8Array>, keepText: boolean) {
  const digest = createHash("sha256");
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    digest.update(piece);
    if (keepText) pieces.push(piece);
  }
  const text = keepText ? Buffer.concat(pieces).toString("utf8") : null;
  return { sha256: digest.digest("hex"), text };
}
