/** A request of the fuzzer before it is encoded: content, caller and way of sending. */

/** Whose credentials a request carries. */
export const CALLERS = [
  "nobody",
  "stranger",
  "user",
  "reader",
  "collaborator",
  "manager",
  "admin",
  "expired",
  "unknown",
] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * How far a request deviates from the description: not at all, in values, in form (headers, encodings, methods), in the
 * way it is sent, or completely.
 */
export type Kind = "valid" | "values" | "form" | "wire" | "garbage";

/** How the bytes of a request are sent; omitted fields mean the usual way. */
export type Sending = Readonly<{
  /** Replaces the right `Content-Length`. */
  contentLength?: string;
  chunked?: boolean;
  /** Sends only this many bytes, then closes its side of the connection, or breaks it off. */
  cutAt?: number;
  breakOff?: boolean;
  /** Sends in this many pieces with pauses of `pauseMs` milliseconds. */
  pieces?: number;
  pauseMs?: number;
  /** Sends the request this many times on one connection before reading any response. */
  times?: number;
  /** Replaces everything else by these bytes. */
  raw?: Buffer;
}>;

/** For `cutAt`: everything, followed by silence. */
export const WHOLE = Number.MAX_SAFE_INTEGER;

/** `target`, header values, and `body` may hold references such as `@@mine.show_id.0@@`. */
export type FuzzRequest = Readonly<{
  /** The operation or surface, as named in reports. */
  operation: string;
  caller: Caller;
  /** Where the caller's credentials are sent. */
  credentials: "header" | "query" | "cookie" | "none";
  kind: Kind;
  /** The changes made to it, for reports. */
  changes: readonly string[];
  method: string;
  /** The request target; each character is a byte. */
  target: string;
  version: string;
  headers: readonly (readonly [string, string])[];
  body: Buffer | null;
  sending: Sending;
  /** Selects among the records that references name. */
  pick: number;
}>;
