/** The ways in which a request can fail, independent of HTTP; `http/errors.ts` maps each to its status. */

import type { ErrorType, FailureKind, MissingNoun } from "./errortypes.ts";
import type { Limit } from "./limits.ts";

/**
 * A refusal that the caller should understand. `type` is a stable kebab-case name (contract §1); `fields` maps
 * parameters to what is wrong with them (only for `invalid`).
 */
export class Failure extends Error {
  override name = "Failure";
  readonly kind: FailureKind;
  readonly type: ErrorType;
  readonly fields: Readonly<Record<string, string>> | null;
  /** Number of invalid parameters that `fields` omits, to keep the response small. */
  readonly omitted: number = 0;
  /** The limit that the request would have exceeded, if that is the reason for the refusal. */
  readonly limit: Limit | null;

  /** The compiler refuses a type that `ERROR_TYPES` does not list. */
  constructor(
    kind: FailureKind,
    type: ErrorType,
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

/** Maximum number of invalid parameters that an error response names. */
const MAX_ISSUES = 20;
/** Maximum length in code units of a parameter's name and of its message. */
const MAX_NAME = 100;
const MAX_TEXT = 500;

/**
 * One or more parameters are invalid. `fields`: parameter → what is wrong with it. The first 20 are named, each in at
 * most 600 characters, so that the response stays small whatever was sent.
 */
export function invalid(
  fields: Record<string, string>,
  type: ErrorType<"invalid"> = "invalid-parameter",
): Failure {
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

/** The record does not exist, or the caller may not know of it. `what` is a noun such as `show`. */
export function notFound(what: MissingNoun): Failure {
  return new Failure("not-found", `${what}-not-found`, `There is no such ${what}.`);
}

export function forbidden(message: string, type: ErrorType<"forbidden">): Failure {
  return new Failure("forbidden", type, message);
}

export function unauthenticated(
  message: string,
  type: ErrorType<"unauthenticated"> = "authentication-required",
): Failure {
  return new Failure("unauthenticated", type, message);
}

/** The request is well-formed, but the state of the record does not allow it. */
export function conflict(type: ErrorType<"conflict">, message: string): Failure {
  return new Failure("conflict", type, message);
}

/** A limit of the caller, of a record or of this server is exceeded. The message says what to do next. */
export function overLimit<K extends FailureKind>(
  limit: Limit,
  kind: K,
  type: ErrorType<K>,
  message: string,
  fields: Record<string, string> | null = null,
): Failure {
  return new Failure(kind, type, message, fields, limit);
}
