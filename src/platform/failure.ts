/** The ways a request can fail, free of HTTP words; `http/errors.ts` gives each its status. */

import type { Limit } from "./limits.ts";

export type FailureKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "stale"
  | "out-of-range"
  | "too-large"
  | "unsupported"
  | "unsupported-method"
  | "too-many"
  | "unavailable"
  | "full"
  | "unimplemented"
  | "upstream";

/**
 * A refusal the caller should understand. `type` is a stable kebab-case name (contract §1),
 * `fields` maps a parameter to what is wrong with it (only for `invalid`).
 */
export class Failure extends Error {
  override name = "Failure";
  readonly kind: FailureKind;
  readonly type: string;
  readonly fields: Readonly<Record<string, string>> | null;
  /** How many wrong parameters `fields` leaves out, so that an answer stays small. */
  readonly omitted: number = 0;
  /** The budget that the request would have gone beyond, if that is why it is refused. */
  readonly limit: Limit | null;

  constructor(
    kind: FailureKind,
    type: string,
    message: string,
    fields: Record<string, string> | null = null,
    limit: Limit | null = null,
  ) {
    super(message);
    this.kind = kind;
    this.type = type;
    this.fields = fields;
    this.limit = limit;
  }
}

/** How many wrong parameters an error answer names. */
const MAX_ISSUES = 20;
/** Code units of a parameter's name, and of what is wrong with it. */
const MAX_NAME = 100;
const MAX_TEXT = 500;

/**
 * One or more parameters are wrong. `fields`: parameter → what is wrong with it; the first 20 are
 * named, each in at most 600 characters, so that an answer stays small whatever was sent.
 */
export function invalid(fields: Record<string, string>, type = "invalid-parameter"): Failure {
  const all = Object.entries(fields);
  const named = all
    .slice(0, MAX_ISSUES)
    .map(([field, text]): [string, string] => [cut(field, MAX_NAME), cut(text, MAX_TEXT)]);
  const message = named.map(([field, text]) => `${field}: ${text}`).join("; ");
  const failure = new Failure("invalid", type, message, Object.fromEntries(named));
  return Object.assign(failure, { omitted: all.length - named.length });
}

const cut = (text: string, units: number): string =>
  text.length <= units ? text : `${text.slice(0, units - 1).toWellFormed()}…`;

/** Nobody by that id, or nobody this caller may know of. `what` is a noun such as `show`. */
export function notFound(what: string): Failure {
  return new Failure("not-found", `${what}-not-found`, `There is no such ${what}.`);
}

export function forbidden(message: string, type = "forbidden"): Failure {
  return new Failure("forbidden", type, message);
}

export function unauthenticated(message: string, type = "authentication-required"): Failure {
  return new Failure("unauthenticated", type, message);
}

/** The request is well-formed but the state of the record does not allow it. */
export function conflict(type: string, message: string): Failure {
  return new Failure("conflict", type, message);
}

/** A budget of the caller, of a record or of this server is used up. The message says what to do next. */
export function overLimit(
  limit: Limit,
  kind: FailureKind,
  type: string,
  message: string,
  fields: Record<string, string> | null = null,
): Failure {
  return new Failure(kind, type, message, fields, limit);
}
