/** All SQL of the authorization server: its records, client apps and keys. */
import { type Insertable, sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { OauthClients, OauthRecords } from "../../../platform/db/rows.ts";

export async function upsertRecord(db: Executor, record: Insertable<OauthRecords>): Promise<void> {
  const { kind: _, id_hash: __, ...changes } = record;
  await db
    .insertInto("oauth_records")
    .values(record)
    .onConflict((conflict) => conflict.columns(["kind", "id_hash"]).doUpdateSet(changes))
    .execute();
}

/** Finds a record by one of its handles, unless it has expired. */
export function findRecord(
  db: Executor,
  kind: string,
  handle: { id_hash: Buffer } | { uid: string } | { user_code_hash: Buffer },
  now: Date,
) {
  const [[column, value] = ["uid", ""]] = Object.entries(handle);
  return db
    .selectFrom("oauth_records")
    .select(["id_hash", "payload", "consumed_at"])
    .where("kind", "=", kind)
    .where(column as "uid", "=", value)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .executeTakeFirst();
}

/** Uses up a single-use record. Returns false if it was used before. */
export async function consumeRecord(
  db: Executor,
  kind: string,
  id_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable("oauth_records")
    .set({ consumed_at: now })
    .where("kind", "=", kind)
    .where("id_hash", "=", id_hash)
    .where("consumed_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function deleteRecord(db: Executor, kind: string, id_hash: Buffer): Promise<void> {
  await db
    .deleteFrom("oauth_records")
    .where("kind", "=", kind)
    .where("id_hash", "=", id_hash)
    .execute();
}

/** Deletes a grant with all codes and tokens issued for it. */
export async function deleteGrant(db: Executor, grant_id: string): Promise<void> {
  await db.deleteFrom("oauth_records").where("grant_id", "=", grant_id).execute();
}

export async function deleteExpiredRecords(db: Executor, now: Date): Promise<void> {
  await db.deleteFrom("oauth_records").where("expires_at", "<", now).execute();
}

/** The caller with this access token, if it is valid at `now`. */
export function findTokenCaller(db: Executor, id_hash: Buffer, now: Date) {
  return db
    .selectFrom("oauth_records")
    .innerJoin("users", "users.user_id", "oauth_records.user_id")
    .select(["users.user_id", "users.username", "users.is_admin", "oauth_records.client_id"])
    .select(["users.suspended_at", "users.suspension_reason"])
    .select(sql<string>`oauth_records.payload ->> 'scope'`.as("scope"))
    .where("oauth_records.kind", "=", "AccessToken")
    .where("oauth_records.id_hash", "=", id_hash)
    .where("oauth_records.expires_at", ">", now)
    .where("users.deleted_at", "is", null)
    .executeTakeFirst();
}

export async function insertClient(db: Executor, client: Insertable<OauthClients>): Promise<void> {
  await db.insertInto("oauth_clients").values(client).execute();
}

export function findClient(db: Executor, client_id: string) {
  return db
    .selectFrom("oauth_clients")
    .selectAll()
    .where("client_id", "=", client_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

export function listClients(db: Executor, owner_id: number) {
  return db
    .selectFrom("oauth_clients")
    .select(["client_id", "name", "redirect_uris", "secret_hash", "created_at"])
    .where("owner_id", "=", owner_id)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .execute();
}

/** Deletes an app of `owner_id` and the tokens it holds. */
export async function deleteClient(
  db: Executor,
  owner_id: number,
  client_id: string,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable("oauth_clients")
    .set({ deleted_at: now })
    .where("client_id", "=", client_id)
    .where("owner_id", "=", owner_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await db.deleteFrom("oauth_records").where("client_id", "=", client_id).execute();
  return true;
}

/** Deletes all apps of `owner_id` and the tokens they hold. */
export async function deleteClients(db: Executor, owner_id: number, now: Date): Promise<void> {
  for (const { client_id } of await listClients(db, owner_id))
    await deleteClient(db, owner_id, client_id, now);
}

/** Purges apps that were deleted before `moment`. */
export async function forgetClients(db: Executor, moment: Date): Promise<void> {
  await db.deleteFrom("oauth_clients").where("deleted_at", "<", moment).execute();
}

/** The apps that the user has connected, newest first. */
export function listConnectedApps(db: Executor, user_id: number, now: Date) {
  return db
    .selectFrom("oauth_records")
    .innerJoin("oauth_clients", "oauth_clients.client_id", "oauth_records.client_id")
    .select(["oauth_clients.client_id", "oauth_clients.name"])
    .select((eb) => eb.fn.max("oauth_records.created_at").as("since"))
    .where("oauth_records.kind", "=", "Grant")
    .where("oauth_records.user_id", "=", user_id)
    .where("oauth_records.expires_at", ">", now)
    .groupBy(["oauth_clients.client_id", "oauth_clients.name"])
    .orderBy("since", "desc")
    .execute();
}

/** Revokes everything that the user has granted to the app. */
export async function disconnectApp(
  db: Executor,
  user_id: number,
  client_id: string,
): Promise<void> {
  await db
    .deleteFrom("oauth_records")
    .where("user_id", "=", user_id)
    .where("client_id", "=", client_id)
    .execute();
}

/** Revokes everything that the user has granted to any app. */
export async function disconnectApps(db: Executor, user_id: number): Promise<void> {
  await db.deleteFrom("oauth_records").where("user_id", "=", user_id).execute();
}

/** The number of the user's apps. */
export async function countClients(db: Executor, owner_id: number): Promise<number> {
  const row = await db
    .selectFrom("oauth_clients")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("owner_id", "=", owner_id)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The connection that a record belongs to; null if there is no such record. */
export async function findGrantId(
  db: Executor,
  kind: string,
  id_hash: Buffer,
): Promise<string | null> {
  const row = await db
    .selectFrom("oauth_records")
    .select("grant_id")
    .where("kind", "=", kind)
    .where("id_hash", "=", id_hash)
    .executeTakeFirst();
  return row?.grant_id ?? null;
}

type Holder = Readonly<{ grant_id: string } | { user_id: number }>;

/**
 * Deletes all but the newest `most` records of `kind` of a connection or a user, and for a grant also what was issued
 * for it. Used-up records do not count, and are kept.
 */
export async function deleteBeyond(
  db: Executor,
  kind: string,
  holder: Holder,
  most: number,
): Promise<void> {
  const [column, value] =
    "grant_id" in holder
      ? (["grant_id", holder.grant_id] as const)
      : (["user_id", holder.user_id] as const);
  const surplus = await db
    .selectFrom("oauth_records")
    .select(["id_hash", "grant_id"])
    .where("kind", "=", kind)
    .where(column, "=", value)
    .where("consumed_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id_hash")
    .offset(most)
    .execute();
  for (const { id_hash, grant_id } of surplus)
    if (kind === "Grant" && grant_id !== null) await deleteGrant(db, grant_id);
    else await deleteRecord(db, kind, id_hash);
}

/** All keys, newest first. */
export function listKeys(db: Executor) {
  return db
    .selectFrom("oauth_keys")
    .select(["kid", "use", "jwk", "created_at"])
    .orderBy("created_at", "desc")
    .orderBy("kid")
    .execute();
}

type NewKey = { kid: string; use: "sig" | "cookie"; jwk: string };

export async function insertKeys(db: Executor, keys: NewKey[]): Promise<void> {
  await db.insertInto("oauth_keys").values(keys).execute();
}

export async function deleteKeysBefore(db: Executor, moment: Date): Promise<void> {
  await db.deleteFrom("oauth_keys").where("created_at", "<", moment).execute();
}
