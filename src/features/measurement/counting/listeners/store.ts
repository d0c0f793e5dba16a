/** SQL of the secrets for hashing addresses. */
import type { Executor } from "../../../../platform/db/database.ts";
import type { ListenerSecret } from "../schema.ts";
import { keyedHash } from "./hmac.ts";

export async function listSecrets(db: Executor): Promise<ListenerSecret[]> {
  const rows = await db
    .selectFrom("listener_secrets")
    .select(["secret", "valid_from"])
    .orderBy("valid_from")
    .execute();
  return rows.map(({ secret, valid_from }) => ({ secret: keyedHash(secret), valid_from }));
}

/** Stores a secret for a moment, unless another process has stored one; both are equally good. */
export async function insertSecret(
  db: Executor,
  { secret, valid_from }: { secret: Buffer; valid_from: Date },
): Promise<void> {
  await db
    .insertInto("listener_secrets")
    .values({ secret, valid_from })
    .onConflict((conflict) => conflict.column("valid_from").doNothing())
    .execute();
}

/** Deletes secrets that became valid before `moment`: from then on nobody can recompute their keys. */
export async function deleteSecretsBefore(db: Executor, moment: Date): Promise<void> {
  await db.deleteFrom("listener_secrets").where("valid_from", "<", moment).execute();
}
