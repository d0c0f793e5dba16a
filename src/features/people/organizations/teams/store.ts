/** All SQL about teams: those of a user, and the people of one. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Role } from "../rules.ts";

export async function insertTeam(db: Executor, organization_id: number): Promise<void> {
  await db.insertInto("teams").values({ organization_id }).execute();
}

/** A team and the user's role in its organization; undefined if the organization is deleted. */
export async function findTeam(
  db: Executor,
  team_id: number,
  user_id: number,
): Promise<{ role: Role | null } | undefined> {
  const row = await db
    .selectFrom("teams")
    .innerJoin("organizations", "organizations.organization_id", "teams.organization_id")
    .leftJoin("organization_members as m", (join) =>
      join.onRef("m.organization_id", "=", "teams.organization_id").on("m.user_id", "=", user_id),
    )
    .select("m.role")
    .where("teams.team_id", "=", team_id)
    .where("organizations.deleted_at", "is", null)
    .executeTakeFirst();
  return row && { role: row.role };
}

/** Teams in which the user has one of `roles`, or all teams for null, by the names of their organizations. */
export function listNamedTeams(db: Executor, user_id: number | null, roles: readonly Role[]) {
  return db
    .selectFrom("teams")
    .innerJoin("organizations", "organizations.organization_id", "teams.organization_id")
    .select(["teams.team_id", "organizations.name"])
    .where("organizations.deleted_at", "is", null)
    .$if(user_id !== null, (query) =>
      query
        .innerJoin("organization_members as m", "m.organization_id", "teams.organization_id")
        .where("m.user_id", "=", user_id)
        .where("m.role", "in", [...roles]),
    )
    .orderBy("organizations.name")
    .orderBy("teams.team_id")
    .execute();
}

/** Teams in which the user has one of `roles`, or all teams for null; oldest first. */
export async function listTeamIds(
  db: Executor,
  user_id: number | null,
  roles: readonly Role[],
): Promise<number[]> {
  const rows = await db
    .selectFrom("teams")
    .innerJoin("organizations", "organizations.organization_id", "teams.organization_id")
    .select("teams.team_id")
    .where("organizations.deleted_at", "is", null)
    .$if(user_id !== null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("organization_members as m")
            .select("m.user_id")
            .whereRef("m.organization_id", "=", "teams.organization_id")
            .where("m.user_id", "=", user_id)
            .where("m.role", "in", [...roles]),
        ),
      ),
    )
    .orderBy("teams.team_id")
    .execute();
  return rows.map(({ team_id }) => team_id);
}

/** The members of a team with one of `roles` whose accounts are in use, by name. */
export function listTeamMembers(db: Executor, team_id: number, roles: readonly Role[]) {
  return db
    .selectFrom("teams as t")
    .innerJoin("organizations as o", "o.organization_id", "t.organization_id")
    .innerJoin("organization_members as m", "m.organization_id", "t.organization_id")
    .innerJoin("users as u", "u.user_id", "m.user_id")
    .select(["u.user_id", "u.fullname"])
    .where("t.team_id", "=", team_id)
    .where("o.deleted_at", "is", null)
    .where("u.deleted_at", "is", null)
    .where("u.suspended_at", "is", null)
    .where("m.role", "in", [...roles])
    .orderBy(sql`lower(u.fullname)`)
    .orderBy("u.user_id")
    .execute();
}
