/** All SQL of announcements: new episodes, the followers of their shows, and how requests to devices ended. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { EventRange } from "../../../distribution/events/reading.ts";

type Begun = Readonly<{ episode_id: number; author_id: number }>;

/** Begins to announce the episodes that were published in a range of events, if anybody has a device. */
export async function beginAnnouncements(
  tx: Executor,
  { after, last }: EventRange,
): Promise<Begun[]> {
  const { rows } = await sql<Begun>`
    with begun as (
      insert into announcements (episode_id)
      select distinct (data ->> 'episode_id')::bigint from events
      where sequence > ${after} and sequence <= ${last} and type = 'episode.published'
        and exists (select from devices)
        and exists (select from episodes where episode_id = (data ->> 'episode_id')::bigint)
      on conflict do nothing returning episode_id)
    select episode_id, shows.author_id from begun join episodes using (episode_id) join shows using (show_id)`.execute(
    tx,
  );
  return rows;
}

/** What is told about an episode, and the last follower to whom it was told. */
export type News = Readonly<{
  episode_id: number;
  show_id: number;
  user_id: number;
  title: string;
  show_title: string;
  language: string | null;
}>;

/**
 * Takes an announcement for one process until `until`; each batch that is noted prolongs that. `taken_until`: another
 * process has it until then. Returns undefined if the announcement has finished.
 */
export async function claimAnnouncement(
  db: Executor,
  episode_id: number,
  { now, until }: Readonly<{ now: Date; until: Date }>,
): Promise<Readonly<{ author_id: number; taken_until: Date | null }> | undefined> {
  const { rows } = await sql<{ author_id: number; taken_until: Date | null }>`
    with found as (
      select episode_id, case when claimed_until > ${now} then claimed_until end as taken_until
      from announcements where episode_id = ${episode_id} and finished_at is null for update),
    claimed as (
      update announcements set claimed_until = ${until}
      where episode_id in (select episode_id from found where taken_until is null))
    select shows.author_id, taken_until from found
    join episodes using (episode_id) join shows using (show_id)`.execute(db);
  return rows[0];
}

/** Lets another process take the announcement. */
export async function releaseAnnouncement(db: Executor, episode_id: number): Promise<void> {
  await db
    .updateTable("announcements")
    .set({ claimed_until: null })
    .where("episode_id", "=", episode_id)
    .execute();
}

/** An unfinished announcement of an episode that everybody may hear now; undefined: there is nothing to tell. */
export async function findNews(db: Executor, episode_id: number): Promise<News | undefined> {
  const { rows } = await sql<News>`
    select episode_id, s.show_id, a.user_id, e.title, s.title as show_title, s.language
    from announcements a join episodes e using (episode_id) join shows s using (show_id)
    where episode_id = ${episode_id} and a.finished_at is null
      and e.listenable and e.deleted_at is null and e.visibility = 'PUBLIC'
      and s.deleted_at is null and s.visibility = 'PUBLIC'`.execute(db);
  return rows[0];
}

/** Those who follow a show, want to be told, and have a device, in the order of their ids. */
export async function nextFollowers(
  db: Executor,
  show_id: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from favorites f
    where show_id = ${show_id} and user_id > ${after} and removed_at is null and notifications_enabled
      and exists (select from devices d where d.user_id = f.user_id)
    order by user_id limit ${limit}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

export type Target = Readonly<{
  device_id: number;
  endpoint: string;
  public_key: Buffer;
  auth: Buffer;
  failing_since: Date | null;
}>;

/** The devices of people whose accounts are open. */
export async function listTargets(db: Executor, user_ids: readonly number[]): Promise<Target[]> {
  if (user_ids.length === 0) return [];
  return db
    .selectFrom("devices as d")
    .innerJoin("users as u", "u.user_id", "d.user_id")
    .select(["d.device_id", "d.endpoint", "d.public_key", "d.auth", "d.failing_since"])
    .where("d.user_id", "in", user_ids)
    .where("u.deleted_at", "is", null)
    .where("u.suspended_at", "is", null)
    .execute();
}

/** What became of requests to devices, by their ids. */
export type Outcomes = Readonly<Record<"sent" | "gone" | "failed", readonly number[]>>;

/** Notes that followers up to `user_id` have been told. The claim goes on until `until`. */
export async function noteBatch(
  tx: Executor,
  { episode_id, user_id }: Readonly<{ episode_id: number; user_id: number }>,
  outcomes: Outcomes,
  { now, old, until }: Readonly<{ now: Date; old: Date; until: Date }>,
): Promise<void> {
  const { sent, gone, failed } = outcomes;
  await noteDevices(tx, outcomes, { now, old });
  await sql`
    update announcements set user_id = greatest(user_id, ${user_id}), sent = sent + ${sent.length},
      failed = failed + ${failed.length + gone.length}, claimed_until = ${until}
    where episode_id = ${episode_id}`.execute(tx);
}

/** Notes what became of requests to devices, and forgets those that are gone or have failed since `old`. */
export async function noteDevices(
  tx: Executor,
  { sent, gone, failed }: Outcomes,
  { now, old }: Readonly<{ now: Date; old: Date }>,
): Promise<void> {
  // In the same order as everybody: announcements of other shows note the same devices at the same time.
  await sql`
    select from devices where device_id = any(${[...sent, ...gone, ...failed]}::bigint[])
    order by device_id for update`.execute(tx);
  await sql`
    update devices set delivered_at = ${now}, failing_since = null where device_id = any(${sent}::bigint[])`.execute(
    tx,
  );
  await sql`
    update devices set failing_since = coalesce(failing_since, ${now}) where device_id = any(${failed}::bigint[])`.execute(
    tx,
  );
  await sql`
    delete from devices where device_id = any(${gone}::bigint[])
      or (device_id = any(${failed}::bigint[]) and failing_since < ${old})`.execute(tx);
}

/** Ends an announcement: everybody was told, or there is nothing to tell any more. */
export async function finishAnnouncement(db: Executor, episode_id: number, now: Date) {
  await db
    .updateTable("announcements")
    .set({ finished_at: now })
    .where("episode_id", "=", episode_id)
    .where("finished_at", "is", null)
    .execute();
}

/** Unfinished announcements from before `moment`, with their authors: they may have lost their jobs. */
export async function listUnfinished(db: Executor, moment: Date): Promise<Begun[]> {
  const { rows } = await sql<Begun>`
    select episode_id, shows.author_id
    from announcements a join episodes using (episode_id) join shows using (show_id)
    where finished_at is null and a.created_at < ${moment} order by a.created_at limit 100`.execute(
    db,
  );
  return rows;
}

/** Deletes the devices of accounts that were erased. */
export async function removeErasedDevices(db: Executor): Promise<void> {
  await db
    .deleteFrom("devices")
    .where("user_id", "in", (query) =>
      query.selectFrom("users").select("user_id").where("erased_at", "is not", null),
    )
    .execute();
}
