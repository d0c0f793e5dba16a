/** SQL of the history: which months are archived, and the tables that leave and come back. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";
import { boundsOf, monthAfter, partitionOf } from "./rules.ts";
import { type ArchivedFile, LEDGERS, type LedgerName, type Part, VERSION } from "./schema.ts";

/** A partition: its rows as PostgreSQL estimates them, and its bytes with indexes. */
export type Present = Part & Readonly<{ rows: number; bytes: number }>;

/** The partitions of ledgers and packed lines, oldest first; of one month if `month` is given. */
export async function listPresent(db: Executor, month: Day | null = null): Promise<Present[]> {
  const { rows } = await sql<Present>`
    select ledger, day, rows, bytes from (
      select parent.relname as ledger, greatest(0, child.reltuples)::bigint as rows,
        pg_total_relation_size(child.oid) as bytes,
        to_date(rpad(substring(child.relname from '_(\\d{6}|\\d{8})$'), 8, '01'), 'YYYYMMDD')::text as day
      from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
      where parent.relnamespace = 'public'::regnamespace
        and parent.relname in ('downloads', 'impressions', 'media_parcels')
        and child.relname ~ '_(\\d{6}|\\d{8})$'
    ) as partitions
    where ${month}::date is null or (day::date >= ${month}::date and day::date < ${month && monthAfter(month)}::date)
    order by day, ledger`.execute(db);
  return rows;
}

/** Throws if a table has columns that its files would not have: then `VERSION` must be raised. */
export async function requireColumns(db: Executor, ledger: LedgerName): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${ledger}::regclass and attnum > 0 and not attisdropped`.execute(db);
  const known = new Set(LEDGERS[ledger].columns.map(({ name }) => name));
  const unknown = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0) throw new Error(`the archive lacks ${ledger}.${unknown.join(", ")}`);
}

/** The archived months, oldest first, and when each was archived. */
export function listArchived(db: Executor) {
  return db
    .selectFrom("history_months")
    .select([sql<Day>`month::text`.as("month"), "archived_at", "wanted_at", "manifest_key"])
    .where("manifest_key", "is not", null)
    .orderBy("month")
    .execute();
}

export async function isArchived(db: Executor, month: Day): Promise<boolean> {
  const { rows } = await sql`
    select from history_months where month = ${month}::date and manifest_key is not null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Months that were restored since `after`. */
export async function listRestored(db: Executor, after: Date): Promise<Day[]> {
  const { rows } = await sql<{ month: Day }>`
    select month::text as month from history_months where restored_at > ${after}`.execute(db);
  return rows.map(({ month }) => month);
}

export async function listFiles(db: Executor, month: Day): Promise<ArchivedFile[]> {
  const { rows } = await sql<ArchivedFile>`
    select ledger, day::text as day, file_key, bytes, rows, encode(rows_digest, 'hex') as digest, version
    from history_files where month = ${month}::date order by ledger, day`.execute(db);
  return rows;
}

/** Whether anything still waits to be aggregated, or to be sent to ClickHouse, from these partitions. */
export async function isUnread(db: Executor, parts: readonly Part[]): Promise<boolean> {
  for (const part of parts) {
    if (part.ledger === "media_parcels") continue;
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        select from ledger_batches b left join parcels p using (parcel_id)
        where (b.folded_at is null or exists (select from parcel_feed where feed_id is not null)
            and (b.parcel_id is null or p.parcel_id is not null and p.sent_at is null))
          and exists (select from ${sql.table(partitionOf(part))} l where l.batch_id = b.batch_id)
      ) as found`.execute(db);
    if (rows[0]?.found) return true;
  }
  return false;
}

/** The rows of a partition now. Nothing is changed in place, so that the same number is the same rows. */
export async function countRows(db: Executor, part: Part): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(partitionOf(part))}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Locks are waited for two seconds, because counting waits meanwhile. */
export async function limitLocks(tx: Executor): Promise<void> {
  await sql`select set_config('lock_timeout', '2s', true)`.execute(tx);
}

/** Records a month with its files, and what flat prices need of its impressions. */
export async function insertMonth(
  db: Executor,
  month: Day,
  manifest_key: string,
  at: Date,
  files: readonly ArchivedFile[],
): Promise<void> {
  await sql`
    insert into history_months (month, manifest_key, archived_at) values (${month}::date, ${manifest_key}, ${at})
    on conflict (month) do update set manifest_key = excluded.manifest_key, archived_at = excluded.archived_at,
      wanted_at = null, restored_at = null`.execute(db);
  for (const { ledger, day, file_key, bytes, rows, digest } of files)
    await sql`
      insert into history_files (month, ledger, day, file_key, bytes, rows, rows_digest, version)
      values (${month}::date, ${ledger}, ${day}::date, ${file_key}, ${bytes}, ${rows}, decode(${digest}, 'hex'),
        ${VERSION})`.execute(db);
  if (!files.some(({ ledger }) => ledger === "impressions")) return;
  await sql`
    insert into history_impressions (lineitem_id, day, impressions)
    select lineitem_id, window_start::date, sum(quantity)
    from ${sql.table(partitionOf({ ledger: "impressions", day: month }))} group by 1, 2`.execute(
    db,
  );
}

export async function dropPart(db: Executor, part: Part): Promise<void> {
  await sql`drop table ${sql.table(partitionOf(part))}`.execute(db);
}

/** Makes an empty table like that of a part. Unlogged, so that no backup copies it. */
export async function createStaging(db: Executor, name: string, ledger: LedgerName): Promise<void> {
  await sql`drop table if exists ${sql.table(name)}`.execute(db);
  await sql`
    create unlogged table ${sql.table(name)}
    (like ${sql.table(ledger)} including defaults including constraints including storage)`.execute(
    db,
  );
}

/** Adds the index that queries of the month use. */
export async function indexStaging(db: Executor, name: string, ledger: LedgerName): Promise<void> {
  const { order, isKey } = LEDGERS[ledger];
  if (!isKey) return;
  await sql`alter table ${sql.table(name)} add primary key (${sql.join(order.map((one) => sql.ref(one)))})`.execute(
    db,
  );
  await sql`analyze ${sql.table(name)}`.execute(db);
}

export async function dropStaging(db: Executor, name: string): Promise<void> {
  await sql`drop table if exists ${sql.table(name)}`.execute(db);
}

/** Makes a loaded table the partition of its part. */
export async function attachStaging(db: Executor, name: string, part: Part): Promise<void> {
  const child = partitionOf(part);
  const [first, after] = boundsOf(part);
  await sql`alter table ${sql.table(name)} set logged`.execute(db);
  await sql`alter table ${sql.table(name)} rename to ${sql.id(child)}`.execute(db);
  await sql`
    alter table ${sql.table(part.ledger)} attach partition ${sql.table(child)}
    for values from (${sql.lit(`${first} 00:00:00+00`)}) to (${sql.lit(`${after} 00:00:00+00`)})`.execute(
    db,
  );
}

/** Forgets the archive of a restored month; the sweep removes its files. */
export async function markRestored(db: Executor, month: Day, at: Date): Promise<void> {
  await sql`
    update history_months set manifest_key = null, archived_at = null, wanted_at = null, restored_at = ${at}
    where month = ${month}::date`.execute(db);
  await sql`delete from history_files where month = ${month}::date`.execute(db);
  await sql`
    delete from history_impressions
    where day >= ${month}::date and day < ${monthAfter(month)}::date`.execute(db);
}

/** Of these months those that are archived; notes that records wait for them. */
export async function wantArchived(db: Executor, months: readonly Day[]): Promise<Day[]> {
  const { rows } = await sql<{ month: Day }>`
    update history_months set wanted_at = coalesce(wanted_at, now())
    where month = any(${months}::date[]) and manifest_key is not null
    returning month::text as month`.execute(db);
  return rows.map(({ month }) => month);
}

/** Forgets packed lines of days before `day`; the sweep removes their files. */
export async function forgetLinesBefore(db: Executor, day: Day): Promise<void> {
  await sql`delete from history_files where ledger = 'media_parcels' and day < ${day}::date`.execute(
    db,
  );
}
