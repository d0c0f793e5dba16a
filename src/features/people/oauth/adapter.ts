/** Stores the records of oidc-provider in PostgreSQL. */
import { type Adapter, type AdapterPayload, errors, Provider } from "oidc-provider";
import type { Deps } from "../../../deps.ts";
import { TryLater } from "../../../platform/gate.ts";
import { reportExceeded } from "../../../platform/limits.ts";
import { countAttempt } from "../accounts/actions.ts";
import { hashOf } from "./hash.ts";
import { idHash, payloadOf, payloadToStore } from "./keeping.ts";
import { BOUNDED } from "./limits.ts";
import { isNativeUri } from "./rules.ts";
import {
  consumeRecord,
  deleteBeyond,
  deleteGrant,
  deleteRecord,
  findClient,
  findGrantId,
  findRecord,
  upsertRecord,
} from "./store.ts";

/** Creates the adapter of one kind of record, as the library requires. */
export const createAdapter =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  (kind: string): Adapter =>
    kind === "Client" ? clientAdapter(db) : recordAdapter(db, clock, kind);

/** Serialises to JSON. An app may have sent a character that PostgreSQL cannot store. */
const storable = (payload: object): string =>
  JSON.stringify(payload, (_name, value: unknown) => {
    if (typeof value === "string" && value.includes("\0"))
      throw new errors.InvalidRequest("a parameter contains a character that cannot be stored");
    return value;
  });

/** Deletes the oldest records of a kind beyond its limit after one was added. */
async function keepWithin(db: Deps["db"], kind: string, payload: AdapterPayload): Promise<void> {
  const bounded = BOUNDED[kind];
  if (bounded === undefined) return;
  const { per, limit } = bounded;
  if (per === "user" && payload.accountId)
    await deleteBeyond(db, kind, { user_id: Number(payload.accountId) }, limit.value);
  if (per === "grant" && payload.grantId)
    await deleteBeyond(db, kind, { grant_id: payload.grantId }, limit.value);
}

/**
 * Throttles a connection that refreshes constantly, before its token is used up. Used tokens are kept to detect reuse.
 */
async function countRefresh(deps: Pick<Deps, "db" | "clock">, id_hash: Buffer): Promise<void> {
  const grantId = await findGrantId(deps.db, "RefreshToken", id_hash);
  if (grantId === null) return;
  try {
    await countAttempt(deps, ["token-refreshes", grantId]);
  } catch (error) {
    if (!(error instanceof TryLater)) throw error;
    if (error.limit !== null) reportExceeded(error.limit);
    Provider.ctx?.set("retry-after", String(error.seconds));
    const refusal = new errors.TemporarilyUnavailable(error.message);
    Object.assign(refusal, { status: 429, statusCode: 429, expose: true });
    throw refusal;
  }
}

function recordAdapter(db: Deps["db"], clock: Deps["clock"], kind: string): Adapter {
  const find = (handle: Parameters<typeof findRecord>[2]) => findRecord(db, kind, handle, clock());
  return {
    async upsert(id, payload, expiresIn) {
      await upsertRecord(db, {
        kind,
        id_hash: idHash(kind, id),
        payload: storable(payloadToStore(id, payload)),
        user_id: payload.accountId ? Number(payload.accountId) : null,
        client_id: payload.clientId ?? null,
        grant_id: kind === "Grant" ? id : (payload.grantId ?? null),
        uid: payload.uid ?? null,
        // A device code found by its hash has no user code in its payload; do not overwrite the stored hash.
        ...(payload.userCode ? { user_code_hash: hashOf(payload.userCode) } : {}),
        expires_at: expiresIn ? new Date(clock().getTime() + expiresIn * 1000) : null,
      });
      await keepWithin(db, kind, payload);
    },
    find: async (id) => payloadOf(await find({ id_hash: idHash(kind, id) }), { id }),
    findByUid: async (uid) => payloadOf(await find({ uid }), { uid }),
    findByUserCode: async (userCode) =>
      payloadOf(await find({ user_code_hash: hashOf(userCode) }), { userCode }),
    async consume(id) {
      if (kind === "RefreshToken") await countRefresh({ db, clock }, hashOf(id));
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

/** The format of ids that `createClient` generates. */
const CLIENT_ID = /^[\da-f]{24}$/;

/** Client apps are read-only to the library; the secret it compares is a hash. */
function clientAdapter(db: Deps["db"]): Adapter {
  const unsupported = async () => {
    throw new Error("client apps are not managed through the library");
  };
  return {
    async find(client_id) {
      if (!CLIENT_ID.test(client_id)) return undefined;
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
