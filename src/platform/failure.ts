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

/** One or more parameters are wrong. `fields`: parameter → what is wrong with it. */
export function invalid(fields: Record<string, string>, type = "invalid-parameter"): Failure {
  const message = Object.entries(fields)
    .map(([field, text]) => `${field}: ${text}`)
    .join("; ");
  return new Failure("invalid", type, message, fields);
}

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
