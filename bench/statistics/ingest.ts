/** How fast events come into ledgers and rollups: batches as counting writes them, folded as a server does. */
import type pg from "pg";
import type { OpenDeps } from "../../src/deps.ts";
import { closeMonths, foldLedgers } from "../../src/features/rollups/folding/actions.ts";
import { addDays } from "../../src/platform/statistics/calendar.ts";
import { SIZES, TODAY } from "./events.ts";
import { timed } from "./measure.ts";

/** Impressions, and as many plays; in batches of so many; over so many days up to today. */
export type Ingest = Readonly<{ events: number; batch: number; days: number }>;

/** Returns a line of figures. */
export async function measureIngest(
  { db, pool }: OpenDeps,
  { events, batch, days }: Ingest,
): Promise<string> {
  for (const table of ["downloads", "impressions"])
    await pool.query(`create table ${table}_rest partition of ${table} default`);
  let writing = 0;
  let folding = 0;
  for (let first = 1; first <= events; first += batch) {
    const last = Math.min(events, first + batch - 1);
    writing += await timed(() => writeBatch(pool, { events, batch, days }, first, last));
    folding += await timed(() => foldLedgers({ db }));
  }
  const clock = () => new Date(`${TODAY}T12:00:00Z`);
  const closing = await timed(() => closeMonths({ db, clock }));
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const rate = Math.round((2 * events) / ((writing + folding) / 1000));
  return `${2 * events} events: written in ${seconds(writing)}, folded in ${seconds(folding)}, ${rate} a second; months closed in ${seconds(closing)}`;
}

/** Event `i` of a batch: days follow each other as they would; few episodes have most plays. */
async function writeBatch(
  pool: pg.Pool,
  { events, days }: Ingest,
  first: number,
  last: number,
): Promise<void> {
  const { rows } = await pool.query("insert into ledger_batches default values returning batch_id");
  const given = [rows[0].batch_id, first, last, events, addDays(TODAY, -days)];
  const day = `($5::date + (i::bigint * ${days} / $4::bigint)::int)::timestamp at time zone 'UTC'`;
  await pool.query(
    `insert into impressions (window_start, listener, digest, segment, batch_id, at, lineitem_id,
       campaign_id, team_id, creative_id, episode_id, show_id, price)
     select ${day}, sha256(i::text::bytea), '\\x00', 1, $1, ${day}, l, l % ${SIZES.campaigns} + 1,
       l % ${SIZES.campaigns} % ${SIZES.teams} + 1, l, 1, 1, 1234567
     from (select i, i % ${SIZES.lineitems} + 1 as l from generate_series($2::int, $3::int) i) g`,
    given,
  );
  await pool.query(
    `insert into downloads (window_start, listener, episode_id, batch_id, at, show_id, author_id,
       organization_id, purpose, source, device, os, os_kind, country)
     select ${day}, sha256(i::text::bytea), e, $1, ${day}, e % ${SIZES.shows} + 1,
       e % ${SIZES.shows} % ${SIZES.users} + 1, e % ${SIZES.shows} % ${SIZES.users} % ${SIZES.organizations} + 1,
       case i % 3 when 0 then 'play' else 'download' end, 'App ' || (i % 31), 'Device ' || (i % 7),
       'System ' || (i % 11), case i % 2 when 0 then 'mobile' else 'desktop' end, 'C' || (i % 41)
     from (select i, floor(${SIZES.episodes} * power((hashint8(i)::bigint + 2147483648) / 4294967296.0, 3))::int + 1 as e
       from generate_series($2::int, $3::int) i) g`,
    given,
  );
}
