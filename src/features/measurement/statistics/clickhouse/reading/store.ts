/** The ClickHouse engine: SQL that answers each question with one query. */
import type { Day, DayRange, Group } from "../../../../../platform/statistics/calendar.ts";
import {
  type Clickhouse,
  date,
  text,
  whole,
} from "../../../../../platform/statistics/clickhouse.ts";
import { OTHERS } from "../../../../../platform/statistics/names.ts";
import { estimateListeners, SKETCH_SIZE } from "../../rules.ts";
import {
  AD_LEVELS,
  type AdQuery,
  type AdRow,
  AUDIENCE_LEVELS,
  type AudienceQuery,
  type AudienceRow,
  type ListenerQuery,
  type ListenerRow,
  type NameQuery,
  type NameRow,
  type Scope,
  type ShowSet,
  type StatisticsEngine,
} from "../../schema.ts";
import { AD_EVENTS, AUDIENCE_EVENTS } from "../tables/store.ts";

/** The engine over the events in this ClickHouse. */
export const clickhouseEngine = (clickhouse: Clickhouse): StatisticsEngine => ({
  readAds: (query) => readAds(clickhouse, query),
  readAudience: (query) => readAudience(clickhouse, query),
  readNames: (query) => readNames(clickhouse, query),
  readListeners: (query) => readListeners(clickhouse, query),
});

/** The id column of each level. */
const IDS = {
  lineitem: "lineitem_id",
  campaign: "campaign_id",
  team: "team_id",
  episode: "episode_id",
  show: "show_id",
  user: "author_id",
  organization: "organization_id",
} as const;
/** The bucket of a row, before it is clipped to the range. */
const BUCKETS: Record<Group, string> = {
  day: "day",
  week: "toMonday(day)",
  month: "toStartOfMonth(day)",
};
const SOURCES = { source: "source", device: "device", os: "os", country: "country" } as const;

const within = (range: DayRange | null): string =>
  range === null ? "" : `and day between ${date(range.from)} and ${date(range.to)}`;

function own(scope: Scope<keyof typeof IDS> | ShowSet): string {
  if (scope.level !== "shows") return `${IDS[scope.level]} = ${whole(scope.id)}`;
  return scope.ids.length === 0 ? "0" : `show_id in (${scope.ids.map(whole).join(", ")})`;
}

const clipped = (bucket: Day, { from }: DayRange): Day => (bucket > from ? bucket : from);

type Keyed = AdQuery | AudienceQuery;

/** The SQL keys that distinguish a question's rows; null: a child below the narrowest level. */
function keysOf(query: Keyed): Readonly<{ bucket: string; child: string }> | null {
  if (query.by === "nothing") return { bucket: "''", child: "''" };
  if (query.by === "date") return { bucket: BUCKETS[query.group], child: "''" };
  const child = childOf(query);
  if (child === null) return null;
  return { bucket: query.by === "date and child" ? BUCKETS[query.group] : "''", child };
}

function childOf(query: Keyed): string | null {
  if (query.scope.level === "shows") return IDS.show;
  const levels: readonly (keyof typeof IDS)[] = query.facts === "ads" ? AD_LEVELS : AUDIENCE_LEVELS;
  const below = levels[levels.indexOf(query.scope.level) - 1];
  return below === undefined ? null : IDS[below];
}

/** The sums of a question by its keys. Without events there is one row of zeros. */
async function readSums<Sums extends string>(
  clickhouse: Clickhouse,
  query: Keyed,
  sums: Record<Sums, string>,
): Promise<{ key: Pick<AdRow, "date" | "child_id">; sums: Record<Sums, string> }[]> {
  const keys = keysOf(query);
  if (keys === null) return [];
  const { bucket, child } = keys;
  const table = query.facts === "ads" ? AD_EVENTS : AUDIENCE_EVENTS;
  const columns = Object.entries(sums).map(([name, sum]) => `toString(${sum}) as ${name}_text`);
  const rows = await clickhouse.select(`
    select toString(${bucket}) as bucket, toString(${child}) as child, ${columns.join(", ")} from ${clickhouse.database}.${table}
    where ${own(query.scope)} ${within(query.range)}
    ${query.by === "nothing" ? "" : `group by ${bucket}, ${child}`}`);
  return rows.map((row) => ({
    key: {
      date:
        query.by === "date" || query.by === "date and child"
          ? clipped(row.bucket ?? "", query.range)
          : null,
      child_id: row.child ? Number(row.child) : null,
    },
    sums: Object.fromEntries(
      Object.keys(sums).map((name) => [name, row[`${name}_text`]]),
    ) as Record<Sums, string>,
  }));
}

/** By date, then the largest, then the lowest id. */
const inOrder = <Row extends Pick<AdRow, "date" | "child_id">>(
  rows: Row[],
  sizeOf: (row: Row) => number,
): Row[] =>
  rows.sort((a, b) => {
    if (a.date !== b.date) return (a.date ?? "") < (b.date ?? "") ? -1 : 1;
    return sizeOf(b) - sizeOf(a) || (a.child_id ?? 0) - (b.child_id ?? 0);
  });

/** Revenue in a currency with small units can exceed 2⁶³, so it is summed in two parts. */
const PART = 1_000_000_000n;

async function readAds(clickhouse: Clickhouse, query: AdQuery): Promise<AdRow[]> {
  const found = await readSums(clickhouse, query, {
    impressions: "sum(impressions)",
    high: `sum(intDiv(revenue, ${PART}))`,
    low: `sum(revenue % ${PART})`,
  });
  const rows = found.map(({ key, sums }) => ({
    ...key,
    impressions: Number(sums.impressions),
    revenue: BigInt(sums.high) * PART + BigInt(sums.low),
  }));
  const some = rows.filter(({ impressions, revenue }) => impressions !== 0 || revenue !== 0n);
  return inOrder(query.by === "nothing" ? rows : some, ({ impressions }) => impressions);
}

async function readAudience(clickhouse: Clickhouse, query: AudienceQuery): Promise<AudienceRow[]> {
  const found = await readSums(clickhouse, query, {
    plays: "sum(plays)",
    downloads: "sum(downloads)",
  });
  const rows = found.map(({ key, sums }) => ({
    ...key,
    plays: Number(sums.plays),
    downloads: Number(sums.downloads),
  }));
  const some = rows.filter(({ plays, downloads }) => plays !== 0 || downloads !== 0);
  return inOrder(query.by === "nothing" ? rows : some, ({ plays, downloads }) => plays + downloads);
}

type Named = Record<"bucket" | "title" | "class" | "heard", string>;

async function readNames(clickhouse: Clickhouse, query: NameQuery): Promise<NameRow[]> {
  if (query.by === "name" && query.most !== undefined)
    return readMostFrequent(clickhouse, query, query.most);
  const dated = query.by === "date and name";
  const title = dated && query.names ? oneOf(query, query.names) : SOURCES[query.dimension];
  const last = dated && query.names ? `title = '${OTHERS}',` : "";
  const rows = await clickhouse.select<Named>(`
    select ${NAMED} from (${namesOf(clickhouse, query, title)})
    where n <> 0 order by b, ${last} n desc, title, class`);
  return rows.map((row) => nameRow(row, dated ? clipped(row.bucket, query.range) : null));
}

const NAMED = "toString(b) as bucket, title, class, toString(n) as heard";

/** The SQL name of a row: its own if the query lists it, otherwise `OTHERS`. */
function oneOf({ dimension }: NameQuery, names: readonly string[]): string {
  if (names.length === 0) return `'${OTHERS}'`;
  return `if(${SOURCES[dimension]} in (${names.map(text).join(", ")}), ${SOURCES[dimension]}, '${OTHERS}')`;
}

/** SQL of the sums by bucket and name. Text is compared bytewise, which for UTF-8 is by code point. */
const namesOf = ({ database }: Clickhouse, query: NameQuery, title: string): string => `
  select ${query.by === "name" ? "''" : BUCKETS[query.group]} as b, ${title} as title,
    ${query.dimension === "os" ? `if(title = '${OTHERS}', '', os_kind)` : "''"} as class,
    sum(plays + downloads) as n
  from ${database}.${AUDIENCE_EVENTS}
  where ${own(query.scope)} ${within(query.range)} group by b, title, class`;

const nameRow = ({ title, class: kind, heard }: Named, date: Day | null): NameRow => ({
  date,
  name: title,
  kind,
  count: Number(heard),
});

async function readMostFrequent(
  clickhouse: Clickhouse,
  query: NameQuery,
  most: number,
): Promise<NameRow[]> {
  const [rows, [all]] = await Promise.all([
    clickhouse.select<Named>(`
      select ${NAMED} from (${namesOf(clickhouse, query, SOURCES[query.dimension])})
      where n <> 0 and title <> '${OTHERS}' order by n desc, title, class limit ${whole(most)}`),
    clickhouse.select<{ heard: string }>(`
      select toString(sum(plays + downloads)) as heard from ${clickhouse.database}.${AUDIENCE_EVENTS}
      where ${own(query.scope)} ${within(query.range)}`),
  ]);
  const kept = rows.map((row) => nameRow(row, null));
  const others = kept.reduce((rest, { count }) => rest - count, Number(all?.heard));
  return others === 0 ? kept : [...kept, { date: null, name: OTHERS, kind: "", count: others }];
}

async function readListeners(clickhouse: Clickhouse, query: ListenerQuery): Promise<ListenerRow[]> {
  // A listener whose plays were taken back stays in, as in the sketches of the rollups.
  const rows = await clickhouse.select<Record<"bucket" | "hashes" | "largest", string>>(`
    select toString(b) as bucket, toString(count()) as hashes, toString(max(listener)) as largest from (
      select distinct ${BUCKETS[query.group]} as b, listener
      from ${clickhouse.database}.${AUDIENCE_EVENTS}
      where ${own(query.scope)} ${within(query.range)} and plays + downloads > 0
      order by b, listener limit ${SKETCH_SIZE} by b
    ) group by b order by b`);
  return rows.map(({ bucket, hashes, largest }) => ({
    date: clipped(bucket, query.range),
    listeners: estimateListeners(Number(hashes), BigInt(largest)),
  }));
}
