/** SQL of the secrets that sign addresses of audio. */
import { randomBytes } from "node:crypto";
import type { Executor } from "../../../../platform/db/database.ts";

/** What is signed: the addresses of previews, and tickets for edges. */
type Purpose = "preview" | "ticket";

/** The secret of a purpose, the same for all servers of a database; null before it is first used. */
export async function findSecret(db: Executor, purpose: Purpose): Promise<Buffer | null> {
  const row = await db
    .selectFrom("address_secrets")
    .select("secret")
    .where("purpose", "=", purpose)
    .executeTakeFirst();
  return row?.secret ?? null;
}

/** The same; creates it the first time. */
export async function ensureSecret(db: Executor, purpose: Purpose): Promise<Buffer> {
  const known = await findSecret(db, purpose);
  if (known !== null) return known;
  await db
    .insertInto("address_secrets")
    .values({ purpose, secret: randomBytes(32) })
    // Another server may have been first.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await findSecret(db, purpose);
  if (made === null) throw new Error("the secret of addresses could not be stored");
  return made;
}
