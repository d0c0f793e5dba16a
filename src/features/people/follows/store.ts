/** All SQL about follows and blocks. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { selectPublicUsers } from "../users/store.ts";

/** `from` follows or blocks `to`. */
type Edge = { from: number; to: number };

export async function insertFollow(db: Executor, { from, to }: Edge): Promise<void> {
  await db
    .insertInto("follows")
    .values({ follower_id: from, followed_id: to })
    .onConflict((conflict) =>
      conflict
        .columns(["follower_id", "followed_id"])
        .doUpdateSet((eb) => ({ position: eb.ref("excluded.position"), removed_at: null }))
        .where("follows.removed_at", "is not", null),
    )
    .execute();
}

export async function removeFollow(db: Executor, { from, to }: Edge): Promise<void> {
  await db
    .updateTable("follows")
    .set({ removed_at: sql`now()` })
    .where("follower_id", "=", from)
    .where("followed_id", "=", to)
    .where("removed_at", "is", null)
    .execute();
}

/** Whether `from` follows `to`. */
export async function isFollowing(db: Executor, { from, to }: Edge): Promise<boolean> {
  const found = await db
    .selectFrom("follows")
    .select("followed_id")
    .where("follower_id", "=", from)
    .where("followed_id", "=", to)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertBlock(db: Executor, { from, to }: Edge): Promise<void> {
  await db
    .insertInto("blocks")
    .values({ blocker_id: from, blocked_id: to })
    .onConflict((conflict) =>
      conflict
        .columns(["blocker_id", "blocked_id"])
        .doUpdateSet((eb) => ({ position: eb.ref("excluded.position"), removed_at: null }))
        .where("blocks.removed_at", "is not", null),
    )
    .execute();
}

export async function removeBlock(db: Executor, { from, to }: Edge): Promise<void> {
  await db
    .updateTable("blocks")
    .set({ removed_at: sql`now()` })
    .where("blocker_id", "=", from)
    .where("blocked_id", "=", to)
    .where("removed_at", "is", null)
    .execute();
}

/** Whether `from` has blocked `to`. */
export async function hasBlocked(db: Executor, { from, to }: Edge): Promise<boolean> {
  const found = await db
    .selectFrom("blocks")
    .select("blocked_id")
    .where("blocker_id", "=", from)
    .where("blocked_id", "=", to)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The three lists of users: the table, the column of the list's owner, the column of the listed user. */
const LISTS = {
  followers: { table: "follows", of: "followed_id", listed: "follower_id" },
  followings: { table: "follows", of: "follower_id", listed: "followed_id" },
  blocks: { table: "blocks", of: "blocker_id", listed: "blocked_id" },
} as const;
export type ListName = keyof typeof LISTS;

type ListQuery = { user_id: number; before: number | null; limit: number };

/** The users of a list below position `before`, newest first; returns one extra row to show that there are more. */
export function listUsersOf(db: Executor, name: ListName, { user_id, before, limit }: ListQuery) {
  const { table, of, listed } = LISTS[name];
  return selectPublicUsers(db)
    .innerJoin(
      `${table} as edges` as "follows as edges",
      `edges.${listed}` as "edges.follower_id",
      "users.user_id",
    )
    .where(`edges.${of}` as "edges.followed_id", "=", user_id)
    .where("edges.removed_at", "is", null)
    .$if(before !== null, (query) => query.where("edges.position", "<", before ?? 0))
    .orderBy("edges.position", "desc")
    .limit(limit + 1)
    .execute();
}

/** The position of `other` in a list of `user_id`, even after it was removed. */
export async function positionIn(
  db: Executor,
  name: ListName,
  user_id: number,
  other: number,
): Promise<number | undefined> {
  const { table, of, listed } = LISTS[name];
  const found = await db
    .selectFrom(table as "follows")
    .select("position")
    .where(of as "followed_id", "=", user_id)
    .where(listed as "follower_id", "=", other)
    .executeTakeFirst();
  return found?.position;
}
