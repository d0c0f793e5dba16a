/** Names a cookie and hashes secrets without loading the library of the authorization server. */
import { createHash } from "node:crypto";

/** The library's cookie of a browser's session. */
export const SESSION_COOKIE = "longwave_oauth";

/** The form in which secrets that callers present are stored. */
export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
