/** All SQL about confirmed e-mail addresses. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";

/** Notes that the user has confirmed their address of today, if it still is `email`; false if it is not. */
export async function confirmEmail(
  db: Executor,
  user_id: number,
  email: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into confirmed_addresses as known (user_id, email, confirmed_at)
    select user_id, email, ${now} from users
    where user_id = ${user_id} and email = ${email} and deleted_at is null
    on conflict (user_id) do update set email = excluded.email, confirmed_at = excluded.confirmed_at
    returning user_id`.execute(db);
  return rows.length > 0;
}

/** Of these users those whose present address is confirmed. */
export async function listConfirmed(
  db: Executor,
  user_ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (user_ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("confirmed_addresses as c")
    .innerJoin("users as u", (join) =>
      join.onRef("u.user_id", "=", "c.user_id").onRef("u.email", "=", "c.email"),
    )
    .select("u.user_id")
    .where("u.user_id", "in", [...user_ids])
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Forgets the addresses of erased accounts. */
export async function deleteErasedAddresses(db: Executor): Promise<void> {
  await db
    .deleteFrom("confirmed_addresses")
    .where("user_id", "in", (eb) =>
      eb.selectFrom("users").select("user_id").where("erased_at", "is not", null),
    )
    .execute();
}
