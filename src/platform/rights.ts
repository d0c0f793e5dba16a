/** The steps of every access check: the record exists, the caller may see it, and the caller may do this with it. */
import type { ErrorType, MissingNoun } from "./errortypes.ts";
import { type Failure, forbidden, notFound } from "./failure.ts";

/** The errors for callers who are refused access to a record. */
export type Denial = Readonly<{
  /** The record does not exist, or the caller may not know that it does. */
  hidden(): Failure;
  /** The caller may see the record, but not do this with it. */
  refused(): Failure;
}>;

/** The usual denial: 404 for a hidden record, otherwise 403 with `type` and `message`. */
export const denial = (
  noun: MissingNoun,
  type: ErrorType<"forbidden">,
  message: string,
): Denial => ({
  hidden: () => notFound(noun),
  refused: () => forbidden(message, type),
});

/** The denial of a record that others never see: 404. */
export const missing = (noun: MissingNoun): Denial => ({
  hidden: () => notFound(noun),
  refused: () => notFound(noun),
});

/** The record. Fails if there is none. */
export function requireFound<T>(record: T | undefined, { hidden }: Denial): T {
  if (record === undefined) throw hidden();
  return record;
}

const SEEN = { sees: true };

/** Fails unless the caller `may` do this: as if there were no record if the caller does not see it. */
export function requireRight(
  may: boolean,
  { hidden, refused }: Denial,
  { sees }: Readonly<{ sees: boolean }> = SEEN,
): asserts may {
  if (!may) throw sees ? refused() : hidden();
}
