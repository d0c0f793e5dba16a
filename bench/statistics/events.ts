/** The synthetic load: computes the i-th impression and the i-th play from `i` alone. */
import { addDays, type Day } from "../../src/platform/statistics/calendar.ts";

/** Line items, episodes and so on have the ids from 1 to this number. */
export const SIZES = {
  lineitems: 5_000,
  campaigns: 500,
  teams: 10,
  episodes: 20_000,
  shows: 1_000,
  users: 200,
  organizations: 10,
} as const;

/** Two years, up to the day before `TODAY`. */
export const DAYS = 730;
export const TODAY: Day = "2026-11-21";
export const FIRST: Day = addDays(TODAY, -DAYS);

/** The number of impressions, and of plays and downloads. */
export type Load = Readonly<{ events: number }>;
/** A range of events, numbered from 0; `after` is exclusive. */
export type Stretch = Readonly<{ first: number; after: number }>;

/** Events are spread evenly over the days, in order. */
export const stretchOf = ({ events }: Load, day: number, days = 1): Stretch => ({
  first: Math.ceil((day * events) / DAYS),
  after: Math.ceil((Math.min(day + days, DAYS) * events) / DAYS),
});

/** The time of an event within its UTC day, in µs. */
export function microsecondOf(event: number, { events }: Load): number {
  const day = Math.floor((event * DAYS) / events);
  return Math.floor(((event * DAYS - day * events) / events) * 86_400_000_000);
}
export const hourOf = (event: number, load: Load): number =>
  Math.floor(microsecondOf(event, load) / 3_600_000_000);

/** 32 pseudo-random bits; each salt gives others. */
function mix(number: number, salt: number): number {
  let bits = (Math.imul(number, 0x9e3779b1) + Math.imul(salt, 0x632be5ab)) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x2c1b3c6d) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 13), 0x297a2d39) >>> 0;
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** An index below `size`: low ones are most frequent, as the square of a uniform draw. */
function skewed(bits: number, size: number): number {
  const drawn = bits >>> 14;
  return Math.floor((size * drawn * drawn) / 2 ** 36);
}

export const lineitemOf = (event: number): number => 1 + skewed(mix(event, 1), SIZES.lineitems);
export const episodeOf = (event: number): number => 1 + skewed(mix(event, 2), SIZES.episodes);
export const isPlay = (event: number): boolean => mix(event, 3) % 3 === 0;

export const campaignOf = (lineitem: number): number => (lineitem % SIZES.campaigns) + 1;
export const teamOf = (campaign: number): number => (campaign % SIZES.teams) + 1;
export const showOf = (episode: number): number => (episode % SIZES.shows) + 1;
export const userOf = (show: number): number => (show % SIZES.users) + 1;
export const organizationOf = (user: number): number => (user % SIZES.organizations) + 1;

/** The price of one impression of the line item, in 10⁻⁸. */
export const priceOf = (lineitem: number): number => 1_234_567 + lineitem * 89;

/** Listeners return: there is one for five plays. */
export const listenerOf = (event: number, { events }: Load): number =>
  mix(event, 4) % Math.max(1, Math.floor(events / 5));
/** The upper and the lower half of a listener's hash, signed. */
export const upperOf = (listener: number): number => mix(listener, 5) | 0;
export const lowerOf = (listener: number): number => mix(listener, 6) | 0;

type Name = Readonly<{ dimension: number; kind: string; name: string }>;
const COUNTS = [31, 7, 11, 41] as const;
const letters = (number: number): string =>
  String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26));
const SPELLED: readonly ((number: number) => Omit<Name, "dimension">)[] = [
  (number) => ({ kind: "", name: `App ${number}` }),
  (number) => ({ kind: "", name: `Device ${number}` }),
  (number) => ({ kind: number % 2 === 0 ? "mobile" : "desktop", name: `System ${number}` }),
  (number) => ({ kind: "", name: letters(number) }),
];
/** Sources, devices, systems and countries, one after the other. */
export const NAMES: readonly Name[] = COUNTS.flatMap((count, dimension) =>
  Array.from({ length: count }, (_, number) => ({
    dimension,
    ...(SPELLED[dimension] ?? (() => ({ kind: "", name: "" })))(number),
  })),
);
const BEFORE = COUNTS.map((_, at) => COUNTS.slice(0, at).reduce((sum, count) => sum + count, 0));

/** The indexes in `NAMES` of the source, device, system and country of a play. */
export function namesOf(event: number): [number, number, number, number] {
  const bits = mix(event, 7);
  const place = (dimension: number): number => {
    const drawn = (bits >>> (8 * dimension)) & 0xff;
    return (
      (BEFORE[dimension] ?? 0) + Math.floor(((COUNTS[dimension] ?? 0) * drawn * drawn) / 65_536)
    );
  };
  return [place(0), place(1), place(2), place(3)];
}

export type Sums = Readonly<{
  /** By team, from 1 on. */
  impressions: number[];
  revenue: bigint[];
  /** By organization, from 1 on. */
  plays: number[];
  downloads: number[];
}>;

/** The true sums, counted event by event and independently of the code that makes the rollups. */
export function knownSums({ events }: Load): Sums {
  const lineitems = new Float64Array(SIZES.lineitems + 1);
  const sums = {
    impressions: new Array<number>(SIZES.teams + 1).fill(0),
    revenue: new Array<bigint>(SIZES.teams + 1).fill(0n),
    plays: new Array<number>(SIZES.organizations + 1).fill(0),
    downloads: new Array<number>(SIZES.organizations + 1).fill(0),
  };
  for (let event = 0; event < events; event += 1) {
    lineitems[lineitemOf(event)] = (lineitems[lineitemOf(event)] ?? 0) + 1;
    const organization = organizationOf(userOf(showOf(episodeOf(event))));
    const own = isPlay(event) ? sums.plays : sums.downloads;
    own[organization] = (own[organization] ?? 0) + 1;
  }
  for (const [lineitem, count] of lineitems.entries()) {
    const team = teamOf(campaignOf(lineitem));
    sums.impressions[team] = (sums.impressions[team] ?? 0) + count;
    sums.revenue[team] = (sums.revenue[team] ?? 0n) + BigInt(count) * BigInt(priceOf(lineitem));
  }
  return sums;
}
