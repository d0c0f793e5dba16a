/** Invents listeners: where they live, by which apps they listen, and which show they follow. */
import type { Classify } from "../../features/measurement/counting/schema.ts";
import type { Language } from "../content/schema.ts";
import type { Random } from "../random.ts";

export type Listener = Readonly<{
  address: string;
  user_agent: string;
  country: string;
  referrer: string | null;
  /** Streams in a browser or a speaker, rather than downloading ahead. */
  streams: boolean;
}>;

/** Apps with their shares in percent (about). */
const APPS: readonly (readonly [share: number, user_agent: string, streams?: true])[] = [
  [17, "Podcasts/1575.1 CFNetwork/1240.0.4 Darwin/20.6.0"],
  [11, "AppleCoreMedia/1.0.0.20K71 (iPhone; U; CPU OS 16_1 like Mac OS X; en_us)", true],
  [12, "Spotify/8.9.18 Android/34 (Pixel 7)"],
  [9, "Spotify/8.8.0 iOS/17.4 (iPhone14,5)"],
  [8, "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)"],
  [8, "AntennaPod/3.4.0"],
  [7, "Pocket Casts"],
  [5, "PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)"],
  [3, "Castbox/10.1 (Android 13)"],
  [2, "AmazonMusic/24.1.0 Dalvik/2.1.0 (Linux; U; Android 13; SM-G991B)", true],
  [2, "Deezer/9.0 (Android; 13; Mobile; fr) samsung SM-A536B", true],
  [2, "iVoox/2.19 (Android)"],
  [
    4,
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    true,
  ],
  [2, "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", true],
  [
    2,
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15",
    true,
  ],
  [
    2,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
    true,
  ],
  [2, "AlexaMediaPlayer/1.0", true],
  [1, "Linux UPnP/1.0 Sonos/70.3-35220 (ZPS22)", true],
  [1, "AppleCoreMedia/1.0.0.20E252 (iPad; U; CPU OS 16_4 like Mac OS X; de_de)", true],
];

/** Where the listeners of a language live, with shares. */
const COUNTRIES: Readonly<Record<Language, Readonly<Record<string, number>>>> = {
  en: { GB: 38, US: 30, IE: 8, CA: 8, AU: 7, NL: 3, DE: 3, NZ: 2, SE: 1 },
  it: { IT: 84, CH: 8, GB: 3, DE: 3, US: 2 },
  es: { ES: 58, MX: 17, AR: 10, CO: 6, CL: 4, US: 5 },
  de: { DE: 74, AT: 13, CH: 10, NL: 2, US: 1 },
  fr: { FR: 73, BE: 12, CH: 7, CA: 7, US: 1 },
};

/** Hours from UTC in which most of a country's listeners live, for their daily rhythm. */
const OFFSETS: Readonly<Record<string, number>> = {
  US: -6,
  CA: -5,
  MX: -6,
  AR: -3,
  CO: -5,
  CL: -4,
  GB: 0,
  IE: 0,
  AU: 10,
  NZ: 12,
};
export const offsetOf = (country: string): number => OFFSETS[country] ?? 1;

const PER_COUNTRY = 700;
const MOST_TRIES = 400_000;

/** Addresses of homes by country. They are hashed before they are stored, like those of requests. */
export function findAddresses(classify: Classify, random: Random): ReadonlyMap<string, string[]> {
  const wanted = new Set(Object.values(COUNTRIES).flatMap((shares) => Object.keys(shares)));
  const found = new Map([...wanted].map((country) => [country, [] as string[]]));
  let missing = wanted.size;
  for (let tries = 0; tries < MOST_TRIES && missing > 0; tries += 1) {
    const address = [
      1 + random.below(222),
      random.below(256),
      random.below(256),
      1 + random.below(254),
    ].join(".");
    const { country, exclusion } = classify("AntennaPod/3.4.0", address, null);
    const list = country === null || exclusion !== null ? undefined : found.get(country);
    if (list === undefined || list.length >= PER_COUNTRY) continue;
    list.push(address);
    if (list.length === PER_COUNTRY) missing -= 1;
  }
  return found;
}

export function weighted<T>(random: Random, list: readonly (readonly [number, T])[]): T {
  const total = list.reduce((sum, [weight]) => sum + weight, 0);
  let left = random.next() * total;
  const found = list.find(([weight]) => {
    left -= weight;
    return left < 0;
  });
  const [, value] = found ?? list[0] ?? [];
  if (value === undefined) throw new Error("there is nothing to choose from");
  return value;
}

/** The listeners of a show. */
export function makeAudience(
  language: Language,
  key: string,
  count: number,
  addresses: ReadonlyMap<string, readonly string[]>,
  random: Random,
): Listener[] {
  const shares = Object.entries(COUNTRIES[language])
    .filter(([country]) => (addresses.get(country) ?? []).length > 0)
    .map(([country, share]) => [share, country] as const);
  const apps = APPS.map((app) => [app[0], app] as const);
  return Array.from({ length: count }, () => {
    const country = weighted(random, shares);
    const [, user_agent, streams = false] = weighted(random, apps);
    const referrer =
      user_agent.startsWith("Mozilla") && random.chance(0.6)
        ? `https://farshore.example/${key}`
        : null;
    return {
      address: random.pick(addresses.get(country) ?? []),
      user_agent,
      country,
      referrer,
      streams,
    };
  });
}
