/** All SQL about users and their tokens. */
import { sql } from "kysely";
import type { Executor } from "../../platform/db/database.ts";

/** What the public view of a user needs, as columns of `users` joined with its picture. */
export const publicUserColumns = [
  "users.user_id",
  "users.username",
  "users.fullname",
  "users.description",
  "users.plan",
] as const;

/** A user as everyone may see it. */
export type PublicUserRow = {
  user_id: number;
  username: string;
  fullname: string;
  description: string;
  plan: string;
  verified: boolean;
  square_key: string | null;
  upright_key: string | null;
  has_show: boolean;
  revision: number;
};

export async function findPublicUser(
  db: Executor,
  key: UserKey,
): Promise<PublicUserRow | undefined> {
  return db
    .selectFrom("users")
    .leftJoin("images", "images.image_id", "users.image_id")
    .select(publicUserColumns)
    .select(["users.verified", "users.revision", "images.square_key", "images.upright_key"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("shows")
            .select("shows.show_id")
            .whereRef("shows.author_id", "=", "users.user_id")
            .where("shows.deleted_at", "is", null),
        )
        .as("has_show"),
    )
    .where("users.deleted_at", "is", null)
    .$if(typeof key === "number", (query) => query.where("users.user_id", "=", key as number))
    .$if(typeof key === "string", (query) => query.where("users.username", "=", key as string))
    .$castTo<PublicUserRow>()
    .executeTakeFirst();
}

/** A user by number or by username. */
export type UserKey = number | string;

/** The id behind `key`, when there is such a user. */
export async function findUserId(db: Executor, key: UserKey): Promise<number | undefined> {
  const found = await db
    .selectFrom("users")
    .select("user_id")
    .where(typeof key === "number" ? "user_id" : "username", "=", key as never)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found?.user_id;
}

export type NewUser = {
  username: string;
  email: string;
  fullname: string;
  password_hash: string | null;
  is_admin: boolean;
};

export async function insertUser(db: Executor, user: NewUser): Promise<number> {
  const row = await db
    .insertInto("users")
    .values(user)
    .returning("user_id")
    .executeTakeFirstOrThrow();
  return row.user_id;
}

const operatorColumns = [
  "user_id",
  "username",
  "fullname",
  "email",
  "plan",
  "is_admin",
  "verified",
  "created_at",
] as const;

/** Users as the operator sees them, oldest first. */
export function listUsers(db: Executor) {
  return db
    .selectFrom("users")
    .select(operatorColumns)
    .where("deleted_at", "is", null)
    .orderBy("user_id")
    .execute();
}

export function findUserForOperator(db: Executor, user_id: number) {
  return db
    .selectFrom("users")
    .select(operatorColumns)
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
}

export type UserSettings = { plan?: string; verified?: boolean; password_hash?: string };

/** Changes what is given and nothing else. */
export async function updateUserSettings(
  db: Executor,
  user_id: number,
  settings: UserSettings,
): Promise<void> {
  await db
    .updateTable("users")
    .set(settings)
    .set({ updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("user_id", "=", user_id)
    .execute();
}

export async function countUsers(db: Executor): Promise<number> {
  const row = await db
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

export type NewToken = {
  token_hash: Buffer;
  user_id: number;
  scope: string;
  expires_at: Date | null;
};

export async function insertToken(db: Executor, token: NewToken): Promise<void> {
  await db.insertInto("tokens").values(token).execute();
}

/** Who holds the token with this hash, when it is good at `now`. */
export function findTokenHolder(db: Executor, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom("tokens")
    .innerJoin("users", "users.user_id", "tokens.user_id")
    .select(["users.user_id", "users.username", "users.is_admin", "tokens.scope"])
    .where("tokens.token_hash", "=", tokenHash)
    .where("tokens.revoked_at", "is", null)
    .where((eb) => eb.or([eb("tokens.expires_at", "is", null), eb("tokens.expires_at", ">", now)]))
    .where("users.deleted_at", "is", null)
    .executeTakeFirst();
}

/** Ends a token. False: there is no such token. */
export async function revokeToken(db: Executor, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .updateTable("tokens")
    .set((eb) => ({ revoked_at: eb.fn.coalesce("revoked_at", eb.val(now)) }))
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
