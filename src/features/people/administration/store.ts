/** All SQL with which admins find accounts. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { containing } from "../../../platform/db/like.ts";
import type { State } from "./schema.ts";

/** Accounts with their shows and storage; callers add conditions and order. */
const selectAccounts = (db: Executor) =>
  db
    .selectFrom("users")
    .leftJoin("storage_use", "storage_use.user_id", "users.user_id")
    .select([
      "users.user_id",
      "users.username",
      "users.fullname",
      "users.email",
      "users.plan",
      "users.is_admin",
      "users.verified",
      "users.created_at",
      "users.suspended_at",
      "users.suspension_reason",
    ])
    .select([
      sql<number>`coalesce(storage_use.bytes, 0)::bigint`.as("storage_used_bytes"),
      sql<number | null>`storage_limit(users.user_id)`.as("storage_limit_bytes"),
      sql<number>`(select count(*) from shows
        where shows.author_id = users.user_id and shows.deleted_at is null)`.as("shows_count"),
    ])
    .where("users.deleted_at", "is", null);

export const findAdministered = (db: Executor, user_id: number) =>
  selectAccounts(db).where("users.user_id", "=", user_id).executeTakeFirst();

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAdministered>>>;

export type AccountsQuery = Readonly<{
  /** An id, or a part of a name or address; empty for all. */
  q: string;
  state: State | undefined;
  sort: "newest" | "name" | "email" | "shows" | "storage";
  descending: boolean;
  limit: number;
  offset: number;
}>;

const SORTS = {
  newest: sql`users.user_id`,
  name: sql`lower(users.fullname)`,
  email: sql`lower(users.email)`,
  shows: sql`shows_count`,
  storage: sql`storage_used_bytes`,
} as const;

/** A page of accounts, with the number of all that match as `total`. */
export function listAccounts(db: Executor, query: AccountsQuery) {
  const { q, state, sort, descending, limit, offset } = query;
  return selectAccounts(db)
    .select(sql<number>`count(*) over ()`.as("total"))
    .$if(q !== "", (rows) => rows.where(matches(q)))
    .$if(state === "suspended", (rows) => rows.where("users.suspended_at", "is not", null))
    .$if(state === "verified", (rows) => rows.where("users.verified", "=", true))
    .$if(state === "admin", (rows) => rows.where("users.is_admin", "=", true))
    .orderBy(SORTS[sort], descending ? "desc" : "asc")
    .orderBy("users.user_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

const matches = (q: string) => {
  const pattern = containing(q.replace(/^@/, ""));
  const user_id = /^\d{1,15}$/.test(q) ? Number(q) : 0;
  return sql<boolean>`(users.user_id = ${user_id}::bigint or users.username ilike ${pattern}
    or users.fullname ilike ${pattern} or users.email ilike ${containing(q)})`;
};
