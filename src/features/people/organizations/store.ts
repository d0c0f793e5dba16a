/** All SQL about organizations, their members and networks. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Organizations } from "../../../platform/db/rows.ts";
import { isListable, listColumns, type ShowListRow } from "../../publishing/shows/store.ts";
import { selectPublicUsers } from "../users/store.ts";
import type { Role } from "./rules.ts";

export async function insertOrganization(
  db: Executor,
  values: Insertable<Organizations>,
): Promise<number> {
  const row = await db
    .insertInto("organizations")
    .values(values)
    .returning("organization_id")
    .executeTakeFirstOrThrow();
  return row.organization_id;
}

export async function updateOrganization(
  db: Executor,
  organization_id: number,
  changes: Updateable<Organizations>,
) {
  await db
    .updateTable("organizations")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("organization_id", "=", organization_id)
    .execute();
}

/** Locks the organization until the transaction ends; returns false if it is deleted. */
export async function lockOrganization(db: Executor, organization_id: number): Promise<boolean> {
  const row = await db
    .selectFrom("organizations")
    .select("organization_id")
    .where("organization_id", "=", organization_id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes all users from the organization's networks. */
export async function deleteNetworks(db: Executor, organization_id: number): Promise<void> {
  await db
    .deleteFrom("organization_networks")
    .where("organization_id", "=", organization_id)
    .execute();
}

/** The user's organizations with their role, or all with `isAll`, by name; at most `limit`. */
export function listOrganizationsOf(
  db: Executor,
  user_id: number,
  { isAll, limit }: Readonly<{ isAll: boolean; limit: number }>,
) {
  return db
    .selectFrom("organizations")
    .leftJoin("organization_members as own", (join) =>
      join
        .onRef("own.organization_id", "=", "organizations.organization_id")
        .on("own.user_id", "=", user_id),
    )
    .select(["organizations.organization_id", "organizations.name", "own.role"])
    .select([
      sql<number>`(select count(*) from organization_members m
        where m.organization_id = organizations.organization_id)`.as("members_count"),
      sql<number>`(select count(*) from organization_networks n join shows s on s.author_id = n.user_id
        where n.organization_id = organizations.organization_id and s.deleted_at is null)`.as(
        "shows_count",
      ),
    ])
    .where("organizations.deleted_at", "is", null)
    .$if(!isAll, (rows) => rows.where("own.role", "is not", null))
    .orderBy(sql`lower(organizations.name)`)
    .orderBy("organizations.organization_id")
    .limit(limit)
    .execute();
}

export type ListedOrganization = Awaited<ReturnType<typeof listOrganizationsOf>>[number];

/** Whether the user is a member of any organization. */
export async function hasOrganization(db: Executor, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom("organization_members as m")
    .innerJoin("organizations", "organizations.organization_id", "m.organization_id")
    .select("m.user_id")
    .where("m.user_id", "=", user_id)
    .where("organizations.deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An organization with its image, team and counts. */
export function findOrganization(db: Executor, organization_id: number) {
  return db
    .selectFrom("organizations")
    .leftJoin("teams", "teams.organization_id", "organizations.organization_id")
    .leftJoin("images", "images.image_id", "organizations.image_id")
    .select([
      "organizations.organization_id",
      "organizations.name",
      "organizations.description",
      "organizations.download_window",
      "organizations.image_id",
      "organizations.created_at",
      "organizations.revision",
      "teams.team_id",
      "images.square_key",
      "images.upright_key",
    ])
    .select((eb) => [
      eb
        .selectFrom("organization_members as m")
        .select((of) => of.fn.countAll<number>().as("count"))
        .whereRef("m.organization_id", "=", "organizations.organization_id")
        .$asScalar()
        .$notNull()
        .as("members_count"),
      eb
        .selectFrom("organization_networks as n")
        .innerJoin("shows as s", "s.author_id", "n.user_id")
        .select((of) => of.fn.countAll<number>().as("count"))
        .whereRef("n.organization_id", "=", "organizations.organization_id")
        .where("s.deleted_at", "is", null)
        .$asScalar()
        .$notNull()
        .as("shows_count"),
    ])
    .where("organizations.organization_id", "=", organization_id)
    .where("organizations.deleted_at", "is", null)
    .executeTakeFirst();
}

export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

/** The user's role in the organization; undefined if they have none. */
export async function findRole(
  db: Executor,
  organization_id: number,
  user_id: number,
): Promise<Role | undefined> {
  const found = await db
    .selectFrom("organization_members")
    .select("role")
    .where("organization_id", "=", organization_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return found?.role as Role | undefined;
}

type Membership = { organization_id: number; user_id: number };

export async function putMember(db: Executor, member: Membership & { role: Role }): Promise<void> {
  await db
    .insertInto("organization_members")
    .values(member)
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "user_id"]).doUpdateSet({ role: member.role }),
    )
    .execute();
}

export async function deleteMember(
  db: Executor,
  { organization_id, user_id }: Membership,
): Promise<void> {
  await db
    .deleteFrom("organization_members")
    .where("organization_id", "=", organization_id)
    .where("user_id", "=", user_id)
    .execute();
}

/** Locks the organization and counts its admins other than `user_id`, because one must always remain. */
export async function countOtherAdmins(
  db: Executor,
  { organization_id, user_id }: Membership,
): Promise<number> {
  await db
    .selectFrom("organizations")
    .select("organization_id")
    .where("organization_id", "=", organization_id)
    .forUpdate()
    .execute();
  const row = await db
    .selectFrom("organization_members")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organization_id)
    .where("role", "=", "admin")
    .where("user_id", "<>", user_id)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Members with an id below `before`, newest accounts first; returns one extra row to show that there are more. */
export function listMembers(
  db: Executor,
  organization_id: number,
  before: number | null,
  limit: number,
) {
  return selectPublicUsers(db)
    .innerJoin("organization_members", "organization_members.user_id", "users.user_id")
    .select("organization_members.role")
    .where("organization_members.organization_id", "=", organization_id)
    .$if(before !== null, (query) => query.where("users.user_id", "<", before ?? 0))
    .orderBy("users.user_id", "desc")
    .limit(limit + 1)
    .execute();
}

/** Users whose shows belong to the organization, with an id below `before`, newest accounts first; returns one extra row. */
export function listNetworkUsers(
  db: Executor,
  organization_id: number,
  before: number | null,
  limit: number,
) {
  return selectPublicUsers(db)
    .innerJoin("organization_networks as network", "network.user_id", "users.user_id")
    .where("network.organization_id", "=", organization_id)
    .where("users.deleted_at", "is", null)
    .$if(before !== null, (query) => query.where("users.user_id", "<", before ?? 0))
    .orderBy("users.user_id", "desc")
    .limit(limit + 1)
    .execute();
}

/** Adds the user's shows to the organization; returns false if they belong to another one. */
export async function insertNetwork(db: Executor, network: Membership): Promise<boolean> {
  const row = await db
    .insertInto("organization_networks")
    .values(network)
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((eb) => ({
        organization_id: eb.ref("organization_networks.organization_id"),
      })),
    )
    .returning("organization_id")
    .executeTakeFirstOrThrow();
  return row.organization_id === network.organization_id;
}

type ShowsQuery = { organization_id: number; limit: number; offset: number };

/** Shows of the organization's networks, newest first; returns one extra row to show that there are more. */
export function listOrganizationShows(db: Executor, query: ShowsQuery): Promise<ShowListRow[]> {
  return db
    .selectFrom("shows")
    .innerJoin("organization_networks as n", "n.user_id", "shows.author_id")
    .leftJoin("images", "images.image_id", "shows.image_id")
    .select(listColumns)
    .where("n.organization_id", "=", query.organization_id)
    .where("shows.deleted_at", "is", null)
    .orderBy("shows.show_id", "desc")
    .limit(query.limit + 1)
    .offset(query.offset)
    .execute();
}

type PublicShowsQuery = { organization_id: number; before: number | null; limit: number };

/** Public shows of the organization's networks, newest first; returns one extra row to show that there are more. */
export function listPublicShows(db: Executor, query: PublicShowsQuery): Promise<ShowListRow[]> {
  return db
    .selectFrom("shows")
    .innerJoin("show_counts", "show_counts.show_id", "shows.show_id")
    .innerJoin("organization_networks as n", "n.user_id", "shows.author_id")
    .leftJoin("images", "images.image_id", "shows.image_id")
    .select(listColumns)
    .where("n.organization_id", "=", query.organization_id)
    .where(isListable)
    .$if(query.before !== null, (rows) => rows.where("shows.show_id", "<", query.before ?? 0))
    .orderBy("shows.show_id", "desc")
    .limit(query.limit + 1)
    .execute();
}
