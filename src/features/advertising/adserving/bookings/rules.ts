/** Turns rows of bookings into the structures that the ad decision uses; pure. */
import type {
  StoredDaypart,
  StoredFilter,
  StoredFrequencyCap,
  StoredSeparations,
} from "../../../../platform/db/rows.ts";
import type { Booking, Cap, Creative, Exclusions, Filter } from "../core/booking.ts";
import { closingOf } from "../core/dayparts.ts";
import { addDays, type Zones } from "../core/zones.ts";
import type { CreativeRow, RunningRow } from "./store.ts";

const HOUR = 3_600_000;
const UNITS: Record<string, number> = {
  HOUR,
  DAY: 24 * HOUR,
  WEEK: 7 * 24 * HOUR,
  LIFETIME: Number.POSITIVE_INFINITY,
};

export function bookingOf(row: RunningRow, creatives: readonly Creative[], zones: Zones): Booking {
  const midnight = (date: string) => zones.midnight(date, row.timezone);
  const after = addDays(row.end_date, 1);
  const hours = hoursOf(row.target_dayparts);
  const flight = { starts: midnight(row.start_date), ends: midnight(after) };
  return {
    lineitem_id: row.lineitem_id,
    campaign_id: row.campaign_id,
    team_id: row.team_id,
    advertiser_id: row.advertiser_id,
    industries: codes(row.iab_categories.split(",")),
    priority: row.priority_id,
    timezone: row.timezone,
    hours,
    ...flight,
    closes: closingOf({ ...flight, timezone: row.timezone, hours }, zones),
    // A line item without a goal is never extended.
    extended: midnight(
      row.goal_impressions === null ? after : addDays(after, row.auto_extend_days),
    ),
    goal: row.goal_impressions,
    pacing: row.goal_pacing,
    daily_cap: row.daily_cap,
    hard_cap: row.hard_cap,
    share_of_voice: row.share_of_voice,
    // A CPM price in 10⁻⁵ is the price of a thousand impressions, so the same number in 10⁻⁸ is the price of one.
    price: row.price_type === "CPM" ? BigInt(row.price_amount) : 0n,
    budget: row.budget === null ? null : BigInt(row.budget),
    caps: capsOf(row.frequency_cap),
    campaign_caps: capsOf(row.campaign_frequency_cap),
    exclusions: exclusionsOf(row.exclusions),
    max_per_download: row.max_per_download,
    creatives,
    ...targetsOf(row),
  };
}

const targetsOf = (row: RunningRow) => ({
  positions: text(row.target_ads_type),
  midroll: row.target_midroll_position,
  countries: text(row.target_geo),
  devices: text(row.target_devices),
  systems: text(row.target_os),
  apps: text(row.target_apps),
  languages: text(row.target_languages),
  tags: text(row.target_tags),
  shows: ids(row.target_shows),
  episodes: ids(row.target_episodes),
  categories: ids(row.target_categories),
});

const text = (filter: StoredFilter<string> | null): Filter<string> =>
  filter && { ...filter, values: filter.values.map((value) => value.toLowerCase()) };

const ids = (filter: StoredFilter<number> | null): Filter<number> =>
  filter && { ...filter, values: filter.values.map(Number) };

const codes = (values: readonly string[]): string[] =>
  values.map((code) => code.trim().toLowerCase()).filter((code) => code !== "");

/** Hours of the week in which the dayparts are open. */
function hoursOf(stored: StoredFilter<StoredDaypart> | null): ReadonlySet<number> | null {
  if (stored === null) return null;
  const named = new Set(
    stored.values.flatMap(({ days, from, to }) =>
      days.flatMap((day) =>
        Array.from({ length: to - from }, (_, hour) => (day - 1) * 24 + from + hour),
      ),
    ),
  );
  const all = Array.from({ length: 168 }, (_, hour) => hour);
  return stored.type === "INCLUDE" ? named : new Set(all.filter((hour) => !named.has(hour)));
}

const capsOf = (stored: readonly StoredFrequencyCap[]): Cap[] =>
  stored.map(({ max, count, unit }) => ({
    max,
    window: (UNITS[unit] ?? HOUR) * count,
  }));

const exclusionsOf = (stored: StoredSeparations | null): Exclusions | null =>
  stored && { ...stored, industries: codes(stored.industries) };

/** Creatives with their files, by line item. */
export function creativesOf(rows: readonly CreativeRow[]): Map<number, Creative[]> {
  const byItem = Map.groupBy(rows, ({ lineitem_id }) => lineitem_id);
  return new Map(
    [...byItem].map(([lineitem_id, own]) => [
      lineitem_id,
      [...Map.groupBy(own, ({ creative_id }) => creative_id)].map(([creative_id, files]) => ({
        creative_id,
        weight: files[0]?.weight ?? 0,
        files: Object.fromEntries(
          files.map(({ profile, media_key, bytes, frames }) => [
            profile,
            { media_key, bytes, frames },
          ]),
        ),
      })),
    ]),
  );
}
