/** All SQL of events; triggers write most of them (db/functions/events.sql). */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/rows.ts";
import type { Day } from "../../../platform/statistics/calendar.ts";
import { deliveryStatusSql } from "../../advertising/campaigns/store.ts";
import { type EventName, FOLLOWED } from "./schema.ts";

/** Lets one publisher and one watch of records run at a time, in all processes; false if another one does. */
export async function lockEvents(tx: Executor, work: "publish" | "watch"): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('longwave events'), hashtext(${work})) as taken`.execute(
    tx,
  );
  return rows[0]?.taken ?? false;
}

/**
 * Whether committed events wait to be published: one statement instead of a transaction, while nothing happens. By `min`,
 * which reads one entry of the index.
 */
export async function hasUnpublished(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select min(event_id) is not null as some from event_outbox`.execute(db);
  return rows[0]?.some ?? false;
}

/**
 * Numbers up to `limit` committed events and moves them out of the outbox. Of one record, an earlier change has the
 * lower `event_id`, because it was written while the record was locked. Returns how many there were.
 */
export async function publishEvents(tx: Executor, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from event_outbox
      where event_id in (select event_id from event_outbox order by event_id limit ${limit})
      returning *)
    insert into events (type, at, show_id, team_id, user_id, data)
    select type, at, show_id, team_id, user_id, data from gone order by event_id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Writes once for each episode that was published in a range of events that it is new, for those who follow its show, if
 * everybody may hear it now. One row, however many followers there are: `event_followers` finds them when it is read.
 * `publicUrl`: the beginning of its addresses.
 */
export async function noteFollowed(
  tx: Executor,
  { after, last }: Readonly<{ after: number; last: number }>,
  publicUrl: string | null,
): Promise<void> {
  await sql`
    with published as (
      select (data ->> 'episode_id')::bigint as episode_id, min(sequence) as sequence from events
      where sequence > ${after} and sequence <= ${last} and type = 'episode.published' group by 1),
    marked as (
      insert into event_marks (type, subject_id, level)
      select ${FOLLOWED}, episode_id, 0 from published join episodes using (episode_id)
      on conflict do nothing returning subject_id)
    insert into event_outbox (type, show_id, data)
    select ${FOLLOWED}, s.show_id, jsonb_build_object(
      'show_id', s.show_id, 'episode_id', e.episode_id, 'title', e.title, 'show_title', s.title,
      'published_at', to_char(e.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'site_url', ${publicUrl}::text || '/episode/' || e.episode_id,
      'playback_url', ${publicUrl}::text || '/v2/episodes/' || e.episode_id || '/play.mp3')
    from marked join published on episode_id = subject_id join episodes e using (episode_id) join shows s using (show_id)
    where e.listenable and s.deleted_at is null and s.visibility = 'PUBLIC' order by published.sequence`.execute(
    tx,
  );
}

/** A table of a feature with one row: the number of the last event that it has handled. */
export type Cursor = Extract<keyof DB, "webhook_cursor" | "announcement_cursor">;

/** Whether there are events that the cursor's feature has not handled. By `max`, which reads one entry of the index. */
export async function hasUnhandled(db: Executor, cursor: Cursor): Promise<boolean> {
  const { rows } = await sql<{ some: boolean | null }>`
    select (select max(sequence) from events) > sequence as some from ${sql.table(cursor)}`.execute(
    db,
  );
  return rows[0]?.some ?? false;
}

/** The number in a cursor, locked; undefined if another process has locked it. */
export async function takeCursor(tx: Executor, cursor: Cursor): Promise<number | undefined> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from ${sql.table(cursor)} for update skip locked`.execute(tx);
  return rows[0]?.sequence;
}

export async function moveCursor(tx: Executor, cursor: Cursor, sequence: number): Promise<void> {
  await sql`update ${sql.table(cursor)} set sequence = ${sequence}`.execute(tx);
}

/** The number of the newest event; 0 for none. */
export async function newestSequence(db: Executor): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    select coalesce(max(sequence), 0) as newest from events`.execute(db);
  return rows[0]?.newest ?? 0;
}

/** The number of the event that is `count` events after `after`, or of the newest; `after` if there is none. */
export async function endOfRange(db: Executor, after: number, count: number) {
  const { rows } = await sql<{ last: number | null; found: number }>`
    select max(sequence) as last, count(*)::int as found from (
      select sequence from events where sequence > ${after} order by sequence limit ${count}) range`.execute(
    db,
  );
  return { last: rows[0]?.last ?? after, isFull: rows[0]?.found === count };
}

export type EventRow = Readonly<{
  sequence: number;
  type: EventName;
  at: Date;
  data: Record<string, unknown>;
}>;

/** Whether a person gets an event of the type `followed.episode.published`, a row of `events` by this name. */
export const isFollower = (user_id: RawBuilder<unknown>, event: string): RawBuilder<boolean> =>
  sql`exists (select from event_followers(${sql.ref(`${event}.show_id`)},
    (${sql.ref(`${event}.data`)} ->> 'episode_id')::bigint, ${sql.ref(`${event}.at`)}) follower
    where follower = ${user_id})`;

type Wanted = Readonly<{
  after: number;
  last: number;
  types: readonly string[] | null;
  /** null: whatever they are about. */
  reader: number | null;
  limit: number;
}>;

/**
 * The first events in a range that `reader` may read. Rights are checked once for each record; a new episode is read by
 * those who follow its show.
 */
export async function listEvents(db: Executor, wanted: Wanted): Promise<EventRow[]> {
  const { after, last, types, reader, limit } = wanted;
  const { rows } = await sql<EventRow>`
    with range as materialized (
      select sequence, type, at, data, show_id, team_id, user_id, type = ${FOLLOWED} as is_followed,
        row(coalesce(show_id, 0), coalesce(team_id, 0), coalesce(user_id, 0)) as subject
      from events where sequence > ${after} and sequence <= ${last}
        and (${types}::text[] is null or type = any(${types}::text[]))),
    readable as materialized (
      select subject from (
        select distinct subject, show_id, team_id, user_id from range where not is_followed) about
      where ${reader}::bigint is null or coalesce(show_id, team_id, user_id) is null
        or ${reader} in (select event_readers(show_id, team_id, user_id)))
    select sequence, type, at, data from range join readable using (subject) where not is_followed
    union all
    select sequence, type, at, data from range
    where is_followed and (${reader}::bigint is null or ${isFollower(sql`${reader}::bigint`, "range")})
    order by sequence limit ${limit}`.execute(db);
  return rows;
}

/** The records behind a line item's events. */
const LINEITEM = sql`jsonb_build_object('team_id', l.team_id, 'campaign_id', l.campaign_id,
  'lineitem_id', l.lineitem_id, 'name', l.name)`;

/**
 * Writes events about line items whose delivery status at `at` is another than before. One that nobody has looked at is
 * new if it was created in the last hour; otherwise it is older than events, and only remembered.
 */
export async function noteStatuses(tx: Executor, at: Date): Promise<void> {
  await sql`
    with spent as (
      select campaign_id, sum(revenue) as amount from lineitems join lineitem_counts using (lineitem_id)
      group by campaign_id),
    moved as (
      select lineitems.*, state.status, coalesce(known.delivery_status,
        case when lineitems.created_at > ${at}::timestamptz - interval '1 hour' then 'DRAFT' end) as previous
      from lineitems
      join campaigns on campaigns.campaign_id = lineitems.campaign_id
      left join lineitem_counts on lineitem_counts.lineitem_id = lineitems.lineitem_id
      left join spent on spent.campaign_id = lineitems.campaign_id
      left join lineitem_states known on known.lineitem_id = lineitems.lineitem_id
      cross join lateral (select ${deliveryStatusSql(at, sql`coalesce(spent.amount, 0)`)} as status) state
      where lineitems.deleted_at is null and state.status is distinct from known.delivery_status),
    kept as (
      insert into lineitem_states (lineitem_id, delivery_status) select lineitem_id, status from moved
      on conflict (lineitem_id) do update set delivery_status = excluded.delivery_status)
    insert into event_outbox (type, team_id, data)
    select type, l.team_id, ${LINEITEM} || case type when 'lineitem.status' then jsonb_build_object(
      'delivery_status', l.status, 'previous_delivery_status', l.previous) else '{}' end
    from moved l cross join unnest(array['lineitem.status', 'lineitem.completed']) type
    where l.previous <> l.status and (type = 'lineitem.status' or l.status = 'COMPLETED')
    order by l.lineitem_id, type desc`.execute(tx);
}

/** Writes events about campaigns that have spent 80 % or all of their budget; again if the budget changes. */
export async function noteBudgets(tx: Executor, at: Date): Promise<void> {
  await sql`
    with reached as (
      select 'campaign.budget.' || level as type, c.campaign_id, c.budget_amount
      from campaigns c
      join (select campaign_id, sum(revenue) as amount from lineitems join lineitem_counts using (lineitem_id)
        group by campaign_id) spent using (campaign_id)
      cross join unnest(array[80, 100]) level
      where c.deleted_at is null and c.budget_amount > 0 and spent.amount * 100 >= c.budget_amount::numeric * level
        -- Campaigns that ended before there were events are not news.
        and exists (select from lineitems l where l.campaign_id = c.campaign_id and l.deleted_at is null
          and l.end_date + l.auto_extend_days >= ${at}::timestamptz::date - 2)),
    marked as (
      insert into event_marks (type, subject_id, level) select type, campaign_id, budget_amount from reached
      on conflict do nothing returning type, subject_id)
    insert into event_outbox (type, team_id, data)
    select type, team_id, jsonb_build_object('team_id', team_id, 'campaign_id', campaign_id, 'name', name)
    from marked join campaigns on campaign_id = subject_id order by campaign_id, type desc`.execute(
    tx,
  );
}

/** Writes events about line items of which most requests to tracking URLs have failed on `day`: at least ten. */
export async function noteFailingPixels(tx: Executor, day: Day): Promise<void> {
  await sql`
    with marked as (
      insert into event_marks (type, subject_id, level)
      select 'pixel.failing', lineitem_id, ${day}::date - date '2000-01-01' from pixel_counts
      where day = ${day}::date and failed >= 10 and failed > sent
      on conflict do nothing returning subject_id)
    insert into event_outbox (type, team_id, data)
    select 'pixel.failing', l.team_id, ${LINEITEM} from marked join lineitems l on l.lineitem_id = subject_id
    where l.deleted_at is null`.execute(tx);
}

/** Writes once that the statistics of `day` have settled, unless ledger rows still wait to be aggregated. */
export async function noteClosedDay(tx: Executor, day: Day): Promise<void> {
  await sql`
    with marked as (
      insert into event_marks (type, subject_id, level)
      select 'statistics.day.closed', 0, ${day}::date - date '2000-01-01'
      where not exists (select from ledger_batches where folded_at is null)
      on conflict do nothing returning level)
    insert into event_outbox (type, data)
    select 'statistics.day.closed', jsonb_build_object('day', ${day}::date) from marked`.execute(
    tx,
  );
}

/** Deletes up to `limit` events from before `moment`; returns how many there were. */
export async function deleteOldEvents(db: Executor, moment: Date, limit: number): Promise<number> {
  const old = db
    .selectFrom("events")
    .select("sequence")
    .where("at", "<", moment)
    .orderBy("sequence")
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom("events")
    .where("sequence", "in", old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes the marks of events that happen once a day, from before `moment`. */
export async function deleteOldMarks(db: Executor, moment: Date): Promise<void> {
  await db
    .deleteFrom("event_marks")
    .where("at", "<", moment)
    .where("type", "in", ["lineitem.at_risk", "pixel.failing", "statistics.day.closed"])
    .execute();
}
