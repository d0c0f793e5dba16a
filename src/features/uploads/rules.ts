/** How long resumable uploads are kept, how many, and where; pure. */
import path from "node:path";

/** Used or not, an upload is forgotten after a day (contract §5: large files). */
export const KEPT_MS = 24 * 3_600_000;

/** Begun and not used: each may hold as many bytes as an upload may have. */
export const MAX_UPLOADS = 50;

/** As `randomBytes(16)` spells them: no name that people send reaches a path. */
export const UPLOAD_ID = /^[0-9a-f]{32}$/;

/** Beside `tmp`, which is swept by the hour. */
export const uploadsFolder = (dataDir: string): string => path.join(dataDir, "uploads");
