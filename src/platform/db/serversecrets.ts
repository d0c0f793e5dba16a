/** Secrets of a database, one for each purpose, the same for all servers: they sign, and others are derived from them. */
import { randomBytes } from "node:crypto";
import type { Executor } from "./database.ts";

/** What a secret is for. */
type Purpose =
  | "addresses"
  | "preview"
  | "push"
  | "reportmails"
  | "episodemails"
  | "audiencemails"
  | "ticket"
  | "webhooks";

/** The secret of a purpose; null before its first use. */
export async function findServerSecret(db: Executor, purpose: Purpose): Promise<Buffer | null> {
  const row = await db
    .selectFrom("address_secrets")
    .select("secret")
    .where("purpose", "=", purpose)
    .executeTakeFirst();
  return row?.secret ?? null;
}

/** The same; creates it the first time. */
export async function ensureServerSecret(db: Executor, purpose: Purpose): Promise<Buffer> {
  const known = await findServerSecret(db, purpose);
  if (known !== null) return known;
  await db
    .insertInto("address_secrets")
    .values({ purpose, secret: randomBytes(32) })
    // Another server may have been first.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await findServerSecret(db, purpose);
  if (made === null) throw new Error(`the secret of ${purpose} could not be stored`);
  return made;
}
