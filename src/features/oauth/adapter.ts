/** Stores what oidc-provider remembers in PostgreSQL. */
import { type Adapter, errors } from "oidc-provider";
import type { Deps } from "../../deps.ts";
import { hashOf, idHash, payloadOf, payloadToStore } from "./keeping.ts";
import { isNativeUri } from "./rules.ts";
import {
  consumeRecord,
  deleteGrant,
  deleteRecord,
  findClient,
  findRecord,
  upsertRecord,
} from "./store.ts";

/** One adapter for each kind of record, as the library asks for them. */
export const createAdapter =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  (kind: string): Adapter =>
    kind === "Client" ? clientAdapter(db) : recordAdapter(db, clock, kind);

function recordAdapter(db: Deps["db"], clock: Deps["clock"], kind: string): Adapter {
  const find = (handle: Parameters<typeof findRecord>[2]) => findRecord(db, kind, handle, clock());
  return {
    async upsert(id, payload, expiresIn) {
      await upsertRecord(db, {
        kind,
        id_hash: idHash(kind, id),
        payload: JSON.stringify(payloadToStore(id, payload)),
        user_id: payload.accountId ? Number(payload.accountId) : null,
        client_id: payload.clientId ?? null,
        grant_id: kind === "Grant" ? id : (payload.grantId ?? null),
        uid: payload.uid ?? null,
        // A device code that was found by its own text has lost its user code, and keeps this hash.
        ...(payload.userCode ? { user_code_hash: hashOf(payload.userCode) } : {}),
        expires_at: expiresIn ? new Date(clock().getTime() + expiresIn * 1000) : null,
      });
    },
    find: async (id) => payloadOf(await find({ id_hash: idHash(kind, id) }), { id }),
    findByUid: async (uid) => payloadOf(await find({ uid }), { uid }),
    findByUserCode: async (userCode) =>
      payloadOf(await find({ user_code_hash: hashOf(userCode) }), { userCode }),
    async consume(id) {
      if (await consumeRecord(db, kind, idHash(kind, id), clock())) return;
      throw new errors.InvalidGrant("it was used before");
    },
    destroy: (id) => deleteRecord(db, kind, idHash(kind, id)),
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
