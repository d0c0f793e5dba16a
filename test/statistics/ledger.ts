/** A small ledger with many edge cases of the calendar, and its sums computed independently. */
import { sql } from "kysely";
import type { Database } from "../../src/platform/db/database.ts";
import { addDays, type DayRange } from "../../src/platform/statistics/calendar.ts";
import { download, type Entries, impression, writeBatch } from "../setup/ledgers.ts";

/** Ends of months and years, leap days, and the days around them. */
export const EDGES = [
  ...["2023-12-31", "2024-01-01", "2024-02-28", "2024-02-29", "2024-03-01", "2024-12-30"],
  ...["2024-12-31", "2025-01-01", "2025-02-28", "2025-03-01", "2025-06-15", "2025-10-31"],
  ...["2026-10-31", "2026-11-01", "2026-11-20"],
] as const;
export const FIRST_DAY = "2023-12-01";
export const TODAY = new Date("2026-11-21T12:00:00Z");
const TIMES = ["00:00:00", "12:34:56", "23:59:59"];
const SYSTEMS = [
  { os: "iOS", os_kind: "mobile" },
  { os: "Linux", os_kind: "desktop" },
  { os: "Linux", os_kind: "other" },
];

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

export type Ids = Readonly<{
  teams: readonly number[];
  /** The team of each campaign by its index. */
  campaigns: readonly number[];
  /** The campaign of each line item by its index. */
  lineitems: readonly number[];
  organizations: readonly (number | null)[];
  users: readonly number[];
  shows: readonly number[];
  episodes: readonly number[];
}>;

/** Ids of no existing record, because engines do not look records up. */
export const INVENTED: Ids = {
  teams: [1, 2],
  campaigns: [11, 12, 13],
  lineitems: [101, 102, 103, 104, 105, 106, 107],
  organizations: [7, null],
  users: [21, 22, 23],
  shows: [31, 32, 33, 34, 35],
  episodes: [41, 42, 43, 44, 45, 46, 47, 48, 49],
};

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Generates `count` impressions and downloads, and some accrued prices. */
export function makeEntries(ids: Ids, seed: number, count: number): Required<Entries> {
  const random = numbers(seed);
  const below = (most: number): number => random.next().value % most;
  const entries: Required<Entries> = { downloads: [], impressions: [], accruals: [] };
  const teamOf = (campaign: number) => at(ids.teams, campaign);
  for (let row = 0; row < count; row += 1) {
    const day = below(3) > 0 ? at(EDGES, below(99)) : addDays(FIRST_DAY, below(1_080));
    const time = `${day} ${at(TIMES, below(9))}`;
    const [lineitem, episode] = [below(ids.lineitems.length), below(ids.episodes.length)];
    const campaign = lineitem % ids.campaigns.length;
    const sold = {
      lineitem_id: at(ids.lineitems, lineitem),
      campaign_id: at(ids.campaigns, campaign),
      team_id: teamOf(campaign),
    };
    const listener = `${seed} ${row}`;
    entries.impressions.push(
      impression(time, listener, {
        ...{ ...sold, price: below(2) * below(9_999_999) },
        ...{ show_id: at(ids.shows, episode), creative_id: 1_000 + (row % 3) },
      }),
    );
    const show = episode % ids.shows.length;
    entries.downloads.push(
      download(time, listener, {
        episode_id: at(ids.episodes, episode),
        show_id: at(ids.shows, show),
        author_id: at(ids.users, show),
        organization_id: at(ids.organizations, show),
        purpose: at(["play", "download", "download"], below(3)),
        source: at(["Overcast", "Apple Podcasts", "example.org"], below(3)),
        device: at(["Mobile", "Desktop", "Others"], below(3)),
        country: at(["IT", "DE", null], below(3)),
        ...at(SYSTEMS, below(3)),
      }),
    );
    if (row % 10 === 0)
      entries.accruals.push({
        ...sold,
        day: addDays("2024-01-01", (seed % 100) + row / 10),
        amount: 123_456_789,
        correction: seed % 32_000,
      });
  }
  return entries;
}

/** Takes back the rows of `entries`, except every third. */
export function takenBack({ downloads, impressions }: Required<Entries>): Entries {
  const wrong = { correction: 1, quantity: -1 };
  const some = <T>(rows: readonly T[]) => rows.filter((_, index) => index % 3 > 0);
  return {
    downloads: some(downloads).map((row) => ({ ...row, ...wrong })),
    impressions: some(impressions).map((row) => ({ ...row, ...wrong })),
  };
}

/** Writes early rows, then runs `between`, which makes them old, then writes late rows and corrections. */
export async function fillLedger(
  db: Database,
  ids: Ids,
  count: number,
  between: () => Promise<void>,
): Promise<void> {
  await writeBatch(db, makeEntries(ids, 20_261, count));
  await writeBatch(db, makeEntries(ids, 20_262, count));
  await between();
  const late = makeEntries(ids, 20_263, count);
  await writeBatch(db, late);
  await writeBatch(db, takenBack(late));
}

type Sold = {
  day: string;
  lineitem: number;
  campaign: number;
  team: number;
  /** null for accrued prices. */
  show: number | null;
  creative: number | null;
  impressions: number;
  revenue: bigint;
};
type Heard = Record<
  "episode" | "show" | "user" | "source" | "device" | "os" | "country",
  unknown
> & {
  day: string;
  organization: number | null;
  os_kind: string;
  plays: number;
  downloads: number;
  listener: string;
};
export type Truth = { sold: Sold[]; heard: Heard[] };

/** The ledgers row by row, booked on the days of their windows. */
export async function readTruth(db: Database): Promise<Truth> {
  const { rows } = await sql<Omit<Sold, "revenue"> & { revenue: string }>`
    select (window_start at time zone 'UTC')::date as day, lineitem_id as lineitem, campaign_id as campaign,
      team_id as team, show_id as show, creative_id as creative, quantity as impressions,
      (quantity * price)::text as revenue from impressions
    union all select day, lineitem_id, campaign_id, team_id, null, null, 0, amount::text from accruals`.execute(
    db,
  );
  const heard = await sql<Heard>`
    select (window_start at time zone 'UTC')::date as day, episode_id as episode, show_id as show,
      author_id as user, organization_id as organization, source, device, os, os_kind,
      coalesce(country, '') as country, case purpose when 'play' then quantity else 0 end as plays,
      case purpose when 'download' then quantity else 0 end as downloads,
      encode(listener, 'hex') as listener from downloads`.execute(db);
  return {
    sold: rows.map((row) => ({ ...row, revenue: BigInt(row.revenue) })),
    heard: heard.rows,
  };
}

export const isWithin = (day: string, range: DayRange | null): boolean =>
  range === null || (range.from <= day && day <= range.to);
