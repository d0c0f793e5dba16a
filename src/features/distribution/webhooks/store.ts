/** All SQL of webhooks themselves; `deliveries/store.ts` has that of what is sent to them. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Webhooks } from "../../../platform/db/rows.ts";

/** A user's webhooks, the oldest first. */
export const listWebhooks = (db: Executor, user_id: number) =>
  db
    .selectFrom("webhooks")
    .selectAll()
    .where("user_id", "=", user_id)
    .orderBy("webhook_id")
    .execute();

export type WebhookRow = Awaited<ReturnType<typeof listWebhooks>>[number];

/** A webhook of the user. */
export const findWebhook = (db: Executor, user_id: number, webhook_id: number) =>
  db
    .selectFrom("webhooks")
    .selectAll()
    .where("webhook_id", "=", webhook_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();

/** A webhook of the user, locked until the transaction ends: nobody else sends, notes or changes anything of it. */
export const lockWebhook = (db: Executor, user_id: number, webhook_id: number) =>
  db
    .selectFrom("webhooks")
    .selectAll()
    .where("webhook_id", "=", webhook_id)
    .where("user_id", "=", user_id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** An enabled webhook of an open account, locked as by `lockWebhook`; undefined if there is none. */
export const lockEnabled = (db: Executor, webhook_id: number) =>
  db
    .selectFrom("webhooks as w")
    .selectAll("w")
    .where("webhook_id", "=", webhook_id)
    .where("status", "=", "ENABLED")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("users")
          .select("users.user_id")
          .whereRef("users.user_id", "=", "w.user_id")
          .where("deleted_at", "is", null)
          .where("suspended_at", "is", null),
      ),
    )
    .forNoKeyUpdate("w")
    .executeTakeFirst();

/** How many webhooks the user has; others who count wait until the transaction ends. */
export async function countAndLock(db: Executor, user_id: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('longwave webhooks'), ${user_id % 2 ** 31}::integer)`.execute(
    db,
  );
  const { count } = await db
    .selectFrom("webhooks")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertWebhook = (db: Executor, values: Insertable<Webhooks>) =>
  db.insertInto("webhooks").values(values).returningAll().executeTakeFirstOrThrow();

export const updateWebhook = (db: Executor, webhook_id: number, changes: Updateable<Webhooks>) =>
  db
    .updateTable("webhooks")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("webhook_id", "=", webhook_id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Notes how a webhook fares, which is no change by its owner. */
export async function noteWebhook(
  db: Executor,
  webhook_id: number,
  changes: Updateable<Webhooks>,
): Promise<void> {
  await db.updateTable("webhooks").set(changes).where("webhook_id", "=", webhook_id).execute();
}

/** Deletes a webhook with its log. */
export async function removeWebhook(db: Executor, webhook_id: number): Promise<void> {
  await db.deleteFrom("webhooks").where("webhook_id", "=", webhook_id).execute();
}

/** Deletes the webhooks of accounts that were erased. */
export async function removeErasedWebhooks(db: Executor): Promise<void> {
  await db
    .deleteFrom("webhooks")
    .where("user_id", "in", (query) =>
      query.selectFrom("users").select("user_id").where("erased_at", "is not", null),
    )
    .execute();
}
