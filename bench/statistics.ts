/**
 * Statistics at size: writes so many impressions and so many plays with known sums into the ledgers,
 * folds them as a server does, and asks the engine. `node bench/statistics.ts --events 1000000`.
 */
import { parseArgs } from "node:util";
import type pg from "pg";
import { pino } from "pino";
import { closeMonths, foldLedgers } from "../src/features/rollups/folding/actions.ts";
import { postgresEngine } from "../src/features/rollups/reading/store.ts";
import { AUDIENCE_LEVELS, type StatisticsEngine } from "../src/features/rollups/schema.ts";
import { openDatabase, openPool } from "../src/platform/db/database.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import { addDays } from "../src/platform/statistics/calendar.ts";
import { openThrowAway } from "../test/setup/cluster.ts";

const { values } = parseArgs({
  options: {
    /** Impressions, and as many plays. */
    events: { type: "string", default: "100000" },
    /** Events of one batch of the ledgers. */
    batch: { type: "string", default: "50000" },
    questions: { type: "string", default: "200" },
    /** Over how many days, up to today: of few, many events fall on the same rows. */
    days: { type: "string", default: "730" },
  },
});
const EVENTS = Number(values.events);
const BATCH = Number(values.batch);
const QUESTIONS = Number(values.questions);
const DAYS = Number(values.days);
const FIRST = addDays("2026-11-21", -DAYS);
const SIZES = {
  lineitems: 5_000,
  campaigns: 500,
  teams: 10,
  episodes: 20_000,
  shows: 1_000,
  users: 200,
  organizations: 10,
};

/** Impression and play `i` of a batch: days follow each other as they would; few episodes have most plays. */
async function writeBatch(pool: pg.Pool, first: number, last: number): Promise<void> {
  const { rows } = await pool.query("insert into ledger_batches default values returning batch_id");
  const given = [rows[0].batch_id, first, last, EVENTS, FIRST];
  const day =
    `(date $5 + (i::bigint * ${DAYS} / $4::bigint)::int)::timestamp at time zone 'UTC'`.replace(
      "date $5",
      "$5::date",
    );
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

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};
const say = (line: string): void => console.log(line);

/** p50 and p99 of a question asked about many scopes and ranges, ms. */
async function measure(name: string, ask: (turn: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  // The first call of a kind plans, and reads catalogues.
  await ask(0);
  for (let turn = 0; turn < QUESTIONS; turn += 1)
    times.push((await seconds(() => ask(turn))) * 1000);
  times.sort((a, b) => a - b);
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1).padStart(8);
  say(`${name.padEnd(36)}${at(0.5)}${at(0.99)}`);
}

async function ask(engine: StatisticsEngine): Promise<void> {
  const range = (turn: number) => {
    const from = addDays("2024-11-21", (turn * 37) % 300);
    return { from, to: addDays(from, (turn * 53) % 400) };
  };
  const year = { from: "2025-10-01", to: "2026-09-30" };
  const lineitem = (turn: number) =>
    ({ level: "lineitem", id: 1 + ((turn * 97) % SIZES.lineitems) }) as const;
  const team = (turn: number) => ({ level: "team", id: 1 + (turn % SIZES.teams) }) as const;
  say(`${"ms".padEnd(36)}${"p50".padStart(8)}${"p99".padStart(8)}`);
  await measure("overall, line item", (turn) =>
    engine.readAds({ facts: "ads", by: "nothing", scope: lineitem(turn), range: null }),
  );
  await measure("overall, team", (turn) =>
    engine.readAds({ facts: "ads", by: "nothing", scope: team(turn), range: null }),
  );
  await measure("totals, team", (turn) =>
    engine.readAds({ facts: "ads", by: "nothing", scope: team(turn), range: range(turn) }),
  );
  await measure("dated by day, line item", (turn) =>
    engine.readAds({
      facts: "ads",
      by: "date",
      group: "day",
      scope: lineitem(turn),
      range: range(turn),
    }),
  );
  await measure("a year by day, team", (turn) =>
    engine.readAds({ facts: "ads", by: "date", group: "day", scope: team(turn), range: year }),
  );
  await measure("totals list, team", (turn) =>
    engine.readAds({ facts: "ads", by: "child", scope: team(turn), range: range(turn) }),
  );
  for (const level of AUDIENCE_LEVELS) {
    const scope = (turn: number) => ({ level, id: 1 + ((turn * 7) % SIZES[`${level}s`]) }) as const;
    await measure(`plays by day, ${level}`, (turn) =>
      engine.readAudience({
        facts: "audience",
        by: "date",
        group: "day",
        scope: scope(turn),
        range: range(turn),
      }),
    );
    await measure(`countries, ${level}`, (turn) =>
      engine.readNames({
        facts: "names",
        by: "name",
        dimension: "country",
        scope: scope(turn),
        range: range(turn),
      }),
    );
    await measure(`sources of a year by day, ${level}`, (turn) =>
      engine.readNames({
        facts: "names",
        by: "date and name",
        dimension: "source",
        group: "day",
        scope: scope(turn),
        range: year,
      }),
    );
    await measure(`listeners by month, ${level}`, (turn) =>
      engine.readListeners({
        facts: "listeners",
        by: "date",
        group: "month",
        scope: scope(turn),
        range: range(turn),
      }),
    );
  }
}

/** What was written is known: every line item's impressions, and the sum of all prices. */
async function check(engine: StatisticsEngine): Promise<void> {
  let impressions = 0;
  let revenue = 0n;
  for (let id = 1; id <= SIZES.teams; id += 1) {
    const [row] = await engine.readAds({
      facts: "ads",
      by: "nothing",
      scope: { level: "team", id },
      range: null,
    });
    impressions += row?.impressions ?? 0;
    revenue += row?.revenue ?? 0n;
  }
  if (impressions !== EVENTS || revenue !== BigInt(EVENTS) * 1_234_567n)
    throw new Error(`The sums are wrong: ${impressions} impressions, ${revenue}.`);
}

const { target, close } = await openThrowAway();
try {
  await migrate(target);
  const log = pino({ level: "silent" });
  const pool = openPool(target, log, 4);
  const db = openDatabase(pool);
  for (const table of ["downloads", "impressions"])
    await pool.query(`create table ${table}_rest partition of ${table} default`);
  let writing = 0;
  let folding = 0;
  for (let first = 1; first <= EVENTS; first += BATCH) {
    const last = Math.min(EVENTS, first + BATCH - 1);
    writing += await seconds(() => writeBatch(pool, first, last));
    folding += await seconds(() => foldLedgers({ db }));
  }
  const closing = await seconds(() =>
    closeMonths({ db, clock: () => new Date("2026-11-21T12:00:00Z") }),
  );
  await pool.query("vacuum analyze ad_rollups, audience_rollups");
  const perSecond = Math.round((2 * EVENTS) / (writing + folding));
  say(
    `${2 * EVENTS} events: written in ${writing.toFixed(1)} s, folded in ${folding.toFixed(1)} s, ${perSecond} a second; months closed in ${closing.toFixed(1)} s`,
  );
  const engine = postgresEngine(db);
  await check(engine);
  await ask(engine);
  await pool.end();
} finally {
  await close();
}
