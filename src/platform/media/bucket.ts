/** The connection to one bucket of an S3 object store, and the requests sent to it. */
import { STATUS_CODES } from "node:http";
import type { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { BucketPlace } from "./place.ts";
import type { RangeResponse } from "./resume.ts";
import { type ByteRange, MediaAway, type StoredFile } from "./store.ts";

/** Timeouts, and how often a request is tried before it counts as failed. */
export type BucketTimeouts = Readonly<{
  connectMs: number;
  /** From the request to the head of its response. One part of an upload must be sent in this time. */
  answerMs: number;
  /** Without a byte in either direction. */
  silenceMs: number;
  attempts: number;
}>;

/** Object names include the configured prefix. */
export type Bucket = Readonly<{
  client: S3Client;
  name: string;
  /** From a request without a body to the head of its response, ms: a listener waits for it. */
  readMs: number;
}>;

/** Three attempts together take less time than a listener's app waits. */
const MOST_READ_MS = 8000;

/** Each listener holds a connection while playing; with the library's default of 50, the 51st would wait. */
const MOST_CONNECTIONS = 512;

/** Opens no connection yet: connections are made on demand and reused. */
export function connectBucket(place: BucketPlace, patience: BucketTimeouts): Bucket {
  const { endpoint, region, credentials } = place;
  const client = new S3Client({
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Most S3-compatible stores require some region in the signature, usually this one.
    ...(region === null && endpoint === null ? {} : { region: region ?? "us-east-1" }),
    ...(credentials === null ? {} : { credentials }),
    maxAttempts: patience.attempts,
    // The signature covers the content. Additional checksums are sent in trailers that many stores refuse.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: patience.connectMs,
      requestTimeout: patience.answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: patience.silenceMs,
      httpAgent: { keepAlive: true, maxSockets: MOST_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MOST_CONNECTIONS },
    },
  });
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      (input) =>
        next(input).catch((error: unknown) => {
          throw explainFailure(error, commandName.replace(/Command$/, ""));
        }),
    { step: "initialize", priority: "high", name: "explainFailure" },
  );
  return { client, name: place.bucket, readMs: Math.min(patience.answerMs, MOST_READ_MS) };
}

/** The store refused the request: `status` is the HTTP status, `code` the S3 error code. */
export class BucketRefusal extends Error {
  override name = "BucketRefusal";
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.status = status;
    this.code = code;
  }
}

/** Turns failures into messages for the operator. Raw errors would be mistaken for those of other connections. */
function explainFailure(error: unknown, operation: string): Error {
  const { message, code, name } = error as NodeJS.ErrnoException;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === undefined || status === 429 || [500, 502, 503, 504].includes(status))
    return new MediaAway(`the object store does not respond: ${message || code || name}`, {
      cause: error,
    });
  // The response to HEAD contains only the status.
  const why = message === "UnknownError" ? STATUS_CODES[status] : `${name}: ${message}`;
  const text = `the object store refuses ${operation} with ${status} (${why})`;
  return new BucketRefusal(status, name, text, error);
}

/** Returns null for a missing object and rethrows any other error. */
function notThere(error: unknown): null {
  const isThere = !(error instanceof BucketRefusal) || error.status !== 404;
  if (isThere || error.code === "NoSuchBucket") throw error;
  return null;
}

const readOptions = ({ readMs }: Bucket) => ({ requestTimeout: readMs });

export async function findObject(bucket: Bucket, name: string): Promise<StoredFile | null> {
  const command = new HeadObjectCommand({ Bucket: bucket.name, Key: name });
  const found = await bucket.client.send(command, readOptions(bucket)).catch(notThere);
  if (found === null) return null;
  if (found.ContentLength === undefined || found.LastModified === undefined)
    throw new Error(`the object store returned neither the length nor the age of ${name}`);
  return { bytes: found.ContentLength, modifiedAt: found.LastModified };
}

/** Requests an object or a range of it; "short" if the range begins beyond its end. */
export async function getObject(
  bucket: Bucket,
  name: string,
  range: ByteRange | undefined,
): Promise<RangeResponse | "missing" | "short"> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  const command = new GetObjectCommand({ Bucket: bucket.name, Key: name, ...(Range && { Range }) });
  const answer = await bucket.client.send(command, readOptions(bucket)).catch((error: unknown) => {
    if (error instanceof BucketRefusal && error.status === 416) return "short" as const;
    return notThere(error) ?? ("missing" as const);
  });
  if (typeof answer === "string") return answer;
  // The stream keeps errors that occur before it is read for its reader.
  const body = (answer.Body as Readable).on("error", () => {});
  const announced = readAnnounced(answer);
  if (announced !== null) return { body, announced };
  body.destroy();
  throw new MediaAway(`the object store does not say which bytes of ${name} it sends`);
}

/** The bytes that a response says it contains; null if its headers contradict each other. */
function readAnnounced({ ContentRange, ContentLength }: GetObjectCommandOutput): ByteRange | null {
  if (ContentLength === undefined) return null;
  if (ContentRange === undefined) return { start: 0, end: ContentLength - 1 };
  const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(ContentRange) ?? [];
  const range = { start: Number(start), end: Number(end) };
  return range.end - range.start + 1 === ContentLength ? range : null;
}

/**
 * Updates the modification time of an object `found` by copying it onto itself inside the store. Returns false if that
 * failed: it is gone, too large to copy in one step, or only its metadata was changed.
 */
export async function touchObject(
  bucket: Bucket,
  name: string,
  found: StoredFile,
): Promise<boolean> {
  const command = new CopyObjectCommand({
    Bucket: bucket.name,
    Key: name,
    CopySource: `${bucket.name}/${name}`,
    // A copy onto itself is refused unless it changes something.
    MetadataDirective: "REPLACE",
  });
  const done = await bucket.client.send(command).catch((error: unknown) => {
    if (error instanceof BucketRefusal && error.code === "InvalidRequest") return null;
    return notThere(error);
  });
  const renewedAt = done?.CopyObjectResult?.LastModified ?? found.modifiedAt;
  return renewedAt > found.modifiedAt;
}

export async function removeObject(bucket: Bucket, name: string): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: bucket.name, Key: name });
  await bucket.client.send(command).catch(notThere);
}

/** `etag`: changes with the content; `modifiedAt`: of the store's clock. */
type Listed = Readonly<{ name: string; bytes: number; etag: string; modifiedAt: Date }>;

/**
 * The objects below `prefix` in the order of their names, `pageSize` per request; only those whose names follow `after`,
 * unless it is empty.
 */
export async function* listObjects(
  { client, name }: Bucket,
  prefix: string,
  pageSize: number,
  after = "",
): AsyncGenerator<Listed> {
  const pages = paginateListObjectsV2(
    { client, pageSize },
    { Bucket: name, Prefix: prefix, ...(after !== "" && { StartAfter: after }) },
  );
  for await (const { Contents = [] } of pages)
    for (const { Key, Size = 0, ETag = "", LastModified = new Date() } of Contents)
      if (Key !== undefined) yield { name: Key, bytes: Size, etag: ETag, modifiedAt: LastModified };
}
