/** All SQL of the audit log, whose entries triggers write (db/functions/audit.sql). */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { SubjectKind } from "./schema.ts";

/** Whose entries to read: of a part, such as a creative, only those that change it. */
export type Scope = Readonly<{ kind: SubjectKind; id: number; part: string | null }>;

/** A page of a subject's entries, newest first, with one extra row to show that there are more. */
export function listEntries(
  db: Executor,
  { kind, id, part }: Scope,
  { before, limit }: Readonly<{ before: number | null; limit: number }>,
) {
  return db
    .selectFrom("audit_entries as entries")
    .leftJoin("users", (join) =>
      join.onRef("users.user_id", "=", "entries.actor_id").on("users.deleted_at", "is", null),
    )
    .selectAll("entries")
    .select(["users.user_id", "users.username", "users.fullname"])
    .where("entries.subject", "=", kind)
    .where("entries.subject_id", "=", id)
    .$if(before !== null, (query) => query.where("entries.entry_id", "<", before ?? 0))
    .$if(part !== null, (query) =>
      query.where(sql<boolean>`(entries.before ? ${part ?? ""} or entries.after ? ${part ?? ""})`),
    )
    .orderBy("entries.entry_id", "desc")
    .limit(limit + 1)
    .execute();
}

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

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
