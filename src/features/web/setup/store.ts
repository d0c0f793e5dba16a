/** All SQL of the setup: the hash of its code. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";

/** Makes this the only code, unless there is a user; returns whether it did. */
export async function replaceCode(
  db: Executor,
  code_hash: Buffer,
  made_at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into setup_codes (code_hash, made_at)
    select ${code_hash}::bytea, ${made_at}::timestamptz where not exists (select from users)
    on conflict (is_only) do update set code_hash = excluded.code_hash, made_at = excluded.made_at
    returning is_only`.execute(db);
  return rows.length > 0;
}

/** The hash of the code that is valid now: none if there is a user. */
export async function findCode(db: Executor): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("setup_codes")
    .select("code_hash")
    .where((eb) => eb.not(eb.exists(eb.selectFrom("users").select("user_id"))))
    .executeTakeFirst();
  return row?.code_hash;
}

/** Uses up the code with this hash; returns whether it was valid. Others with the same code wait, and get false. */
export async function takeCode(db: Executor, code_hash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom("setup_codes")
    .where("code_hash", "=", code_hash)
    .where((eb) => eb.not(eb.exists(eb.selectFrom("users").select("user_id"))))
    .returning("is_only")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteCode(db: Executor): Promise<void> {
  await db.deleteFrom("setup_codes").execute();
}
