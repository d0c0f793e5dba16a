/** What is stored of the authorization server's records: never the text that a holder shows, only its hash. */
import { createHash } from "node:crypto";
import { type AdapterPayload, Provider } from "oidc-provider";

export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * A device code that was found by its user code has no text any more; to the library its id is this
 * prefix and its hash. Callers never get one, and one that a caller sends is taken for a device code.
 */
const HANDLE = "hash:";

/** Where the library itself, and no caller, names a device code. */
const OWN_ROUTES = new Set(["code_verification", "device_resume"]);

/** The hash of `id`, which may be a handle where the library itself names a record of `kind`. */
export function idHash(kind: string, id: string): Buffer {
  const route = Provider.ctx?.oidc?.route ?? "";
  return kind === "DeviceCode" && id.startsWith(HANDLE) && OWN_ROUTES.has(route)
    ? Buffer.from(id.slice(HANDLE.length), "base64url")
    : hashOf(id);
}

/** `payload` without its id, the code that people type, and the cookies of other records. */
export function payloadToStore(id: string, payload: AdapterPayload): object {
  const { jti: _, userCode: __, ...kept } = payload;
  if (kept.kind !== "Interaction") return kept;
  const { session, returnTo = "", ...rest } = kept;
  return { ...rest, session: withoutCookie(session), returnTo: addressWithout(returnTo, id) };
}

/** An interaction's own address ends in its id, which is also its cookie. */
const addressWithout = (address: string, id: string): string =>
  address.endsWith(id) ? address.slice(0, -id.length) : address;

/** The library notes the cookie of the session that an interaction began in, and never reads it. */
function withoutCookie(session: object | undefined): object | undefined {
  if (session === undefined) return undefined;
  return Object.fromEntries(Object.entries(session).filter(([name]) => name !== "cookie"));
}

/** A record as the database has it. */
export type StoredRecord = Readonly<{
  id_hash: Buffer;
  payload: unknown;
  consumed_at: Date | null;
}>;

/** What a record was found by. */
export type FoundBy = Readonly<{ id: string } | { uid: string } | { userCode: string }>;

/** The library's payload again, with what the caller showed put back. */
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
