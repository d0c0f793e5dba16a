/** All SQL about messages and reports of abuse. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { containing } from "../../../platform/db/like.ts";
import type { Messages } from "../../../platform/db/rows.ts";

export async function insertMessage(db: Executor, message: Insertable<Messages>): Promise<number> {
  const row = await db
    .insertInto("messages")
    .values(message)
    .returning("message_id")
    .executeTakeFirstOrThrow();
  return row.message_id;
}

/** Messages with their displayed fields; callers add conditions and order. */
const selectMessages = (db: Executor) =>
  db
    .selectFrom("messages")
    .innerJoin("episodes", "episodes.episode_id", "messages.episode_id")
    .innerJoin("users", "users.user_id", "messages.author_id")
    .leftJoin("images", "images.image_id", "users.image_id")
    .leftJoin("oauth_clients as apps", "apps.client_id", "messages.client_id")
    .select([
      "messages.message_id",
      "messages.episode_id",
      "messages.text",
      "messages.created_at",
      "messages.author_id",
      "messages.reply_to_id",
      "episodes.author_id as episode_author_id",
      "users.username as author_username",
      "users.fullname as author_fullname",
      "images.square_key",
      "images.upright_key",
      "apps.name as app_name",
      "apps.redirect_uris as app_redirect_uris",
    ])
    .where("messages.deleted_at", "is", null);

export function findMessage(db: Executor, message_id: number) {
  return selectMessages(db).where("messages.message_id", "=", message_id).executeTakeFirst();
}

export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

type MessagesQuery = { episode_id: number; last_id: number | undefined; limit: number };

/** Visible messages, newest first; returns one extra row to show that there are more. */
export function listMessages(db: Executor, { episode_id, last_id, limit }: MessagesQuery) {
  return selectMessages(db)
    .where("messages.episode_id", "=", episode_id)
    .where("messages.hidden_at", "is", null)
    .$if(last_id !== undefined, (query) => query.where("messages.message_id", "<", last_id ?? 0))
    .orderBy("messages.message_id", "desc")
    .limit(limit + 1)
    .execute();
}

type ShowsMessagesQuery = Readonly<{
  show_ids: readonly number[];
  /** Messages with a lower id. */
  before: number | null;
  /** Only those with reports that no admin has decided on, or those that nobody of the team has replied to. */
  only: "reported" | "unanswered" | null;
  /** A part of the text or of the writer's name; empty for all. */
  q: string;
  /** Who asks: they and the author of an episode are its team. */
  user_id: number;
  limit: number;
}>;

/**
 * Messages under all episodes of shows, hidden ones too, for their editors; newest first, with one extra row to show
 * that there are more.
 */
export function listShowsMessages(
  db: Executor,
  { show_ids, before, only, q, user_id, limit }: ShowsMessagesQuery,
) {
  const openReports = sql<number>`(select count(*) from message_reports r
    where r.message_id = messages.message_id and r.resolved_at is null)::int`;
  return selectMessages(db)
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .select(["messages.hidden_at", "messages.settled_at", "episodes.title as episode_title"])
    .select(isUnanswered(user_id).as("is_unanswered"))
    .select(["shows.show_id", "shows.title as show_title"])
    .select(openReports.as("reports_count"))
    .where("episodes.show_id", "=", sql<number>`any(${show_ids}::bigint[])`)
    .where("episodes.deleted_at", "is", null)
    .$if(before !== null, (query) => query.where("messages.message_id", "<", before ?? 0))
    .$if(only === "reported", (query) => query.where(openReports, ">", 0))
    .$if(only === "unanswered", (query) => query.where(isUnanswered(user_id)))
    .$if(q !== "", (query) => query.where(contains(q)))
    .orderBy("messages.message_id", "desc")
    .limit(limit + 1)
    .execute();
}

const contains = (q: string) => {
  const pattern = containing(q);
  return sql<boolean>`(messages.text ilike ${pattern} or users.fullname ilike ${pattern}
    or users.username ilike ${pattern})`;
};

/** Somebody of the team has replied to this very message. */
const hasReply = (user_id: number) => sql<boolean>`exists (select from messages reply
  where reply.reply_to_id = messages.message_id and reply.deleted_at is null
    and reply.author_id in (episodes.author_id, ${user_id}::bigint))`;

/**
 * Nobody of the team wrote it, said that it needs no answer, replied to it, nor wrote below the same episode since without
 * naming a message: that replies to all before it.
 */
const isUnanswered = (
  user_id: number,
) => sql<boolean>`messages.hidden_at is null and messages.settled_at is null
  and messages.author_id not in (episodes.author_id, ${user_id}::bigint)
  and not ${hasReply(user_id)}
  and not exists (select from messages answer
    where answer.episode_id = messages.episode_id and answer.message_id > messages.message_id
      and answer.author_id in (episodes.author_id, ${user_id}::bigint) and answer.deleted_at is null
      and answer.reply_to_id is null)`;

/** Shows with such messages, the most first; `n`: how many `listShowsMessages` lists. */
export type MessagesCount = Readonly<{ show_id: number; title: string; n: number }>;

/** The shows with messages that `only: "unanswered"` lists. The last answer is found once for each episode, not for each message. */
export const countUnanswered = (
  db: Executor,
  { show_ids, user_id }: Pick<ShowsMessagesQuery, "show_ids" | "user_id">,
): Promise<MessagesCount[]> =>
  db
    .selectFrom("episodes")
    .innerJoin("episode_counts", "episode_counts.episode_id", "episodes.episode_id")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .crossJoinLateral((eb) =>
      eb
        .selectFrom("messages as answer")
        .select(sql<number>`coalesce(max(answer.message_id), 0)`.as("answer_id"))
        .whereRef("answer.episode_id", "=", "episodes.episode_id")
        .where(sql<boolean>`answer.author_id in (episodes.author_id, ${user_id}::bigint)`)
        .where("answer.deleted_at", "is", null)
        .where("answer.reply_to_id", "is", null)
        .as("last"),
    )
    .innerJoin("messages", (join) =>
      join
        .onRef("messages.episode_id", "=", "episodes.episode_id")
        .onRef("messages.message_id", ">", "last.answer_id"),
    )
    .select(["shows.show_id", "shows.title", sql<number>`count(*)`.as("n")])
    .where("episodes.show_id", "=", sql<number>`any(${show_ids}::bigint[])`)
    .where("episodes.deleted_at", "is", null)
    // Few episodes have any.
    .where("messages_count", ">", 0)
    .where("messages.deleted_at", "is", null)
    .where("messages.hidden_at", "is", null)
    .where("messages.settled_at", "is", null)
    // Replies of the team to one message come after the last answer to all.
    .where(sql<boolean>`messages.author_id not in (episodes.author_id, ${user_id}::bigint)`)
    .where(sql<boolean>`not ${hasReply(user_id)}`)
    .groupBy(["shows.show_id", "shows.title"])
    .orderBy("n", "desc")
    .execute();

/** The shows with messages that `only: "reported"` lists. */
export const countReported = (
  db: Executor,
  { show_ids }: Pick<ShowsMessagesQuery, "show_ids">,
): Promise<MessagesCount[]> =>
  db
    .selectFrom("message_reports")
    .innerJoin("messages", "messages.message_id", "message_reports.message_id")
    .innerJoin("episodes", "episodes.episode_id", "messages.episode_id")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .select(["shows.show_id", "shows.title"])
    .select(sql<number>`count(distinct messages.message_id)`.as("n"))
    .where("resolved_at", "is", null)
    .where("messages.deleted_at", "is", null)
    .where("episodes.deleted_at", "is", null)
    .where("episodes.show_id", "=", sql<number>`any(${show_ids}::bigint[])`)
    .groupBy(["shows.show_id", "shows.title"])
    .orderBy("n", "desc")
    .execute();

/** Whether the message belongs or belonged to the episode. */
export async function wasMessage(
  db: Executor,
  episode_id: number,
  message_id: number,
): Promise<boolean> {
  const found = await db
    .selectFrom("messages")
    .select("message_id")
    .where("message_id", "=", message_id)
    .where("episode_id", "=", episode_id)
    .executeTakeFirst();
  return found !== undefined;
}

/** The message's own columns, locked until the transaction ends. */
export function lockMessage(db: Executor, message_id: number) {
  return db
    .selectFrom("messages")
    .selectAll()
    .where("message_id", "=", message_id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateMessage(
  db: Executor,
  message_id: number,
  changes: Updateable<Messages>,
): Promise<void> {
  await db.updateTable("messages").set(changes).where("message_id", "=", message_id).execute();
}

type Report = { message_id: number; user_id: number; reason: string | null };

/** Stores a report; only a user's first report of a message counts. */
export async function insertReport(db: Executor, report: Report): Promise<void> {
  await db
    .insertInto("message_reports")
    .values(report)
    .onConflict((conflict) => conflict.columns(["message_id", "user_id"]).doNothing())
    .execute();
}

/** Reports that no admin has decided on yet. */
export async function countOpenReports(db: Executor, message_id: number): Promise<number> {
  const row = await db
    .selectFrom("message_reports")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("message_id", "=", message_id)
    .where("resolved_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.count;
}
