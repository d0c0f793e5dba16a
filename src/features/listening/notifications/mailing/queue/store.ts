/** SQL of mails about new episodes: whom they wait for, who takes them, and that each is sent once. */
import { sql } from "kysely";
import type { Executor } from "../../../../../platform/db/database.ts";
import type { EventRange } from "../../../../distribution/events/reading.ts";
import type { MailTimes } from "../rules.ts";

type Begun = Readonly<{ episode_id: number; author_id: number }>;

/** Begins to collect whom episodes are mailed to that were published in a range of events, if anybody wants mails. */
export async function beginMails(tx: Executor, { after, last }: EventRange): Promise<Begun[]> {
  const { rows } = await sql<Begun>`
    with begun as (
      insert into mail_announcements (episode_id)
      select distinct (data ->> 'episode_id')::bigint from events
      where sequence > ${after} and sequence <= ${last} and type = 'episode.published'
        and exists (select from notification_settings where confirmed_at is not null and frequency <> 'OFF')
        and exists (select from episodes where episode_id = (data ->> 'episode_id')::bigint)
      on conflict do nothing returning episode_id)
    select episode_id, shows.author_id from begun join episodes using (episode_id) join shows using (show_id)`.execute(
    tx,
  );
  return rows;
}

/** Collections that have not finished and began before `moment`: they may have lost their jobs. */
export async function listUncollected(db: Executor, moment: Date): Promise<Begun[]> {
  const { rows } = await sql<Begun>`
    select episode_id, shows.author_id
    from mail_announcements a join episodes using (episode_id) join shows using (show_id)
    where finished_at is null and a.created_at < ${moment} order by a.created_at limit 100`.execute(
    db,
  );
  return rows;
}

export type Reader = MailTimes & Readonly<{ user_id: number }>;

/** Locks an unfinished collection and lists the next followers who agreed to mails; undefined: it has finished. */
export async function lockNextReaders(
  tx: Executor,
  episode_id: number,
  limit: number,
): Promise<Reader[] | undefined> {
  const { rows: locked } = await sql<{ user_id: number }>`
    select user_id from mail_announcements
    where episode_id = ${episode_id} and finished_at is null for update`.execute(tx);
  const [found] = locked;
  if (found === undefined) return undefined;
  const { rows } = await sql<Reader>`
    select f.user_id, n.frequency, n.weekday, n.hour, n.quiet_from, n.quiet_to, n.mailed_at,
      coalesce(u.timezone, 'UTC') as timezone
    from favorites f
    join notification_settings n on n.user_id = f.user_id and n.frequency <> 'OFF' and n.confirmed_at is not null
    join users u on u.user_id = f.user_id and u.email = n.email and u.deleted_at is null and u.suspended_at is null
    where f.removed_at is null and f.notifications_enabled and f.user_id > ${found.user_id}
      -- By itself: joined, PostgreSQL expects one follower, and sorts all of them for each batch.
      and f.show_id = (
        select s.show_id from episodes e join shows s using (show_id)
        where e.episode_id = ${episode_id} and e.listenable and e.deleted_at is null and e.visibility = 'PUBLIC'
          and s.deleted_at is null and s.visibility = 'PUBLIC')
    order by f.user_id limit ${limit}`.execute(tx);
  return rows;
}

export async function finishCollecting(tx: Executor, episode_id: number, now: Date): Promise<void> {
  await tx
    .updateTable("mail_announcements")
    .set({ finished_at: now })
    .where("episode_id", "=", episode_id)
    .execute();
}

/** Makes the episode wait for these people, and notes that they have been collected. */
export async function insertWaiting(
  tx: Executor,
  episode_id: number,
  readers: readonly Readonly<{ user_id: number; due_at: Date }>[],
  now: Date,
): Promise<void> {
  const [ids, times] = [
    readers.map(({ user_id }) => user_id),
    readers.map(({ due_at }) => due_at.toISOString()),
  ];
  await sql`
    with added as (
      insert into episode_mails (user_id, episode_id, created_at)
      select user_id, ${episode_id}, ${now} from unnest(${ids}::bigint[]) as user_id
      on conflict do nothing returning user_id)
    update notification_settings n set due_at = least(coalesce(n.due_at, given.due_at), given.due_at)
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as given (user_id, due_at)
    where n.user_id = given.user_id and n.user_id in (select user_id from added)`.execute(tx);
  await tx
    .updateTable("mail_announcements")
    .set({ user_id: Math.max(...ids) })
    .where("episode_id", "=", episode_id)
    .execute();
}

export type Claim = Readonly<{ user_id: number; claims: number; attempts: number }>;

/** Takes the mail that has been due longest, until `until`: then another process may take it. */
export async function claimDue(db: Executor, now: Date, until: Date): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    update notification_settings set due_at = ${until}, claims = claims + 1, attempts = attempts + 1
    where user_id = (
      select user_id from notification_settings where due_at <= ${now}
      order by due_at limit 1 for update skip locked)
    returning user_id, claims, attempts`.execute(db);
  return rows[0];
}

export async function hasDue(db: Executor, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom("notification_settings")
    .select("user_id")
    .where("due_at", "<=", now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export type Waiting = Readonly<{
  episode_id: number;
  /** Whether it is public and the person still wants to hear of its show. */
  is_wanted: boolean;
  title: string;
  show_title: string;
}>;

/** The episodes that wait for a person, show by show. */
export async function listWaiting(db: Executor, user_id: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select m.episode_id, e.title, s.title as show_title,
      e.listenable and e.deleted_at is null and e.visibility = 'PUBLIC'
        and s.deleted_at is null and s.visibility = 'PUBLIC' and f.user_id is not null as is_wanted
    from episode_mails m
    join episodes e using (episode_id)
    join shows s using (show_id)
    left join favorites f on f.show_id = s.show_id and f.user_id = m.user_id
      and f.removed_at is null and f.notifications_enabled
    where m.user_id = ${user_id} and m.mailed_at is null
    order by s.title, s.show_id, m.episode_id limit 1000`.execute(db);
  return rows;
}

/**
 * Ends a claim: these episodes are mailed now, or dropped, and what has come since is due later. False if another process
 * has taken the mail meanwhile.
 */
export async function noteMailed(
  tx: Executor,
  { user_id, claims }: Claim,
  episode_ids: readonly number[],
  { now, next }: Readonly<{ now: Date; next: Date }>,
): Promise<boolean> {
  const { rows } = await sql`
    update notification_settings set attempts = 0, mailed_at = ${now}
    where user_id = ${user_id} and claims = ${claims} returning user_id`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    update episode_mails set mailed_at = ${now}
    where user_id = ${user_id} and episode_id = any(${episode_ids}::bigint[]) and mailed_at is null`.execute(
    tx,
  );
  await sql`
    update notification_settings s set due_at = case when exists (
      select from episode_mails m where m.user_id = s.user_id and m.mailed_at is null) then ${next}::timestamptz end
    where user_id = ${user_id}`.execute(tx);
  return true;
}

/** Makes episodes wait again that were handed over and not taken. */
export async function noteRefusal(
  tx: Executor,
  { user_id, claims, attempts }: Claim,
  episode_ids: readonly number[],
  next: Date,
): Promise<void> {
  const { rows } = await sql`
    update notification_settings set due_at = ${next}, attempts = ${attempts}
    where user_id = ${user_id} and claims = ${claims} and frequency <> 'OFF' returning user_id`.execute(
    tx,
  );
  if (rows.length === 0) return;
  await sql`
    update episode_mails set mailed_at = null
    where user_id = ${user_id} and episode_id = any(${episode_ids}::bigint[])`.execute(tx);
}
