/** SQL of the pages of one show. Reads only. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";

/** Episodes of the show by GUID. */
export async function findEpisodesByGuid(db: Executor, show_id: number, guids: readonly string[]) {
  if (guids.length === 0) return new Map<string, { episode_id: number; title: string }>();
  const rows = await db
    .selectFrom("episodes")
    .select(["episode_id", "title", "rss_guid"])
    .where("show_id", "=", show_id)
    .where("rss_guid", "=", sql<string>`any(${guids}::text[])`)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ rss_guid, ...episode }) => [rss_guid, episode]));
}

/** Organizations whose networks the author of a show belongs to: their members by role, and the role of `user_id`. */
export async function listNetworks(db: Executor, author_id: number, user_id: number) {
  const rows = await db
    .selectFrom("organization_networks as n")
    .innerJoin("organizations as o", "o.organization_id", "n.organization_id")
    .leftJoin("organization_members as m", "m.organization_id", "o.organization_id")
    .select(["o.organization_id", "o.name", "m.role"])
    .select([
      sql<number>`count(m.user_id)`.as("count"),
      sql<boolean>`coalesce(bool_or(m.user_id = ${user_id}), false)`.as("is_own"),
    ])
    .where("n.user_id", "=", author_id)
    .where("o.deleted_at", "is", null)
    .groupBy(["o.organization_id", "o.name", "m.role"])
    .orderBy("o.name")
    .execute();
  return [...Map.groupBy(rows, ({ organization_id }) => organization_id)].map(
    ([organization_id, all]) => ({
      organization_id,
      name: all[0]?.name ?? "",
      own: all.find(({ is_own }) => is_own)?.role ?? null,
      roles: all.flatMap(({ role, count }) => (role === null ? [] : [{ role, count }])),
    }),
  );
}

/** All episodes of a show with what an export of them lists, newest first. */
export const listForExport = (db: Executor, show_id: number) =>
  db
    .selectFrom("episodes")
    .select([
      "episode_id",
      "title",
      "type",
      "encoding_status",
      "published_at",
      "auto_published_at",
      "season_number",
      "episode_number",
      "season_episode_type",
      "explicit",
      "tags",
      "rss_guid",
      "description",
      "duration",
      "media_key",
      "media_url",
      "media_bytes",
    ])
    .where("show_id", "=", show_id)
    .where("deleted_at", "is", null)
    .orderBy(sql`coalesce(published_at, auto_published_at)`, (order) => order.desc().nullsFirst())
    .orderBy("episode_id", "desc")
    .execute();

export type ExportRow = Awaited<ReturnType<typeof listForExport>>[number];

/** What the person imported into the show, newest first. */
export const listShowImports = (db: Executor, show_id: number, user_id: number, limit: number) =>
  db
    .selectFrom("imports")
    .select(["import_id", "feed_url", "state", "created_at"])
    .where("show_id", "=", show_id)
    .where("user_id", "=", user_id)
    .where("dry_run", "=", false)
    .orderBy("import_id", "desc")
    .limit(limit)
    .execute();
