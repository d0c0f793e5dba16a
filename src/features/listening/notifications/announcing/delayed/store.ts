/** SQL of messages that wait for the end of people's quiet hours. */
import { sql } from "kysely";
import type { Executor } from "../../../../../platform/db/database.ts";
import type { News } from "../store.ts";

export type QuietRow = Readonly<{
  user_id: number;
  quiet_from: number | null;
  quiet_to: number | null;
  timezone: string;
}>;

/** Of these users those who have quiet hours. */
export async function listQuietHours(
  db: Executor,
  user_ids: readonly number[],
): Promise<QuietRow[]> {
  const { rows } = await sql<QuietRow>`
    select user_id, n.quiet_from, n.quiet_to, coalesce(u.timezone, 'UTC') as timezone
    from notification_settings n join users u using (user_id)
    where user_id = any(${user_ids}::bigint[]) and n.quiet_from is not null`.execute(db);
  return rows;
}

export type Delayed = Readonly<{ user_id: number; due_at: Date }>;

/** Makes an episode wait for these people; idempotent. */
export async function delayPushes(
  tx: Executor,
  episode_id: number,
  people: readonly Delayed[],
): Promise<void> {
  if (people.length === 0) return;
  await tx
    .insertInto("delayed_pushes")
    .values(people.map(({ user_id, due_at }) => ({ user_id, episode_id, due_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes the next messages that are due, all of one episode, until `until`: then another process may take them. */
export async function claimDelayed(
  db: Executor,
  { now, until, limit }: Readonly<{ now: Date; until: Date; limit: number }>,
): Promise<{ user_id: number; episode_id: number }[]> {
  const { rows } = await sql<{ user_id: number; episode_id: number }>`
    with first as (
      select episode_id from delayed_pushes where due_at <= ${now} order by due_at, episode_id limit 1),
    taken as (
      select user_id, episode_id from delayed_pushes join first using (episode_id)
      where due_at <= ${now} order by user_id limit ${limit} for update of delayed_pushes skip locked)
    update delayed_pushes d set due_at = ${until} from taken
    where d.user_id = taken.user_id and d.episode_id = taken.episode_id
    returning d.user_id, d.episode_id`.execute(db);
  return rows;
}

export async function hasDelayed(db: Executor, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom("delayed_pushes")
    .select("user_id")
    .where("due_at", "<=", now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** What is told about an episode, and which of these people still want it; undefined if it is not public any more. */
export async function findDelayedNews(
  db: Executor,
  episode_id: number,
  user_ids: readonly number[],
): Promise<Readonly<{ news: News; followers: number[] }> | undefined> {
  const { rows } = await sql<News>`
    select episode_id, s.show_id, 0 as user_id, e.title, s.title as show_title, s.language
    from episodes e join shows s using (show_id)
    where episode_id = ${episode_id} and e.listenable and e.deleted_at is null and e.visibility = 'PUBLIC'
      and s.deleted_at is null and s.visibility = 'PUBLIC'`.execute(db);
  const [news] = rows;
  if (news === undefined) return undefined;
  const { rows: still } = await sql<{ user_id: number }>`
    select user_id from favorites
    where show_id = ${news.show_id} and user_id = any(${user_ids}::bigint[])
      and removed_at is null and notifications_enabled`.execute(db);
  return { news, followers: still.map(({ user_id }) => user_id) };
}

/** Forgets messages that were sent, or that nobody wants any more. */
export async function forgetDelayed(
  tx: Executor,
  episode_id: number,
  user_ids: readonly number[],
): Promise<void> {
  await sql`
    delete from delayed_pushes where episode_id = ${episode_id} and user_id = any(${user_ids}::bigint[])`.execute(
    tx,
  );
}
