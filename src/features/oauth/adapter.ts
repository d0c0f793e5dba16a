/** Stores what oidc-provider remembers in PostgreSQL; what a holder shows is kept only as its hash. */
import { createHash } from "node:crypto";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { Deps } from "../../deps.ts";
import { isNativeUri } from "./rules.ts";
import {
  consumeRecord,
  deleteGrant,
  deleteRecord,
  findClient,
  findRecord,
  upsertRecord,
} from "./store.ts";

export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

type Stored = { payload: unknown; consumed_at: Date | null } | undefined;

/** The library's payload again, with the id that the caller showed put back. */
function restore(record: Stored, jti: string | undefined): AdapterPayload | undefined {
  if (record === undefined) return undefined;
  const consumed = record.consumed_at && Math.floor(record.consumed_at.getTime() / 1000);
  return {
    ...(record.payload as AdapterPayload),
    ...(jti === undefined ? {} : { jti }),
    ...(consumed === null ? {} : { consumed }),
  };
}

/** One adapter for each kind of record, as the library asks for them. */
export const createAdapter =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  (kind: string): Adapter =>
    kind === "Client" ? clientAdapter(db) : recordAdapter(db, clock, kind);

/** Sessions are looked up by uid too and need their own id then: their id is kept beside the hash. */
const KEEPS_ID = new Set(["Session", "Interaction", "DeviceCode", "Grant"]);

function recordAdapter(db: Deps["db"], clock: Deps["clock"], kind: string): Adapter {
  return {
    async upsert(id, { jti, ...payload }, expiresIn) {
      const kept = KEEPS_ID.has(kind) ? { jti, ...payload } : payload;
      await upsertRecord(db, {
        kind,
        id_hash: hashOf(id),
        payload: JSON.stringify(kept),
        user_id: payload.accountId ? Number(payload.accountId) : null,
        client_id: payload.clientId ?? null,
        grant_id: kind === "Grant" ? id : (payload.grantId ?? null),
        uid: payload.uid ?? null,
        user_code_hash: payload.userCode ? hashOf(payload.userCode) : null,
        expires_at: expiresIn ? new Date(clock().getTime() + expiresIn * 1000) : null,
      });
    },
    find: async (id) => restore(await findRecord(db, kind, { id_hash: hashOf(id) }, clock()), id),
    findByUid: async (uid) => restore(await findRecord(db, kind, { uid }, clock()), undefined),
    findByUserCode: async (code) =>
      restore(await findRecord(db, kind, { user_code_hash: hashOf(code) }, clock()), undefined),
    async consume(id) {
      if (await consumeRecord(db, kind, hashOf(id), clock())) return;
      throw new errors.InvalidGrant("it was used before");
    },
    destroy: (id) => deleteRecord(db, kind, hashOf(id)),
    revokeByGrantId: (grantId) => deleteGrant(db, grantId),
  };
}

const GRANTS = [
  "authorization_code",
  "refresh_token",
  "urn:ietf:params:oauth:grant-type:device_code",
];

/** Client apps are read-only to the library; the secret it compares with is a hash. */
function clientAdapter(db: Deps["db"]): Adapter {
  const unsupported = async () => {
    throw new Error("client apps are not managed through the library");
  };
  return {
    async find(client_id) {
      // PostgreSQL cannot compare U+0000 with anything, and Basic credentials may hold it.
      if (client_id.includes("\0")) return undefined;
      const client = await findClient(db, client_id);
      if (client === undefined) return undefined;
      const isPublic = client.secret_hash === null;
      return {
        client_id,
        client_name: client.name,
        redirect_uris: client.redirect_uris,
        grant_types: GRANTS,
        response_types: ["code"],
        application_type: isPublic && client.redirect_uris.some(isNativeUri) ? "native" : "web",
        token_endpoint_auth_method: isPublic ? "none" : "client_secret_basic",
        ...(client.secret_hash === null ? {} : { client_secret: client.secret_hash }),
      };
    },
    upsert: unsupported,
    findByUid: unsupported,
    findByUserCode: unsupported,
    consume: unsupported,
    destroy: unsupported,
    revokeByGrantId: unsupported,
  };
}
