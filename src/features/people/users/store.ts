/** All SQL about users. */
import { sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Users } from "../../../platform/db/rows.ts";

/** Selects users as everyone sees them; callers add joins, conditions and order. */
export const selectPublicUsers = (db: Executor) =>
  db
    .selectFrom("users")
    .innerJoin("user_counts", "user_counts.user_id", "users.user_id")
    .leftJoin("images", "images.image_id", "users.image_id")
    .select([
      "users.user_id",
      "users.username",
      "users.fullname",
      "users.description",
      "users.plan",
      "users.verified",
      "users.revision",
      "images.square_key",
      "images.upright_key",
      "user_counts.followers_count",
      "user_counts.followings_count",
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("shows")
            .select("shows.show_id")
            .whereRef("shows.author_id", "=", "users.user_id")
            .where("shows.deleted_at", "is", null),
        )
        .$castTo<boolean>()
        .as("has_show"),
    )
    .where("users.deleted_at", "is", null);

export function findPublicUser(db: Executor, key: UserKey) {
  return selectPublicUsers(db)
    .where(typeof key === "number" ? "users.user_id" : "users.username", "=", key as never)
    .executeTakeFirst();
}

export type PublicUserRow = NonNullable<Awaited<ReturnType<typeof findPublicUser>>>;

/** Whether `caller` follows `user`, and vice versa. */
export async function findRelation(db: Executor, caller: number, user: number) {
  const follows = (follower: number, followed: number) =>
    db
      .selectFrom("follows")
      .select("position")
      .where("follower_id", "=", follower)
      .where("followed_id", "=", followed)
      .where("removed_at", "is", null);
  return db
    .selectNoFrom((eb) => [
      eb.exists(follows(user, caller)).$castTo<boolean>().as("is_following_you"),
      eb.exists(follows(caller, user)).$castTo<boolean>().as("you_are_following"),
    ])
    .executeTakeFirstOrThrow();
}

/** All fields of the account except the password; only for the user. */
export function findAccount(db: Executor, user_id: number) {
  return db
    .selectFrom("users")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** The account, locked until the transaction ends. */
export function lockAccount(db: Executor, user_id: number) {
  return db
    .selectFrom("users")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes an account and increments its revision. */
export async function updateUser(
  db: Executor,
  user_id: number,
  changes: Updateable<Users>,
): Promise<void> {
  await db
    .updateTable("users")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("user_id", "=", user_id)
    .execute();
}

/** The organizations of the user, with the user's role. */
export function listMemberships(db: Executor, user_id: number) {
  return db
    .selectFrom("organization_members")
    .innerJoin(
      "organizations",
      "organizations.organization_id",
      "organization_members.organization_id",
    )
    .select(["organizations.organization_id", "organizations.name", "organization_members.role"])
    .where("organization_members.user_id", "=", user_id)
    .where("organizations.deleted_at", "is", null)
    .orderBy("organizations.organization_id")
    .execute();
}

/** A user by id or by username. */
export type UserKey = number | string;

/** The user's id, if there is such a user. */
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

/** Changes only the given settings. */
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

/** Whether the server has ever had a user: rows of users stay when users are deleted. */
export async function hasUsers(db: Executor): Promise<boolean> {
  const row = await db.selectFrom("users").select("user_id").limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * The id and password hash of the account with this username or e-mail address, for signing in. An account that was
 * closed (`deleted_at`) but not erased is found, too, because signing in opens it again.
 */
export function findCredentials(db: Executor, login: string) {
  return db
    .selectFrom("users")
    .select(["user_id", "email", "fullname", "password_hash", "deleted_at"])
    .select(["suspended_at", "suspension_reason"])
    .where(
      login.includes("@")
        ? (eb) => eb(eb.fn<string>("lower", ["email"]), "=", login.toLowerCase())
        : (eb) => eb("username", "=", login.toLowerCase()),
    )
    .where("erased_at", "is", null)
    .executeTakeFirst();
}

/** The shows that the user owns. */
export function listOwnedShows(db: Executor, user_id: number) {
  return db
    .selectFrom("shows")
    .select(["show_id", "title"])
    .where("author_id", "=", user_id)
    .where("deleted_at", "is", null)
    .orderBy("show_id")
    .execute();
}

/** Opens an account again that was closed and not erased. */
export async function reopenUser(db: Executor, user_id: number): Promise<void> {
  await db
    .updateTable("users")
    .set({ deleted_at: null, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("user_id", "=", user_id)
    .where("erased_at", "is", null)
    .execute();
}

/**
 * Erases what is personal in the accounts that were closed before `moment`. The rows stay, because messages refer to
 * them; their usernames and e-mail addresses can be used again.
 */
export async function eraseClosedUsers(db: Executor, now: Date, moment: Date): Promise<void> {
  await db
    .updateTable("users")
    .set({
      erased_at: now,
      username: sql`'deleted_' || user_id`,
      email: sql`'deleted-' || user_id || '@deleted.invalid'`,
      fullname: "Deleted user",
      description: "",
      password_hash: null,
      is_admin: false,
      image_id: null,
      contact_email: null,
      website_url: null,
      location: null,
      location_latitude: null,
      location_longitude: null,
      gender: null,
      birthday: null,
      content_languages: [],
      timezone: null,
      language: null,
      socialnet1_permalink: null,
      socialnet2_username: null,
    })
    .where("deleted_at", "<", moment)
    .where("erased_at", "is", null)
    .execute();
}
