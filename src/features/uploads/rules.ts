/** How long resumable uploads are kept, how many, and where, and who waits; pure. */
import type { IncomingMessage } from "node:http";
import path from "node:path";

/** Where resumable uploads are created; each is below it. */
export const PATH = "/v2/uploads";

/**
 * Whether a client asks how far its upload came. While the server cannot know, 423 is the one status
 * that makes tus-js-client wait: to any other it starts from the beginning.
 */
export const isResumption = ({ method, url = "" }: Pick<IncomingMessage, "method" | "url">) =>
  method === "HEAD" && url.startsWith(`${PATH}/`);

/** How such a request is answered then (tus 1.0 has no word for it; RFC 4918 §11.3). */
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

/** Used or not, an upload is forgotten after a day (contract §5: large files). */
export const KEPT_MS = 24 * 3_600_000;

/** Begun and not used: each may hold as many bytes as an upload may have. */
export const MAX_UPLOADS = 50;

/** As `randomBytes(16)` spells them: no name that people send reaches a path. */
export const UPLOAD_ID = /^[0-9a-f]{32}$/;

/** Beside `tmp`, which is swept by the hour. */
export const uploadsFolder = (dataDir: string): string => path.join(dataDir, "uploads");
