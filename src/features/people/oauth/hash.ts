/** What of the authorization server is needed without its library, which takes a moment to load. */
import { createHash } from "node:crypto";

/** The library's cookie of a browser's session. */
export const SESSION_COOKIE = "longwave_oauth";

/** The form in which secrets that callers present are stored. */
export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
