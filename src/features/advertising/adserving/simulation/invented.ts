/** Generates shows, listeners and line items; the same for the same seed. */
import type { Booking, Cap, Filter, GoalPacing } from "../core/booking.ts";
import { closingOf } from "../core/dayparts.ts";
import { type Random, sampleWeighted, seeded } from "../core/draw.ts";
import { openZones } from "../core/zones.ts";
import { breaksOf } from "../rules.ts";
import type { AdRequest, Break, Origin } from "../schema.ts";

export type Scale = Readonly<{
  seed: number;
  lineitems: number;
  days: number;
  downloads_per_day: number;
  /** Whether to add hostile plays (hostile.ts). */
  hostile?: boolean;
}>;

type Show = Readonly<{
  show_id: number;
  team_id: number;
  language: string;
  category_ids: readonly number[];
  weight: number;
  breaks: readonly Break[];
}>;
export type Listener = Readonly<{
  key: Buffer;
  origin: Origin;
  country: string;
  device: string;
  os: string;
  app: string;
}>;

export type Invented = Readonly<{
  scale: Scale;
  starts: number;
  shows: readonly Show[];
  listeners: readonly Listener[];
  bookings: readonly Booking[];
}>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Thursday, so that flights cross weekends; in Europe clocks change on the 25th. */
const STARTS = Date.UTC(2026, 9, 1);
const PROFILE = "mp3-128-stereo";
const TEAMS = 3;
const COUNTRIES = ["it", "it", "it", "de", "fr", "us", "us", "gb"];
const DEVICES = ["Mobile", "Mobile", "Mobile", "Desktop", "Smart speaker"];
const SYSTEMS = ["iOS", "Android", "Windows", "Others"];
const APPS = ["Apple Podcasts", "Spotify", "Overcast", "Web player"];
const LANGUAGES = ["it", "en", "de"];
const ZONES = ["UTC", "Europe/Rome", "America/New_York", "Asia/Kolkata"];

const oneOf = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;

export function invent(scale: Scale): Invented {
  const random = seeded(scale.seed);
  const shows = Array.from({ length: 30 }, (_, at) => inventShow(random, at));
  const listeners = Array.from({ length: scale.downloads_per_day }, (_, at) =>
    inventListener(random, at),
  );
  const zones = openZones();
  const bookings = Array.from({ length: scale.lineitems }, (_, at) => {
    const booked = inventBooking(random, at, scale);
    return { ...booked, closes: closingOf(booked, zones) };
  });
  return { scale, starts: STARTS, shows, listeners, bookings };
}

function inventShow(random: Random, at: number): Show {
  const duration = 1_800_000 + Math.floor(random() * 1_800_000);
  const cuepoints = [
    { timecode: 0, ads_max_count: 1 + Math.floor(random() * 2) },
    { timecode: Math.floor(duration / 3), ads_max_count: 1 + Math.floor(random() * 2) },
    { timecode: Math.floor((duration * 2) / 3), ads_max_count: 1 },
    { timecode: duration, ads_max_count: 1 },
  ];
  return {
    show_id: at + 1,
    team_id: (at % TEAMS) + 1,
    language: oneOf(random, LANGUAGES),
    category_ids: [92 + Math.floor(random() * 4)],
    weight: 1 / (1 + at),
    breaks: breaksOf(at % 5 === 0 ? [] : cuepoints, null, duration),
  };
}

/** Listeners per address, and addresses with listeners per network. */
const HOUSEHOLD = 2;
const NEIGHBOURHOOD = 6;

/** Marks the keys and hashes of real listeners, as opposed to hostile programs. */
const HONEST = 0;

/** A key or hash of 8 bytes, like those of counting. */
export function keyOf(kind: number, number: number): Buffer {
  const key = Buffer.alloc(8);
  key.writeUInt32BE(number);
  key.writeUInt32BE(kind, 4);
  return key;
}

/** The origin of address number `address` in network number `network`. */
export const originAt = (kind: number, address: number, network: number): Origin => ({
  address: keyOf(kind, address),
  network: keyOf(kind, network),
  kind: "consumer",
});

const inventListener = (random: Random, at: number): Listener => {
  const address = Math.floor(at / HOUSEHOLD);
  return {
    key: keyOf(HONEST, at),
    origin: originAt(HONEST, address, Math.floor(address / NEIGHBOURHOOD)),
    ...inventDevice(random),
  };
};

/** The attributes of a listener that targeting uses. */
export function inventDevice(random: Random): Omit<Listener, "key" | "origin"> {
  return {
    country: oneOf(random, COUNTRIES),
    device: oneOf(random, DEVICES),
    os: oneOf(random, SYSTEMS),
    app: oneOf(random, APPS),
  };
}

/** Relative traffic of each hour of the day. */
const BUSY = [1, 1, 1, 1, 1, 2, 5, 9, 9, 6, 4, 4, 5, 5, 4, 4, 5, 7, 8, 6, 5, 4, 3, 2];
const BUSY_SUM = BUSY.reduce((sum, part) => sum + part, 0);

/** The number of downloads in the minute that begins at `at`. */
export function arrivals(random: Random, { scale }: Invented, at: number): number {
  const hour = new Date(at).getUTCHours();
  const weekend = [0, 6].includes(new Date(at).getUTCDay()) ? 0.6 : 1.16;
  const mean = (scale.downloads_per_day * weekend * (BUSY[hour] ?? 1)) / BUSY_SUM / 60;
  // Draws from a Poisson distribution by counting exponential gaps.
  const gap = () => -Math.log(1 - random());
  let count = 0;
  let passed = gap();
  while (passed < mean) {
    count += 1;
    passed += gap();
  }
  return count;
}

/** One listener who asks for one episode; `listener`: by default a random generated one. */
export function inventAdRequest(
  random: Random,
  invented: Invented,
  at: number,
  listener?: Listener,
): AdRequest {
  const show =
    sampleWeighted(invented.shows, ({ weight }) => weight, random) ?? oneOf(random, invented.shows);
  const { key, ...own } = listener ?? oneOf(random, invented.listeners);
  return {
    ...own,
    listener: key,
    at: new Date(at),
    episode_id: show.show_id * 1000 + Math.floor(random() * 20),
    show_id: show.show_id,
    author_id: show.show_id,
    team_ids: [show.team_id],
    profile: PROFILE,
    breaks: show.breaks,
    language: show.language,
    category_ids: show.category_ids,
    tags: [],
    published_at: new Date(STARTS),
  };
}

const PRIORITIES = [20, 30, 30, 40, 40, 40, 50, 50, 60, 70];
const PACINGS: readonly GoalPacing[] = ["PACED", "PACED", "PACED", "ASAP", "FRONT_LOADED"];
const only = <V extends string | number>(...values: V[]): Filter<V> => ({
  type: "INCLUDE",
  values,
});

function inventBooking(random: Random, at: number, scale: Scale): Omit<Booking, "closes"> {
  const priority = PRIORITIES[at % PRIORITIES.length] ?? 50;
  const first = Math.floor(random() * scale.days * 0.4);
  const length = Math.max(5, Math.floor(scale.days * (0.4 + random() * 0.6)) - first);
  const starts = STARTS + first * DAY;
  const ends = Math.min(starts + length * DAY, STARTS + scale.days * DAY);
  const pacing = oneOf(random, PACINGS);
  // About half of what the inventory can deliver; the rest absorbs the losses by caps and bad luck.
  const part = (scale.downloads_per_day * ((ends - starts) / DAY)) / scale.lineitems;
  const goal = Math.max(400, Math.floor(part * (0.8 + random())));
  const limits = inventLimits(at, goal, (ends - starts) / DAY);
  const hasGoal = priority < 60;
  return {
    lineitem_id: at + 1,
    campaign_id: Math.floor(at / 2) + 1,
    team_id: (at % TEAMS) + 1,
    advertiser_id: Math.floor(at / 4) + 1,
    industries: [`iab${(at % 20) + 1}-1`],
    priority,
    timezone: oneOf(random, ZONES),
    starts,
    ends,
    extended: ends,
    goal: hasGoal ? goal : null,
    pacing,
    share_of_voice: priority === 20 ? 20 : null,
    price: BigInt(Math.floor(random() * 3e6)),
    ...limits,
    exclusions: inventExclusions(random, at),
    max_per_download: at % 11 === 0 ? 2 : 1,
    creatives: [1, 2].map((n) => ({
      creative_id: at * 2 + n,
      weight: 100,
      files: { [PROFILE]: { media_key: `ad-${at}-${n}`, bytes: 480_000, frames: 1149 } },
    })),
    ...inventTargets(random, at),
  };
}

function inventLimits(at: number, goal: number, days: number) {
  const caps: Cap[] = at % 3 === 0 ? [{ max: 2, window: DAY }] : [];
  const campaign_caps: Cap[] =
    Math.floor(at / 2) % 4 === 0
      ? [
          { max: 3, window: DAY },
          { max: 12, window: 7 * DAY },
        ]
      : [];
  const campaign = Math.floor(at / 2);
  return {
    caps: at % 9 === 0 ? [...caps, { max: 1, window: HOUR }, { max: 9, window: Infinity }] : caps,
    campaign_caps,
    daily_cap: at % 7 === 0 ? Math.ceil((goal / days) * 2) : null,
    hard_cap: at % 8 === 0,
    // Low enough to be reached, and the same for both line items of the campaign.
    budget: campaign % 25 === 24 ? BigInt(campaign * 2_000_003) : null,
  };
}

const inventExclusions = (random: Random, at: number): Booking["exclusions"] =>
  at % 4 === 1
    ? {
        industries: [`iab${1 + Math.floor(random() * 20)}`],
        advertisers: [1 + Math.floor(random() * 50)],
        scope: random() < 0.5 ? "break" : "download",
      }
    : null;

const NO_TARGET = {
  positions: null,
  midroll: null,
  countries: null,
  devices: null,
  systems: null,
  apps: null,
  languages: null,
  tags: null,
  shows: null,
  episodes: null,
  categories: null,
  hours: null,
} as const;

function inventTargets(random: Random, at: number) {
  const positions = at % 6 === 0 ? only("preroll", "midroll") : null;
  const countries: Filter<string> = at % 5 === 0 ? { type: "EXCLUDE", values: ["gb"] } : null;
  const hours =
    at % 13 === 0 ? new Set(Array.from({ length: 168 }, (_, h) => h).filter(isDay)) : null;
  const midroll = at % 17 === 0 ? "first" : null;
  const languages = at % 10 === 3 && random() < 0.5 ? only("it", "en") : null;
  return { ...NO_TARGET, positions, countries, hours, midroll, languages } as const;
}

const isDay = (hour: number) => hour % 24 >= 6 && hour % 24 < 22;
