/** Reads an archive: everything in it is checked before anything is sent, and nothing is unpacked. */
import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import type { z } from "zod";
import { UsageError } from "../../errors.ts";
import { plain } from "../output.ts";
import {
  type Entry,
  episodeName,
  episodeShape,
  filesOf,
  MANIFEST,
  MAX_JSON_BYTES,
  type Manifest,
  manifestShape,
  mediaName,
  type ShowArchive,
  showName,
  showShape,
} from "./format.ts";
import { contentAt, END_BYTES, headerBlock, spaceOf } from "./layout.ts";

export type OpenArchive = ShowArchive &
  Readonly<{
    /** The bytes of a file in the archive, which are read when they are needed. */
    media(sha256: string): Blob;
  }>;

/** Why an archive is refused; names the entry. */
const refused = (entry: string, reason: string) =>
  new UsageError(`The archive is refused: ${plain(entry)} ${reason}.`);

/** The library reads ahead, so that damage is where it says or in one of the next entries. */
const damaged = (entry: string, { message }: Error) =>
  new UsageError(
    `The archive is refused: it is damaged at ${entry} or after it. ${plain(message)}`,
  );

/** Throws a `UsageError` that names the entry unless `file` is exactly as an export writes it. */
export async function openArchive(file: string): Promise<OpenArchive> {
  const blob = await opened(file);
  const places = new Map<string, Blob>();
  const texts = new Map<string, string>();
  const walk = createWalk(blob);
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
  const archive = recordsOf(walk.entries(), texts);
  return {
    ...archive,
    media: (sha256) => places.get(mediaName(sha256)) ?? new Blob([]),
  };
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

/** Goes through the entries of an archive in their order. */
function createWalk(blob: Blob) {
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
      else manifest = parsed(MANIFEST, text, manifestShape);
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

function parsed<T>(name: string, text: string | null, shape: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "");
  } catch {
    throw refused(name, "is not JSON");
  }
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw refused(
    name,
    `is not as version 1 of the format writes it${place && `, at ${plain(place)}`}`,
  );
}

/** The records of an archive, which must refer to exactly the files that are in it. */
function recordsOf(entries: readonly Entry[], texts: ReadonlyMap<string, string>): ShowArchive {
  const names = entries.map(({ name }) => name);
  const records = names.filter((name) => !name.startsWith("media/"));
  const name = records.find((one) => one.endsWith("/show.json"));
  if (name === undefined) throw refused("shows/", "has no show.json");
  const show = parsed(name, texts.get(name) ?? null, showShape);
  const episodeNames = records.filter((one) => one !== name);
  const expected = episodeNames.map((_, at) => episodeName(show.guid, at + 1));
  const stray =
    name !== showName(show.guid) ? name : episodeNames.find((one, at) => one !== expected[at]);
  if (stray !== undefined) throw refused(stray, "does not belong to the show");
  const episodes = episodeNames.map((one) => parsed(one, texts.get(one) ?? null, episodeShape));
  const guids = new Set<string>();
  for (const [at, { guid }] of episodes.entries()) {
    if (guids.has(guid)) throw refused(expected[at] ?? "", "has the guid of another episode");
    guids.add(guid);
  }
  const archive = { show, episodes };
  checkFiles(entries, archive);
  return archive;
}

function checkFiles(entries: readonly Entry[], archive: ShowArchive): void {
  const stored = new Map(entries.map(({ name, bytes }) => [name, bytes]));
  const wanted = new Set<string>();
  for (const { sha256, bytes } of filesOf(archive)) {
    const name = mediaName(sha256);
    if (stored.get(name) !== bytes) throw refused(name, "is missing, or has another size");
    wanted.add(name);
  }
  for (const { name, sha256 } of entries) {
    if (!name.startsWith("media/")) continue;
    if (name !== mediaName(sha256)) throw refused(name, "is not named by its digest");
    if (!wanted.has(name)) throw refused(name, "belongs to no record");
  }
}
