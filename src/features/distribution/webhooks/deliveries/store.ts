/** All SQL of what webhooks send: their deliveries, and how far events have been handed to them. */
import { sql, type Updateable } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { WebhookDeliveries } from "../../../../platform/db/rows.ts";
import type { EventRange } from "../../events/reading.ts";
import { FOLLOWED } from "../../events/schema.ts";
import { type EventRow, isFollower } from "../../events/store.ts";

export type Addressed = Readonly<{ webhook_id: number; user_id: number; url: string }>;

/**
 * Makes deliveries, due at `now`, of the events in a range for each enabled webhook whose owner may read them, asking
 * once for the readers of each record. New episodes of followed shows go to followers' webhooks that name their type.
 * Returns the webhooks, which stay locked, so that whoever has just finished with one sees them.
 */
export async function addressEvents(
  tx: Executor,
  { after, last }: EventRange,
  now: Date,
): Promise<Addressed[]> {
  const { rows } = await sql<Addressed>`
    with range as materialized (
      select sequence, type, at, data, show_id, team_id, user_id, type = ${FOLLOWED} as is_followed,
        coalesce('show:' || show_id, 'team:' || team_id, 'user:' || user_id) as subject
      from events where sequence > ${after} and sequence <= ${last}
        -- Most servers have no webhooks, and need not ask who reads what.
        and exists (select from webhooks where status = 'ENABLED')),
    readable as materialized (
      select subject, reader from (
        select distinct subject, show_id, team_id, user_id from range where not is_followed) about
        cross join lateral (select distinct reader from event_readers(show_id, team_id, user_id) reader) readers
      where subject is not null and exists (select from webhooks where user_id = reader)),
    heard as (
      select e.sequence, e.type, e.at, e.subject, w.* from range e
        join readable using (subject) join webhooks w on w.user_id = reader
        where not e.is_followed
      union all
      select e.sequence, e.type, e.at, e.subject, w.* from range e
        cross join lateral event_followers(e.show_id, (e.data ->> 'episode_id')::bigint, e.at) follower
        join webhooks w on w.user_id = follower and ${FOLLOWED} = any(w.types)
        where e.is_followed
      union all
      -- What is about no record is for everybody.
      select e.sequence, e.type, e.at, 'server', w.* from range e cross join webhooks w where e.subject is null),
    matched as materialized (
      select webhook_id, sequence, type, at, subject from heard
      where after_sequence < sequence and (types = '{}' or type = any(types))),
    addressed as materialized (
      select w.webhook_id, w.user_id, w.url from webhooks w
      where w.webhook_id in (select webhook_id from matched) and w.status = 'ENABLED'
        and exists (select from users u where u.user_id = w.user_id
          and u.deleted_at is null and u.suspended_at is null)
      order by w.webhook_id for no key update),
    made as (
      insert into webhook_deliveries (webhook_id, sequence, type, at, subject, next_at)
      select webhook_id, sequence, type, at, subject, ${now}
      from matched join addressed using (webhook_id) order by sequence
      on conflict do nothing)
    select webhook_id, user_id, url from addressed`.execute(tx);
  return rows;
}

/** Gives up all that a webhook has not sent, for a reason without a full stop. */
export async function giveUpWaiting(db: Executor, webhook_id: number): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ state: "FAILED", sending_until: null, error: "the webhook was disabled first" })
    .where("webhook_id", "=", webhook_id)
    .where("state", "=", "PENDING")
    .execute();
}

export type Head = Readonly<{
  delivery_id: number;
  sequence: number | null;
  next_at: Date;
  sending_until: Date | null;
}>;

/** Subjects that are looked at together. */
const MOST_HEADS = 1000;

/** The next delivery of each subject, found by stepping through the index, so that a long queue costs nothing. */
export async function listHeads(tx: Executor, webhook_id: number): Promise<Head[]> {
  const { rows } = await sql<Head>`
    with recursive heads as (
      (select d.* from webhook_deliveries d where d.webhook_id = ${webhook_id} and d.state = 'PENDING'
        order by d.subject, d.sequence, d.delivery_id limit 1)
      union all
      select next.* from heads cross join lateral (
        select d.* from webhook_deliveries d
        where d.webhook_id = ${webhook_id} and d.state = 'PENDING' and d.subject > heads.subject
        order by d.subject, d.sequence, d.delivery_id limit 1) next)
    select delivery_id, sequence, next_at, sending_until from heads limit ${MOST_HEADS}`.execute(
    tx,
  );
  return rows;
}

/** Marks deliveries as being sent until `until`. */
export async function claimDeliveries(
  tx: Executor,
  delivery_ids: readonly number[],
  until: Date,
): Promise<void> {
  await tx
    .updateTable("webhook_deliveries")
    .set({ sending_until: until })
    .where("delivery_id", "=", sql<number>`any(${delivery_ids}::bigint[])`)
    .execute();
}

export type ClaimedEvent = EventRow & Readonly<{ delivery_id: number; is_readable: boolean }>;

/** The events of deliveries, and whether `reader` may still read them. Events that are not kept are missing. */
export async function listClaimedEvents(
  tx: Executor,
  delivery_ids: readonly number[],
  reader: number,
): Promise<ClaimedEvent[]> {
  const { rows } = await sql<ClaimedEvent>`
    select d.delivery_id, e.sequence, e.type, e.at, e.data,
      case when e.type = ${FOLLOWED} then ${isFollower(sql`${reader}::bigint`, "e")}
        else coalesce(e.show_id, e.team_id, e.user_id) is null
          or ${reader} in (select event_readers(e.show_id, e.team_id, e.user_id)) end as is_readable
    from webhook_deliveries d join events e using (sequence)
    where d.delivery_id = any(${delivery_ids}::bigint[])`.execute(tx);
  return rows;
}

/** The deliveries among these that are tests. */
export const listTests = (tx: Executor, delivery_ids: readonly number[]) =>
  tx
    .selectFrom("webhook_deliveries")
    .select(["delivery_id", "at"])
    .where("delivery_id", "=", sql<number>`any(${delivery_ids}::bigint[])`)
    .where("sequence", "is", null)
    .execute();

/** A delivery of this process: another one may have claimed it again if that took too long. */
export type Claim = Readonly<{ delivery_id: number; until: Date }>;

/** The attempts that were made before, and its number; undefined if another process has claimed it meanwhile. */
export const findClaimed = (tx: Executor, { delivery_id, until }: Claim) =>
  tx
    .selectFrom("webhook_deliveries")
    .select(["attempts", "sequence"])
    .where("delivery_id", "=", delivery_id)
    .where("sending_until", "=", until)
    .executeTakeFirst();

/** Changes a delivery and ends its claim. */
export async function noteDelivery(
  tx: Executor,
  delivery_id: number,
  changes: Updateable<WebhookDeliveries>,
): Promise<void> {
  await tx
    .updateTable("webhook_deliveries")
    .set({ ...changes, sending_until: null })
    .where("delivery_id", "=", delivery_id)
    .execute();
}

/** Webhooks with deliveries that have been due since before `moment`, which a job should have sent. */
export async function listForgotten(db: Executor, moment: Date): Promise<Addressed[]> {
  const { rows } = await sql<Addressed>`
    select webhook_id, user_id, url from webhooks w
    where status = 'ENABLED' and (paused_until is null or paused_until < ${moment})
      and exists (select from webhook_deliveries d where d.webhook_id = w.webhook_id and d.state = 'PENDING'
        and d.next_at < ${moment} and (d.sending_until is null or d.sending_until < ${moment}))`.execute(
    db,
  );
  return rows;
}

/** Deletes up to `limit` deliveries that were made before `moment`; returns how many there were. */
export async function deleteOldDeliveries(
  db: Executor,
  moment: Date,
  limit: number,
): Promise<number> {
  const old = db
    .selectFrom("webhook_deliveries")
    .select("delivery_id")
    .where("created_at", "<", moment)
    .where("state", "<>", "PENDING")
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom("webhook_deliveries")
    .where("delivery_id", "in", old)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
