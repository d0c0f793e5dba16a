/** Rules of resumable uploads: retention, number, location, and responses while the server waits; pure. */
import type { IncomingMessage } from "node:http";
import path from "node:path";

/** The path that creates resumable uploads; each upload is below it. */
export const PATH = "/v2/uploads";

/**
 * Whether a client asks for the offset of its upload. While the server cannot know it, 423 is the only status that
 * makes tus-js-client wait: after any other it starts from the beginning.
 */
export const isResumption = ({ method, url = "" }: Pick<IncomingMessage, "method" | "url">) =>
  method === "HEAD" && url.startsWith(`${PATH}/`);

/** The response to such a request in the meantime (tus 1.0 defines none; RFC 4918 §11.3). */
export const LOCKED = {
  status: 423,
  headers: {
    "tus-resumable": "1.0.0",
    "cache-control": "no-store",
    "retry-after": "2",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Tus-Resumable, Retry-After",
  },
} as const;

/** Used or not, an upload is deleted after a day (contract §5: large files). */
export const KEPT_MS = 24 * 3_600_000;

/** Maximum number of unused uploads per user; each may have the maximum size of an upload. */
export const MAX_UPLOADS = 50;

/** The format of `randomBytes(16)` in hex, so that no name sent by a client reaches a path. */
export const UPLOAD_ID = /^[0-9a-f]{32}$/;

/** Next to `tmp`, which is swept hourly. */
export const uploadsFolder = (dataDir: string): string => path.join(dataDir, "uploads");
