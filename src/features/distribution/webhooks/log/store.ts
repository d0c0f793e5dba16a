/** SQL of the log of deliveries, of tests and of replays. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { FOLLOWED } from "../../events/schema.ts";
import { isFollower } from "../../events/store.ts";

type LogQuery = Readonly<{
  state?: "PENDING" | "DELIVERED" | "FAILED" | undefined;
  last_id?: number | undefined;
  limit: number;
}>;

/** A webhook's deliveries below `last_id`, newest first; one extra row shows that there are more. */
export function listDeliveries(db: Executor, webhook_id: number, query: LogQuery) {
  const { state, last_id, limit } = query;
  return db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhook_id)
    .$if(state !== undefined, (rows) => rows.where("state", "=", state ?? "PENDING"))
    .$if(last_id !== undefined, (rows) => rows.where("delivery_id", "<", last_id ?? 0))
    .orderBy("delivery_id", "desc")
    .limit(limit + 1)
    .execute();
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

export const findDelivery = (db: Executor, webhook_id: number, delivery_id: number) =>
  db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhook_id)
    .where("delivery_id", "=", delivery_id)
    .executeTakeFirst();

/** Makes a delivery due at `now`, with all its attempts; undefined if there is none. */
export const resetDelivery = (tx: Executor, webhook_id: number, delivery_id: number, now: Date) =>
  tx
    .updateTable("webhook_deliveries")
    .set({ state: "PENDING", attempts: 0, next_at: now, delivered_at: null })
    .where("webhook_id", "=", webhook_id)
    .where("delivery_id", "=", delivery_id)
    .returningAll()
    .executeTakeFirst();

export async function countTests(tx: Executor, webhook_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("webhook_id", "=", webhook_id)
    .where("state", "=", "PENDING")
    .where("subject", "=", TESTS)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Tests are about nothing else, so that they wait for nothing else. */
const TESTS = "test";

export const insertTest = (tx: Executor, webhook_id: number, type: string, now: Date) =>
  tx
    .insertInto("webhook_deliveries")
    .values({ webhook_id, type, subject: TESTS, at: now, next_at: now, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();

/** The number of the last event that was handed to webhooks. */
export async function findCursor(tx: Executor): Promise<number> {
  const row = await tx.selectFrom("webhook_cursor").select("sequence").executeTakeFirstOrThrow();
  return row.sequence;
}

type Replay = Readonly<{
  webhook: Readonly<{ webhook_id: number; user_id: number; types: readonly string[] }>;
  after: number;
  last: number;
  failedOnly: boolean;
  now: Date;
}>;

/**
 * Makes due at `now` what a webhook would get of the events in a range, sent before or not, as far as its owner may read
 * them; returns their number. What waits anyway stays as it is.
 */
export async function replayEvents(tx: Executor, replay: Replay): Promise<number> {
  const { webhook, after, last, failedOnly, now } = replay;
  const { webhook_id, user_id, types } = webhook;
  const { numAffectedRows } = await sql`
    with range as materialized (
      select sequence, type, at, data, show_id, team_id, user_id, type = ${FOLLOWED} as is_followed,
        coalesce('show:' || show_id, 'team:' || team_id, 'user:' || user_id, 'server') as subject
      from events where sequence > ${after} and sequence <= ${last}
        and (${types}::text[] = '{}' and type <> ${FOLLOWED} or type = any(${types}::text[]))),
    readable as materialized (
      select subject from (
        select distinct subject, show_id, team_id, user_id from range where not is_followed) about
      where coalesce(show_id, team_id, user_id) is null
        or ${user_id} in (select event_readers(show_id, team_id, user_id)))
    insert into webhook_deliveries as present (webhook_id, sequence, type, at, subject, next_at, created_at)
    select ${webhook_id}, sequence, type, at, subject, ${now}, ${now} from (
      select range.* from range join readable using (subject) where not is_followed
      union all
      select * from range where is_followed and ${isFollower(sql`${user_id}::bigint`, "range")}) given
    order by sequence
    on conflict (webhook_id, sequence) do update set state = 'PENDING', attempts = 0, next_at = excluded.next_at,
      delivered_at = null
    where present.state = 'FAILED' or present.state = 'DELIVERED' and not ${failedOnly}`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
