/** All SQL of decisions on reported messages. */
import { sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Decision, ReportState } from "./schema.ts";

type ReportsQuery = Readonly<{ state: ReportState; limit: number; offset: number }>;

/**
 * Reported messages: with open reports, hidden ones first, then by number of reports; or with decided ones, the last
 * decision first.
 */
export function listReported(db: Executor, { state, limit, offset }: ReportsQuery) {
  const isOpen = state === "open";
  const inState = isOpen ? sql`resolved_at is null` : sql`resolved_at is not null`;
  return db
    .with("listed", (cte) =>
      cte
        .selectFrom("message_reports")
        .select([
          "message_id",
          sql<number>`count(*)`.as("n"),
          sql<Date | null>`max(resolved_at)`.as("decided_at"),
        ])
        .where(sql<boolean>`${inState}`)
        .groupBy("message_id"),
    )
    .selectFrom("listed")
    .innerJoin("messages", "messages.message_id", "listed.message_id")
    .innerJoin("users as author", "author.user_id", "messages.author_id")
    .innerJoin("episodes", "episodes.episode_id", "messages.episode_id")
    .select([
      "messages.message_id",
      "messages.episode_id",
      "episodes.title as episode_title",
      "episodes.show_id",
      "messages.text",
      "messages.created_at",
      "messages.hidden_at",
      "messages.deleted_at",
      "listed.decided_at",
      "author.user_id as author_id",
      "author.username as author_username",
      "author.fullname as author_fullname",
      "author.suspended_at as author_suspended_at",
      sql<number>`count(*) over ()`.as("total"),
    ])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom("message_reports as report")
          .innerJoin("users as reporter", "reporter.user_id", "report.user_id")
          .select(["reporter.user_id", "reporter.username", "report.reason", "report.created_at"])
          .whereRef("report.message_id", "=", "messages.message_id")
          .where(sql<boolean>`report.${inState}`)
          .orderBy("report.created_at")
          .limit(REPORTS_SHOWN),
      ).as("reports"),
      jsonObjectFrom(
        eb
          .selectFrom("message_reports as decided")
          .leftJoin("users as judge", "judge.user_id", "decided.decided_by")
          .select(["decided.decision", "judge.user_id", "judge.username", "judge.fullname"])
          .whereRef("decided.message_id", "=", "messages.message_id")
          .whereRef("decided.resolved_at", "=", "listed.decided_at")
          .limit(1),
      ).as("decided"),
      "listed.n as reports_count",
    ])
    .$if(isOpen, (query) => query.where("messages.deleted_at", "is", null))
    .orderBy(isOpen ? sql`messages.hidden_at is null` : sql`listed.decided_at desc`)
    .orderBy(sql`listed.n desc`)
    .orderBy("messages.message_id")
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Reports of one message that a list contains. */
const REPORTS_SHOWN = 50;

export type ReportedRow = Awaited<ReturnType<typeof listReported>>[number];

/** The message, deleted or not, locked until the transaction ends. */
export function lockReported(db: Executor, message_id: number) {
  return db
    .selectFrom("messages")
    .select(["message_id", "author_id", "deleted_at"])
    .where("message_id", "=", message_id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("message_reports")
          .select("message_id")
          .whereRef("message_reports.message_id", "=", "messages.message_id"),
      ),
    )
    .forUpdate()
    .executeTakeFirst();
}

type Closing = Readonly<{ at: Date; decision: Decision; decided_by: number | null }>;

/** Closes the open reports of a message. */
export async function closeReports(
  db: Executor,
  message_id: number,
  { at, ...decided }: Closing,
): Promise<void> {
  await db
    .updateTable("message_reports")
    .set({ resolved_at: at, ...decided })
    .where("message_id", "=", message_id)
    .where("resolved_at", "is", null)
    .execute();
}

/** Opens the reports of the message's last decision again, and returns that decision. */
export async function reopenReports(db: Executor, message_id: number) {
  const last = await db
    .selectFrom("message_reports")
    .select(["resolved_at", "decision"])
    .where("message_id", "=", message_id)
    .where("resolved_at", "is not", null)
    .orderBy("resolved_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last?.resolved_at == null) return undefined;
  await db
    .updateTable("message_reports")
    .set({ resolved_at: null, decision: null, decided_by: null })
    .where("message_id", "=", message_id)
    .where("resolved_at", "=", last.resolved_at)
    .execute();
  return { decided_at: last.resolved_at, decision: last.decision };
}
