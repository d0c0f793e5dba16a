/** One bucket of an object store that speaks S3: its connection, and what is asked of it. */
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
import type { Answer } from "./resume.ts";
import { type ByteRange, MediaAway, type StoredFile } from "./store.ts";

/** How long a store may be silent, and how often a request is sent before it counts as failed. */
export type Patience = Readonly<{
  connectMs: number;
  /** From the request to the head of its answer. A part of an upload travels in this time. */
  answerMs: number;
  /** Without a byte in either direction. */
  silenceMs: number;
  attempts: number;
}>;

/** Names here are whole: with the place's prefix. */
export type Bucket = Readonly<{ client: S3Client; name: string }>;

/** Listeners hold a connection each while they hear; the library's 50 would make the 51st wait. */
const MOST_CONNECTIONS = 512;

/** Opens nothing yet: connections come with requests, and are kept for the next. */
export function connectBucket(place: BucketPlace, patience: Patience): Bucket {
  const { endpoint, region, credentials } = place;
  const client = new S3Client({
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Other stores than Amazon's want some region in the signature, mostly this one.
    ...(region === null && endpoint === null ? {} : { region: region ?? "us-east-1" }),
    ...(credentials === null ? {} : { credentials }),
    maxAttempts: patience.attempts,
    // The signature covers what is sent. Checksums beyond it come in trailers that many stores refuse.
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
  return { client, name: place.bucket };
}

/** The store answered, with a no: `status` is HTTP's, `code` S3's. */
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

/** Failures in words for the operator. Bare ones would pass for those of other connections. */
function explainFailure(error: unknown, asked: string): Error {
  const { message, code, name } = error as NodeJS.ErrnoException;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === undefined || status === 429 || [500, 502, 503, 504].includes(status))
    return new MediaAway(`the object store does not answer: ${message || code || name}`, {
      cause: error,
    });
  // To a HEAD there is no answer but the status.
  const why = message === "UnknownError" ? STATUS_CODES[status] : `${name}: ${message}`;
  const text = `the object store refuses ${asked} with ${status} (${why})`;
  return new BucketRefusal(status, name, text, error);
}

/** `null` for what is not there; any other failure goes on. */
function notThere(error: unknown): null {
  const isThere = !(error instanceof BucketRefusal) || error.status !== 404;
  if (isThere || error.code === "NoSuchBucket") throw error;
  return null;
}

export async function findObject(bucket: Bucket, name: string): Promise<StoredFile | null> {
  const command = new HeadObjectCommand({ Bucket: bucket.name, Key: name });
  const found = await bucket.client.send(command).catch(notThere);
  if (found === null) return null;
  if (found.ContentLength === undefined || found.LastModified === undefined)
    throw new Error(`the object store tells neither length nor age of ${name}`);
  return { bytes: found.ContentLength, modifiedAt: found.LastModified };
}

/** Asks for an object or a part of it, which begins beyond its end when that is "short". */
export async function getObject(
  bucket: Bucket,
  name: string,
  range: ByteRange | undefined,
): Promise<Answer | "missing" | "short"> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  const command = new GetObjectCommand({ Bucket: bucket.name, Key: name, ...(Range && { Range }) });
  const answer = await bucket.client.send(command).catch((error: unknown) => {
    if (error instanceof BucketRefusal && error.status === 416) return "short" as const;
    return notThere(error) ?? ("missing" as const);
  });
  if (typeof answer === "string") return answer;
  // Failures before anybody reads it are kept by the stream for the one who does.
  const body = (answer.Body as Readable).on("error", () => {});
  const announced = readAnnounced(answer);
  if (announced !== null) return { body, announced };
  body.destroy();
  throw new Error(`the object store does not say which bytes of ${name} it sends`);
}

function readAnnounced({ ContentRange, ContentLength }: GetObjectCommandOutput): ByteRange | null {
  if (ContentLength === undefined) return null;
  if (ContentRange === undefined) return { start: 0, end: ContentLength - 1 };
  const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(ContentRange) ?? [];
  const range = { start: Number(start), end: Number(end) };
  return range.end - range.start + 1 === ContentLength ? range : null;
}

/**
 * Makes an object younger than it was `found`, by copying it onto itself inside the store. False
 * when the store did not: gone by now, too large for one step, or only its metadata were touched.
 */
export async function renewObject(
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

/** Names of the objects below `prefix`, `pageSize` a request. */
export async function* listObjects(
  { client, name }: Bucket,
  prefix: string,
  pageSize: number,
): AsyncGenerator<string> {
  const pages = paginateListObjectsV2({ client, pageSize }, { Bucket: name, Prefix: prefix });
  for await (const { Contents = [] } of pages)
    for (const { Key } of Contents) if (Key !== undefined) yield Key;
}
