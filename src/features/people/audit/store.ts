/** All SQL of the audit log, whose entries triggers write (db/functions/audit.sql). */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { SubjectKind } from "./schema.ts";

/** Entries with those who made them; a deleted account's name nobody. */
const selectEntries = (db: Executor) =>
  db
    .selectFrom("audit_entries as entries")
    .leftJoin("users", (join) =>
      join.onRef("users.user_id", "=", "entries.actor_id").on("users.deleted_at", "is", null),
    )
    .selectAll("entries")
    .select(["users.user_id", "users.username", "users.fullname"]);

/** Whose entries to read: of a part, such as a creative, only those that change it. */
export type Scope = Readonly<{ kind: SubjectKind; id: number; part: string | null }>;

/**
 * A page of a subject's entries, newest first, with one extra row to show that there are more. `since`: only those of
 * this moment and later.
 */
export function listEntries(
  db: Executor,
  { kind, id, part }: Scope,
  { before, limit, since }: Readonly<{ before: number | null; limit: number; since?: Date }>,
) {
  return selectEntries(db)
    .where("entries.subject", "=", kind)
    .where("entries.subject_id", "=", id)
    .$if(before !== null, (query) => query.where("entries.entry_id", "<", before ?? 0))
    .$if(since !== undefined, (query) => query.where("entries.at", ">=", since as Date))
    .$if(part !== null, (query) => query.where(hasPart(part ?? "")))
    .orderBy("entries.entry_id", "desc")
    .limit(limit + 1)
    .execute();
}

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

export type LogQuery = Readonly<{
  /** The subject, or only its kind with `id: null`; null for all. */
  scope: Readonly<{ kind: SubjectKind; id: number | null; part: string | null }> | null;
  /** A user, `system` for Longwave itself, or null for all. */
  actor: number | "system" | null;
  action: string | null;
  from: Date | null;
  until: Date | null;
  before: number | null;
  limit: number;
}>;

/** A page of the whole log, newest first, with one extra row, and the names of the subjects that still have one. */
export function listLog(db: Executor, query: LogQuery) {
  const { scope, actor, action, from, until, before, limit } = query;
  const nameIn = (table: string, id: string, name: string) =>
    sql`(select ${sql.ref(name)} from ${sql.table(table)} where ${sql.ref(`${table}.${id}`)} = entries.subject_id)`;
  return selectEntries(db)
    .select(
      sql<string | null>`case entries.subject
        when 'show' then ${nameIn("shows", "show_id", "title")}
        when 'episode' then ${nameIn("episodes", "episode_id", "title")}
        when 'user' then (select who.username from users who
          where who.user_id = entries.subject_id and who.deleted_at is null)
        when 'organization' then ${nameIn("organizations", "organization_id", "name")}
        when 'advertiser' then ${nameIn("advertisers", "advertiser_id", "name")}
        when 'campaign' then ${nameIn("campaigns", "campaign_id", "name")}
        when 'lineitem' then ${nameIn("lineitems", "lineitem_id", "name")}
        when 'list' then ${nameIn("explore_lists", "list_id", "name")}
        when 'site' then (select name from site_identity)
      end`.as("subject_name"),
    )
    .$if(scope !== null, (rows) => rows.where("entries.subject", "=", scope?.kind ?? ""))
    .$if(scope != null && scope.id !== null, (rows) =>
      rows.where("entries.subject_id", "=", scope?.id ?? 0),
    )
    .$if(scope != null && scope.part !== null, (rows) => rows.where(hasPart(scope?.part ?? "")))
    .$if(actor === "system", (rows) => rows.where("entries.actor_id", "is", null))
    .$if(typeof actor === "number", (rows) => rows.where("entries.actor_id", "=", Number(actor)))
    .$if(action !== null, (rows) => rows.where("entries.action", "=", action ?? ""))
    .$if(from !== null, (rows) => rows.where("entries.at", ">=", from as Date))
    .$if(until !== null, (rows) => rows.where("entries.at", "<", until as Date))
    .$if(before !== null, (rows) => rows.where("entries.entry_id", "<", before ?? 0))
    .orderBy("entries.entry_id", "desc")
    .limit(limit + 1)
    .execute();
}

export type LogRow = Awaited<ReturnType<typeof listLog>>[number];

const hasPart = (part: string) =>
  sql<boolean>`(entries.before ? ${part} or entries.after ? ${part})`;

const BOOKINGS = {
  advertiser: ["advertisers", "advertiser_id"],
  campaign: ["campaigns", "campaign_id"],
  lineitem: ["lineitems", "lineitem_id"],
} as const;
export type BookingKind = keyof typeof BOOKINGS;

/** The team of a booking that is not deleted. */
export function findBookingTeam(
  db: Executor,
  kind: BookingKind,
  id: number,
): Promise<{ team_id: number } | undefined> {
  const [table, column] = BOOKINGS[kind];
  return db
    .selectFrom(table)
    .select("team_id")
    .where(sql.ref(column), "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** The line item of a creative that is not deleted. */
export function findCreativeOwner(db: Executor, creative_id: number) {
  return db
    .selectFrom("creatives")
    .innerJoin("lineitems", "lineitems.lineitem_id", "creatives.lineitem_id")
    .select(["lineitems.lineitem_id", "lineitems.team_id"])
    .where("creatives.creative_id", "=", creative_id)
    .where("creatives.deleted_at", "is", null)
    .where("lineitems.deleted_at", "is", null)
    .executeTakeFirst();
}

/** Deletes up to `limit` entries from before `moment`, and returns how many there were. */
export async function deleteOldEntries(db: Executor, moment: Date, limit: number): Promise<number> {
  const old = db
    .selectFrom("audit_entries")
    .select("entry_id")
    .where("at", "<", moment)
    .orderBy("entry_id")
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom("audit_entries")
    .where("entry_id", "in", old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
