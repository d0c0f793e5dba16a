/** A request of the fuzzer before it is bytes: what is sent, as whom, and in which way. */

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
 * How far a request is from what the description asks for: as described, with wrong values, with a
 * wrong form (headers, encodings, methods), sent in a wrong way, or without any form.
 */
export type Kind = "valid" | "values" | "form" | "wire" | "garbage";

/** How the bytes of a request are sent; all that is left out is as a good client does it. */
export type Sending = Readonly<{
  /** In the place of the right `Content-Length`. */
  contentLength?: string;
  chunked?: boolean;
  /** Sends so many bytes of the whole, then ends its side of the connection, or breaks it off. */
  cutAt?: number;
  breakOff?: boolean;
  /** Sends in so many pieces with pauses of so many milliseconds. */
  pieces?: number;
  pauseMs?: number;
  /** So many times in a row on one connection before any answer is read. */
  times?: number;
  /** In the place of everything else: these bytes. */
  raw?: Buffer;
}>;

/** For `cutAt`: all that there is, and then silence. */
export const WHOLE = Number.MAX_SAFE_INTEGER;

/** `target`, header values, and `body` may hold references such as `@@mine.show_id.0@@`. */
export type FuzzRequest = Readonly<{
  /** The operation or surface it is meant for, as reports name it. */
  operation: string;
  caller: Caller;
  /** Where the caller's credentials stand. */
  credentials: "header" | "query" | "cookie" | "none";
  kind: Kind;
  /** Names of what was done to it, for reports. */
  changes: readonly string[];
  method: string;
  /** The request target; each character is a byte. */
  target: string;
  version: string;
  headers: readonly (readonly [string, string])[];
  body: Buffer | null;
  sending: Sending;
  /** Chooses among the records that references name. */
  pick: number;
}>;
