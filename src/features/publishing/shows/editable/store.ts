/** SQL about the shows that a user may edit: their own, and those of authors and organizations they work for. */
import type { Executor } from "../../../../platform/db/database.ts";
import { type InShows, isListable, listColumns, type ShowListRow } from "../store.ts";

type Owned = { show_id: number; author_id: number };

/** The users all of whose shows `user_id` may edit: by invitation, or as an organization's admin or editor. */
const networksOf = (db: Executor, user_id: number) =>
  db
    .selectFrom("user_collaborators")
    .select("user_collaborators.network_user_id as user_id")
    .where("user_collaborators.user_id", "=", user_id)
    .union(
      db
        .selectFrom("organization_members as member")
        .innerJoin("organizations as o", "o.organization_id", "member.organization_id")
        .innerJoin(
          "organization_networks as network",
          "network.organization_id",
          "member.organization_id",
        )
        .select("network.user_id")
        .where("member.user_id", "=", user_id)
        .where("member.role", "in", ["admin", "editor"])
        .where("o.deleted_at", "is", null),
    );

/** Whether the user collaborates on the show, and whether on all shows of its author. */
export function findCollaboration(db: Executor, user_id: number, { show_id, author_id }: Owned) {
  return db
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom("show_collaborators")
            .select("user_id")
            .where("show_id", "=", show_id)
            .where("user_id", "=", user_id),
        )
        .as("on_show"),
      eb(eb.val(author_id), "in", networksOf(db, user_id)).as("on_network"),
    ])
    .executeTakeFirstOrThrow();
}

/** Whether the user may edit all shows of `author_id`. */
export async function isNetworkCollaborator(
  db: Executor,
  user_id: number,
  author_id: number,
): Promise<boolean> {
  const found = await db
    .selectFrom(networksOf(db, user_id).as("network"))
    .select("network.user_id")
    .where("network.user_id", "=", author_id)
    .executeTakeFirst();
  return found !== undefined;
}

export const ACCESS_LEVELS = ["AUTHOR", "SHOW_COLLABORATOR", "USER_COLLABORATOR"] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export type UserShowsQuery = {
  user_id: number;
  access: readonly AccessLevel[];
  editable: boolean;
  /** Only the show with this `podcast:guid`. */
  guid?: string | undefined;
  limit: number;
  offset: number;
};

/**
 * Shows that the user has with one of the access levels in `access`, newest first; returns one extra row to show that
 * there are more.
 */
export function listUserShows(db: Executor, query: UserShowsQuery): Promise<ShowListRow[]> {
  return selectUserShows(db, query)
    .orderBy("shows.show_id", "desc")
    .limit(query.limit + 1)
    .offset(query.offset)
    .execute();
}

const selectUserShows = (
  db: Executor,
  { guid, ...query }: Omit<UserShowsQuery, "limit" | "offset">,
) =>
  db
    .selectFrom("shows")
    .innerJoin("show_counts", "show_counts.show_id", "shows.show_id")
    .leftJoin("images", "images.image_id", "shows.image_id")
    .select(listColumns)
    .where("shows.deleted_at", "is", null)
    .where((eb) => eb.or(query.access.map((level) => hasBy(db, eb, level, query.user_id))))
    .$if(guid !== undefined, (builder) => builder.where("shows.guid", "=", guid ?? ""))
    .$if(!query.editable, (builder) => builder.where(isListable));

/** More shows than anybody has. */
const MOST_SHOWS = 1000;

/**
 * The shows that the user may edit: those that they created, then those of others, each newest first, with one row more
 * than `limit` if there are.
 */
export const listEditableShows = (db: Executor, user_id: number, limit = MOST_SHOWS) =>
  selectUserShows(db, { user_id, access: ACCESS_LEVELS, editable: true })
    .select("shows.updated_at")
    .orderBy((eb) => eb("shows.author_id", "=", user_id), "desc")
    .orderBy("shows.show_id", "desc")
    .limit(limit + 1)
    .execute();

/** The ids of all shows that the user may edit: their own, and those on which they collaborate. */
export const editableShowIds = (db: Executor, user_id: number) =>
  db
    .selectFrom("shows")
    .select("shows.show_id")
    .where("shows.deleted_at", "is", null)
    .where((eb) => eb.or(ACCESS_LEVELS.map((level) => hasBy(db, eb, level, user_id))));

/** The ids of all users who may edit the show: its author, and those who collaborate on it. */
export const editorIds = (db: Executor, { show_id, author_id }: Owned) =>
  db
    .selectFrom("users")
    .select("users.user_id")
    .where("users.user_id", "=", author_id)
    .union(
      db
        .selectFrom("show_collaborators")
        .select("show_collaborators.user_id")
        .where("show_collaborators.show_id", "=", show_id),
    )
    .union(
      db
        .selectFrom("user_collaborators")
        .select("user_collaborators.user_id")
        .where("user_collaborators.network_user_id", "=", author_id),
    )
    .union(
      db
        .selectFrom("organization_networks as network")
        .innerJoin("organizations as o", "o.organization_id", "network.organization_id")
        .innerJoin(
          "organization_members as member",
          "member.organization_id",
          "network.organization_id",
        )
        .select("member.user_id")
        .where("network.user_id", "=", author_id)
        .where("member.role", "in", ["admin", "editor"])
        .where("o.deleted_at", "is", null),
    );

function hasBy(db: Executor, eb: InShows, level: AccessLevel, user_id: number) {
  if (level === "AUTHOR") return eb("shows.author_id", "=", user_id);
  if (level === "USER_COLLABORATOR") return eb("shows.author_id", "in", networksOf(db, user_id));
  const shared = eb
    .selectFrom("show_collaborators")
    .select("show_collaborators.show_id")
    .where("show_collaborators.user_id", "=", user_id);
  return eb("shows.show_id", "in", shared);
}
