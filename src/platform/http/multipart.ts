/** Streams a multipart form: texts to memory, declared files to disk, all with size limits. */
import { once as firstEvent } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { addAbortSignal, type Readable, Transform, type Writable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { Failure, invalid, overLimit } from "../failure.ts";
import type { Reservation } from "../storage/disk.ts";
import { formFields } from "./fields.ts";
import type { FileField, RouteDeclaration, UploadedFile } from "./route.ts";

/** The content of a write. The caller of this function must discard `folder`, which holds its files. */
export type Form = {
  fields: Record<string, unknown>;
  files: Record<string, UploadedFile>;
  folder: string | null;
  /** Reserved space for its files; released with the folder. */
  reservation: Reservation | null;
};

/** What of a route or a page its form depends on. */
export type FormLimits = Pick<RouteDeclaration, "files" | "maxBodyBytes">;

/** Refuses a form by throwing, given the fields before its first file. */
export type FormGuard = (fields: Readonly<Record<string, string>>) => void;

/** Reserves space for `bytes` of files, of which `written()` are already on disk. Throws if there is none. */
export type Intake = (bytes: number, written: () => number) => Promise<Reservation>;

/** Allowance for boundaries, part headers, and data buffered before a file's own limit is checked. */
const OVERHEAD = 2 ** 20;

/** For a body of unknown length, space is reserved in steps of this many bytes. */
const STEP = 4 * 2 ** 20;

/**
 * Reads the form that `request` streams, after `intake` has reserved space for its files. Files that the route does not
 * declare are skipped, as is the empty file field of a browser's form. Fails with `too-large` if the texts or the whole
 * body exceed the route's limit, and names the field if a file exceeds its own limit; nothing is left on disk then.
 * `guard` runs once, before any byte of a file is written, or at the end of a form without files.
 */
export async function readMultipart(
  request: IncomingMessage,
  route: FormLimits,
  tmpDir: string,
  intake: Intake | null = null,
  guard: FormGuard = () => {},
): Promise<Form> {
  const takesFiles = Object.keys(route.files).length > 0;
  const space = takesFiles && intake ? await reserveSpace(request, route, intake) : noSpace();
  const { reservation } = space;
  let folder: string | null = null;
  try {
    folder = takesFiles ? await mkdtemp(path.join(tmpDir, "upload-")) : null;
    return { ...(await receiveForm(request, route, folder, space, guard)), folder, reservation };
  } catch (error) {
    await discard({ folder, reservation });
    throw error;
  }
}

/** Deletes the files of a form; the media store has hard links of its own to the files it keeps. */
export async function discard({
  folder,
  reservation,
}: Pick<Form, "folder" | "reservation">): Promise<void> {
  if (folder !== null) await rm(folder, { recursive: true, force: true });
  reservation?.release();
}

/** Space for a body: how much is reserved, and how much has arrived. */
type Space = { reservation: Reservation | null; reserved: number; arrived: number };

const noSpace = (): Space => ({ reservation: null, reserved: 0, arrived: 0 });

async function reserveSpace(
  { headers }: IncomingMessage,
  route: FormLimits,
  intake: Intake,
): Promise<Space> {
  const declared = headers["content-length"];
  const reserved = declared === undefined ? STEP : Math.min(Number(declared), largest(route));
  const space: Space = { reservation: null, reserved, arrived: 0 };
  space.reservation = await intake(reserved, () => space.arrived);
  return space;
}

/** The first failure of any part stops all others; all files are closed when this returns. */
async function receiveForm(
  request: IncomingMessage,
  route: FormLimits,
  folder: string | null,
  space: Space,
  guard: FormGuard,
) {
  const stop = new AbortController();
  const fail = (error: unknown) => stop.abort(error);
  const fields = new Map<string, string>();
  const passGuard = once(() => guard(Object.fromEntries(fields)));
  const receiving: Promise<[string, UploadedFile] | null>[] = [];
  const parser = openParser(request, route);
  let textBytes = 0;
  parser.on("field", (name, value, _nameCut, cut) => {
    textBytes += Buffer.byteLength(value);
    if (cut || textBytes > route.maxBodyBytes) fail(tooLarge("The body is too large."));
    else if (name !== undefined) fields.set(name, value);
  });
  parser.on("file", (name, stream, filename = "") => {
    // The parser or the reader of the stream reports the error; without a listener it would end the process.
    stream.on("error", () => {});
    const field = declaredFile(route, name);
    if (name === undefined || field === undefined || folder === null) return void stream.resume();
    try {
      passGuard();
    } catch (error) {
      stream.resume();
      return fail(error);
    }
    const target = path.join(folder, String(receiving.length));
    const kept = receive(stream, name, field, target, stop.signal).then(
      (bytes): [string, UploadedFile] | null =>
        bytes > 0 || filename !== "" ? [name, { path: target, bytes, filename }] : null,
    );
    receiving.push(
      kept.catch((error) => {
        fail(error);
        return null;
      }),
    );
  });
  parser.on("partsLimit", () => fail(tooManyParts()));
  await feed(request, parser, space, largest(route), stop);
  // In the order of arrival, whichever was written first: of duplicates, the last counts.
  const files = (await Promise.all(receiving)).filter((file) => file !== null);
  stop.signal.throwIfAborted();
  passGuard();
  return { fields: Object.fromEntries(fields), files: Object.fromEntries(files) };
}

/** A function that runs `work` the first time it is called. */
function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}

/** A part with a file name is a file, and so is a declared file field without one. */
function openParser({ headers }: IncomingMessage, route: FormLimits) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      isPartAFile: (name, _type, filename) =>
        filename !== undefined || declaredFile(route, name) !== undefined,
      limits: { fieldSize: route.maxBodyBytes, parts: formFields.value },
    });
  } catch {
    throw malformed();
  }
}

/** Pipes the body into `parser` until it has finished or `stop` aborts, whichever is first. */
async function feed(
  request: IncomingMessage,
  parser: Writable,
  space: Space,
  maxBytes: number,
  stop: AbortController,
): Promise<void> {
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) return stop.abort(tooLarge("The body is too large."));
      const pass = () => {
        space.arrived = bytes;
        done(null, chunk);
      };
      if (space.reservation === null || bytes <= space.reserved) return pass();
      space.reserved += STEP;
      space.reservation.grow(STEP).then(pass, (error: unknown) => stop.abort(error));
    },
  });
  // A broken connection discards data that has arrived but was not read, so no `end` would follow.
  const cutShort = () => request.readableEnded || stop.abort(malformed());
  const finished = firstEvent(parser, "finish", { signal: stop.signal });
  parser.on("error", () => bytes > 0 && stop.abort(malformed()));
  request.once("close", cutShort);
  if (request.destroyed) cutShort();
  request.pipe(meter).pipe(parser);
  await finished.catch(() => {});
  request.off("close", cutShort).unpipe(meter).resume();
  meter.destroy();
}

/** Writes one file to `target`; returns its size in bytes. Fails with the field `name` if it exceeds its limit. */
async function receive(
  stream: Readable,
  name: string,
  { maxBytes }: FileField,
  target: string,
  signal: AbortSignal,
): Promise<number> {
  addAbortSignal(signal, stream);
  const file = await open(target, "wx");
  try {
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw invalid({ [name]: `must have at most ${maxBytes.toLocaleString("en")} bytes` });
      await file.writeFile(chunk);
    }
    return bytes;
  } finally {
    await file.close();
  }
}

const declaredFile = (route: FormLimits, name: string | undefined): FileField | undefined =>
  name !== undefined && Object.hasOwn(route.files, name) ? route.files[name] : undefined;

const largest = (route: FormLimits): number =>
  Object.values(route.files).reduce(
    (sum, { maxBytes }) => sum + maxBytes,
    route.maxBodyBytes + OVERHEAD,
  );

const tooManyParts = () =>
  overLimit(
    formFields,
    "too-large",
    "body-too-large",
    `A form may have at most ${formFields.value.toLocaleString("en")} parts.`,
  );
const tooLarge = (message: string) => new Failure("too-large", "body-too-large", message);
const malformed = () =>
  new Failure("invalid", "malformed-body", "The form is incomplete or not well-formed.");
