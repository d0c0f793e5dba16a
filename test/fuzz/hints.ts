/** Values for fields whose format the description states only in words. */
import { VALUES } from "../setup/nouns.ts";
import type { Random } from "./random.ts";

/** A reference to a record, replaced by an id when the request is sent. `place`: index in a path of several ids. */
export const reference = (owner: string, records: string, place = 0): string =>
  `@@${owner}.${records}.${place}@@`;

/** All private titles contain this word, so a search for it must find none of them. */
export const PRIVATE_WORD = "quixotry";

const DAY_MS = 86_400_000;
/** Days around the time at which the test data is created. */
const dayOf = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const nearTime = (random: Random, days: number): string =>
  `${dayOf(days)} ${String(random.below(24)).padStart(2, "0")}:30:00`;

/** A URL that the server cannot reach: RFC 6761 reserves this domain. */
const url = (random: Random): string => `https://${random.word(6)}.invalid/${random.word(4)}.mp3`;

const WORDS = [
  "night",
  "trains",
  PRIVATE_WORD,
  "salt",
  "borders",
  "süd",
  "夜",
  "l’été",
  "🚂 rails",
];
export const phrase = (random: Random, length = 3): string =>
  Array.from({ length }, () => random.pick(WORDS)).join(" ");

type Hint = (random: Random) => unknown;

/** Record types of id fields with other names. */
const IDS: Readonly<Record<string, string>> = {
  author_id: "user_id",
  following_id: "other_id",
  blocked_id: "other_id",
  collaborator_id: "other_id",
  target_shows: "show_id",
  target_episodes: "episode_id",
  advertisers: "advertiser_id",
  shows: "show_id",
};
/** Ids of reference data. */
const FIXED_IDS: Readonly<Record<string, readonly number[]>> = {
  category_id: [92, 93, 96],
  category_2_id: [92, 97],
  category_3_id: [98],
  target_categories: [92, 93],
  priority_id: [10, 20, 30, 40],
  last_id: [1, 3, 10, 1000],
};

const HINTS: Readonly<Record<string, Hint>> = {
  ...Object.fromEntries(Object.entries(VALUES).map(([noun, value]) => [noun, () => value])),
  from: (random) => dayOf(-2 - random.below(400)),
  to: (random) => dayOf(random.below(2) - 1),
  start_date: (random) => dayOf(-random.below(3)),
  end_date: (random) => dayOf(5 + random.below(40)),
  published_after: (random) => dayOf(-random.below(900)),
  published_before: (random) => dayOf(random.below(3)),
  published_at: (random) => nearTime(random, -1 - random.below(900)),
  auto_published_at: (random) => nearTime(random, random.pick([-3, 30])),
  birthday: () => "1815-12-10",
  timezone: (random) => random.pick(["UTC", "Europe/Rome", "America/New_York"]),
  content_languages: (random) => random.pick([["it_IT"], ["en"], []]),
  language: (random) => random.pick(["en", "it", "de"]),
  target_languages: () => ({ type: "INCLUDE", values: ["en", "it"] }),
  target_geo: () => ({ type: "EXCLUDE", values: ["IT", "DE"] }),
  target_tags: () => ({ type: "INCLUDE", values: ["night"] }),
  countries: () => ["IT", "DE"],
  country: (random) => random.pick(["IT", "it_IT"]),
  currency: () => "EUR",
  budget_amount: () => "1000.50",
  price_amount: (random) => random.pick(["12.345", "0.5", "9"]),
  iab_categories: () => ["IAB1", "IAB22-11"],
  industries: () => ["IAB1"],
  domain: () => "acme.invalid",
  email: (random) => `${random.word(5)}@example.invalid`,
  contact_email: (random) => `${random.word(5)}@example.invalid`,
  username: (random) => `u_${random.word(8)}`,
  permalink: (random) => `p-${random.word(8)}`,
  socialnet2_name: () => "@ada",
  tel_number: () => "+39 055 123",
  sms_number: () => "+39 055 124",
  voipchat_name: () => "ada.lamp",
  image_crop: (random) => random.pick(["0,0,400,400", "10,10,420,420"]),
  limited_key: () => "reset",
  key: (random) => random.word(22),
  upload_id: () => reference("mine", "upload_id"),
  external_id: (random) => random.word(12),
  account_id: () => "@ada",
  rss_guid: (random) => random.word(20),
  location_latitude: (random) => random.below(180) - 90,
  tags: (random) => phrase(random).split(" "),
  c: (random) => random.pick(["it_IT", "en", "de-DE"]),
  q: (random) => phrase(random, 1 + random.below(2)),
  access_level: (random) => random.pick(["AUTHOR", "AUTHOR,SHOW_COLLABORATOR"]),
  r: () => reference("mine", "digest"),
  third_party_impression_urls: (random) => [url(random)],
  description_html: (random) => `<p>${phrase(random)} <b>${phrase(random)}</b> &amp; <br></p>`,
  rrule: () => "FREQ=WEEKLY",
  v: (random) => random.word(8),
};

/** A value for a field of this name; undefined if its schema is sufficient. */
export function hintFor(name: string, random: Random): { value: unknown } | undefined {
  const fixed = FIXED_IDS[name];
  if (fixed) return { value: random.pick(fixed) };
  if (IDS[name] !== undefined || /_id$/.test(name)) {
    const own = HINTS[name];
    if (own) return { value: own(random) };
    return { value: reference(random.chance(0.8) ? "mine" : "any", IDS[name] ?? name) };
  }
  const hint = Object.hasOwn(HINTS, name) ? HINTS[name] : undefined;
  if (hint) return { value: hint(random) };
  if (/(^|_)(url|uri|link)s?$/.test(name)) return { value: url(random) };
  return undefined;
}
