/** ClickHouse over raw events, one row per impression, for comparison with Longwave's engine. */
import type {
  AdLevel,
  AdRow,
  StatisticsEngine,
} from "../../src/features/measurement/statistics/schema.ts";
import {
  type Clickhouse,
  date,
  openClickhouse,
  whole,
} from "../../src/platform/statistics/clickhouse.ts";
import { parseStatisticsUrl } from "../../src/platform/statistics/place.ts";
import { openClickhouseServer } from "../../test/setup/clickhouse.ts";
import { campaignOf, DAYS, type Load, stretchOf, teamOf } from "./events.ts";
import { rawEvents } from "./ledgers.ts";
import { type Figures, figuresOf, number, timed } from "./measure.ts";
import { AD_QUESTIONS, type MeasuredQuery } from "./questions.ts";

const TABLE = "rival.impressions";
/** Sent as one insertion. */
const DAYS_AT_ONCE = 7;

/** One part at the end, sorted so that the rows of each query are adjacent. */
const MAKE = `create table ${TABLE} (day Date, team_id UInt32, campaign_id UInt32, lineitem_id UInt32,
  impressions Int8, revenue Int64)
  engine = MergeTree() partition by tuple() order by (team_id, campaign_id, lineitem_id, day)`;

export type Rival = Readonly<{
  clickhouse: Clickhouse;
  fill(load: Load): Promise<void>;
  version(): Promise<string>;
}>;

/** Runs `work` with a temporary ClickHouse server. */
export async function withRival<T>(work: (rival: Rival) => Promise<T>): Promise<T> {
  const server = await openClickhouseServer();
  try {
    const place = parseStatisticsUrl(server.url("rival"));
    if (typeof place === "string") throw new Error(place);
    const clickhouse = openClickhouse(place);
    await clickhouse.run("create database rival");
    return await work({
      clickhouse,
      fill: (load) => fill(clickhouse, load, server.url("rival")),
      async version() {
        const [row] = await clickhouse.select<{ v: string }>("select version() as v");
        return row?.v ?? "";
      },
    });
  } finally {
    await server.close();
  }
}

async function fill({ run }: Clickhouse, load: Load, url: string): Promise<void> {
  const { host, username, password } = new URL(url);
  const address = new URL(`http://${host}`);
  address.searchParams.set("query", `insert into ${TABLE} format TabSeparated`);
  const authorization = `Basic ${Buffer.from(`${username}:${decodeURIComponent(password)}`).toString("base64")}`;
  await run(MAKE);
  for (let day = 0; day < DAYS; day += DAYS_AT_ONCE) {
    const body = rawEvents(load, stretchOf(load, day, DAYS_AT_ONCE));
    if (body === "") continue;
    const answer = await fetch(address, { method: "POST", body, headers: { authorization } });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.text();
  }
  // As after some time of operation: queries then read one part.
  await run(`optimize table ${TABLE} final`);
}

/** All known ids of the scope, so that ClickHouse can use its primary key. */
function within(level: AdLevel, id: number): string {
  if (level === "team") return `team_id = ${whole(id)}`;
  if (level === "campaign") return `${within("team", teamOf(id))} and campaign_id = ${whole(id)}`;
  return `${within("campaign", campaignOf(id))} and lineitem_id = ${whole(id)}`;
}

const CHILD = { team: "campaign_id", campaign: "lineitem_id", lineitem: "lineitem_id" } as const;

async function readRaw(
  { select }: Clickhouse,
  { scope, range, by }: MeasuredQuery,
): Promise<AdRow[]> {
  const { child, nothing, ...keys } = { child: CHILD[scope.level], nothing: "''", date: "day" };
  const key = { ...keys, child, nothing }[by];
  const days = range && `and day between ${date(range.from)} and ${date(range.to)}`;
  const rows = await select<Record<"told" | "sold" | "money", string>>(`
    select toString(${key}) as told, toString(sum(impressions)) as sold, toString(sum(revenue)) as money
    from ${TABLE} where ${within(scope.level, scope.id)} ${days ?? ""}
    ${by === "nothing" ? "" : `group by ${key} order by ${by === "date" ? key : `sum(impressions) desc, ${key}`}`}`);
  return rows.map(({ told, sold, money }) => ({
    date: by === "date" ? told : null,
    child_id: by === "child" ? Number(told) : null,
    impressions: Number(sold),
    revenue: BigInt(money),
  }));
}

const spelled = (rows: readonly AdRow[]): string =>
  JSON.stringify(rows.map((row) => [row.date, row.child_id, row.impressions, String(row.revenue)]));

export type Comparison = Readonly<{ name: string; ours: Figures; theirs: Figures }>;

/**
 * Measures both alternately, so that they meet the same noise. `errors` of Longwave: results that differ from the raw
 * events'.
 */
export async function compareWithRival(
  engine: StatisticsEngine,
  { clickhouse }: Rival,
  turns: number,
): Promise<Comparison[]> {
  const told: Comparison[] = [];
  for (const { name, query } of AD_QUESTIONS) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    let wrong = 0;
    for (let turn = -5; turn < turns; turn += 1) {
      const asked = query(turn < 0 ? turns - turn : turn);
      let [own, raw]: [AdRow[], AdRow[]] = [[], []];
      const own_ms = await timed(async () => {
        own = await engine.readAds(asked);
      });
      const raw_ms = await timed(async () => {
        raw = await readRaw(clickhouse, asked);
      });
      if (turn < 0) continue;
      ours.push(own_ms);
      theirs.push(raw_ms);
      if (spelled(own) !== spelled(raw)) wrong += 1;
    }
    told.push({ name, ours: figuresOf(ours, wrong), theirs: figuresOf(theirs, 0) });
  }
  return told;
}

export function rivalTable(told: readonly Comparison[]): string {
  const head = `${"ms".padEnd(34)}${["p50", "p99", "CH p50", "CH p99", "× p50", "× p99", "differ"].map((word) => word.padStart(9)).join("")}`;
  const lines = told.map(({ name, ours, theirs }) => {
    const figures = [ours.p50, ours.p99, theirs.p50, theirs.p99];
    const times = [theirs.p50 / ours.p50, theirs.p99 / ours.p99];
    return `${name.padEnd(34)}${[...figures, ...times].map(number).join("")}${String(ours.errors).padStart(9)}`;
  });
  return [head, ...lines].join("\n");
}
