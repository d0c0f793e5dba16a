/** Converts the authorization server's records for storage: secrets that callers present are stored as hashes only. */
import { type AdapterPayload, Provider } from "oidc-provider";
import { hashOf } from "./hash.ts";

/**
 * A device code found by its user code has no plain text, so the library gets this prefix and the hash as its id.
 * Callers never receive such an id; one sent by a caller is treated as a device code.
 */
const HANDLE = "hash:";

/** Routes on which the library itself, not a caller, names a device code. */
const OWN_ROUTES: ReadonlySet<string> = new Set(["code_verification", "device_resume"]);

/** The hash of `id`, which may be prefixed with `HANDLE` where the library itself names a record of `kind`. */
export function idHash(kind: string, id: string): Buffer {
  const route = Provider.ctx?.oidc?.route ?? "";
  return kind === "DeviceCode" && id.startsWith(HANDLE) && OWN_ROUTES.has(route)
    ? Buffer.from(id.slice(HANDLE.length), "base64url")
    : hashOf(id);
}

/** `payload` without its id, its user code, and the cookies of other records. */
export function payloadToStore(id: string, payload: AdapterPayload): object {
  const { jti: _, userCode: __, ...kept } = payload;
  if (kept.kind !== "Interaction") return kept;
  const { session, returnTo = "", ...rest } = kept;
  return { ...rest, session: withoutCookie(session), returnTo: addressWithout(returnTo, id) };
}

/** The URL of an interaction ends in its id, which is also its cookie. */
const addressWithout = (address: string, id: string): string =>
  address.endsWith(id) ? address.slice(0, -id.length) : address;

/** The library stores the cookie of the session in which an interaction began, but never reads it. */
function withoutCookie(session: object | undefined): object | undefined {
  if (session === undefined) return undefined;
  return Object.fromEntries(Object.entries(session).filter(([name]) => name !== "cookie"));
}

/** A record as stored in the database. */
export type StoredRecord = Readonly<{
  id_hash: Buffer;
  payload: unknown;
  consumed_at: Date | null;
}>;

/** How a record was found. */
export type FoundBy = Readonly<{ id: string } | { uid: string } | { userCode: string }>;

/** The library's payload, with the values that the caller presented put back. */
export function payloadOf(record: StoredRecord | undefined, by: FoundBy) {
  if (record === undefined) return undefined;
  const stored = record.payload as AdapterPayload;
  const { consumed_at } = record;
  return {
    ...stored,
    ...shownIn(record, stored, by),
    ...(consumed_at === null ? {} : { consumed: Math.floor(consumed_at.getTime() / 1000) }),
  } as AdapterPayload;
}

function shownIn({ id_hash }: StoredRecord, stored: AdapterPayload, by: FoundBy): object {
  if ("userCode" in by)
    return { jti: HANDLE + id_hash.toString("base64url"), userCode: by.userCode };
  if ("uid" in by) return {};
  if (stored.kind !== "Interaction") return { jti: by.id };
  return { jti: by.id, returnTo: `${stored.returnTo}${by.id}` };
}
