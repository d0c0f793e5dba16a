/** Uploads large files in pieces that survive broken connections (tus 1.0, https://tus.io). */
import type { Longwave } from "./client.ts";
import { LongwaveError } from "./errors.ts";
import { wait } from "./retries.ts";

export type UploadOptions = Readonly<{
  /** Bytes of a piece. Default: 16 MiB. */
  pieceSize?: number;
  /** The path of an upload that was begun before, as `onStart` received it. */
  resume?: string;
  /** Receives the path of the upload, to be kept until it is finished. */
  onStart?: (path: string) => void;
  /** Receives the number of bytes that the server has. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
  /** How often in a row a piece may fail. Default: 8. */
  attempts?: number;
}>;

const TUS = { "tus-resumable": "1.0.0" };

/** Uploads `file`; its result is the `upload_id` for `createEpisode` and `updateEpisode`. */
export async function upload(
  longwave: Longwave,
  file: Blob,
  options: UploadOptions = {},
): Promise<string> {
  const { pieceSize = 16 * 2 ** 20, attempts = 8, onProgress, signal } = options;
  const path = options.resume ?? (await begin(longwave, file, signal));
  options.onStart?.(path);
  // Null while it is not known how much the server has.
  let sent: number | null = options.resume === undefined ? 0 : null;
  let failures = 0;
  while (sent === null || sent < file.size) {
    try {
      sent ??= await offsetOf(longwave, path, signal);
      if (sent < file.size)
        sent = await append(longwave, path, sent, file.slice(sent, sent + pieceSize), signal);
      failures = 0;
      onProgress?.(sent);
    } catch (error) {
      failures += 1;
      if (failures >= attempts || signal?.aborted || !isTemporary(error)) throw error;
      await wait(Math.min(20, 0.25 * 2 ** failures), signal);
      sent = null;
    }
  }
  return path.split("/").at(-1) ?? "";
}

async function begin(longwave: Longwave, file: Blob, signal?: AbortSignal): Promise<string> {
  const headers = { ...TUS, "upload-length": String(file.size) };
  const init = { method: "POST", headers, signal: signal ?? null };
  const location = (await longwave.send("/v2/uploads", init)).headers.get("location");
  if (location === null) throw new Error("The server did not say where the upload is.");
  return new URL(location, "http://server").pathname;
}

async function offsetOf(longwave: Longwave, path: string, signal?: AbortSignal): Promise<number> {
  const init = { method: "HEAD", headers: TUS, signal: signal ?? null };
  return offsetIn(await longwave.send(path, init));
}

async function append(
  longwave: Longwave,
  path: string,
  offset: number,
  body: Blob,
  signal?: AbortSignal,
): Promise<number> {
  const headers = {
    ...TUS,
    "upload-offset": String(offset),
    "content-type": "application/offset+octet-stream",
  };
  // Not repeated as it is: after a failure the server says first how much of the piece it has.
  const init = { method: "PATCH", headers, body, signal: signal ?? null };
  return offsetIn(await longwave.send(path, init, false));
}

function offsetIn({ headers }: Response): number {
  const offset = Number(headers.get("upload-offset") ?? Number.NaN);
  if (!Number.isSafeInteger(offset)) throw new Error("The server did not say how much it has.");
  return offset;
}

/** No answer at all, a conflict about the offset, a locked upload, or a server that is not ready. */
const isTemporary = (error: unknown): boolean =>
  error instanceof LongwaveError
    ? [409, 423, 429].includes(error.status) || error.status >= 500
    : error instanceof TypeError;
