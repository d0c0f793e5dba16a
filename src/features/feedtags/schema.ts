/** What of a show and an episode only feeds tell (Podcasting 2.0): one shape a noun, sent and told alike. */
import { z } from "zod";
import { clearableEmail, clearableUrl, webAddress } from "../../platform/http/addressparams.ts";
import { arrayOf, listOf, record, structure } from "../../platform/http/listparams.ts";
import {
  boolean,
  clearableInteger,
  clearableLine,
  clearableNumber,
  integer,
  line,
  oneOf,
} from "../../platform/http/params.ts";
import { parseWireTime } from "../../platform/text/time.ts";

/** Items of any list here: far more than feeds have. */
export const MOST = 100;
const name = () => line({ min: 1, max: 255 });
const word = () => clearableLine({ max: 255 }).default(null);
const address = () => clearableUrl().default(null);
const milliseconds = () => integer({ max: 2 ** 31 - 1 });
const count = (max = 2 ** 31 - 1) => clearableInteger({ min: 0, max }).default(null);

const list = <T extends z.ZodType>(item: T) => listOf(item, { max: MOST });
/** One value, or none: an empty text clears it. */
const one = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => (value === "" ? null : value), structure(shape.nullable()));

const person = record({
  name: name(),
  role: word().meta({ description: "Of the podcast taxonomy, such as `host` or `guest`." }),
  group: word(),
  image_url: address(),
  url: address(),
});

const location = record({
  name: name(),
  rel: oneOf(["subject", "creator"])
    .nullable()
    .default(null)
    .meta({ description: "What it is about, or where it is made." }),
  geo: word().meta({ description: "A geo: URI (RFC 5870)." }),
  osm: word().meta({ description: "An OpenStreetMap object, such as `R113314`." }),
  country: clearableLine({ max: 2 }).default(null),
});

const license = record({
  identifier: name().meta({ description: "An SPDX identifier, or a name of one's own." }),
  url: address(),
});

const text = record({ text: line({ min: 1, max: 4000 }), purpose: word() });

const remoteItem = record({
  feed_guid: name(),
  feed_url: address(),
  item_guid: clearableLine({ max: 1000 }).default(null),
  medium: word(),
  title: word(),
});

const share = () => clearableNumber({ min: 0, max: 1e12 });
export const recipient = record({
  name: word(),
  type: name(),
  address: name(),
  split: share().refine((value) => value !== null, { error: "must be a number" }),
  fee: boolean().default(false),
  custom_key: word(),
  custom_value: word(),
});

export const timeSplit = record({
  starts_at: milliseconds(),
  duration: milliseconds(),
  remote_starts_at: count(),
  remote_percentage: clearableNumber({ min: 0, max: 100 }).default(null),
  remote_item: remoteItem.nullable().default(null),
  recipients: arrayOf(recipient, { max: MOST }).default([]),
});

const value = record({
  type: name(),
  method: name(),
  suggested: share().default(null),
  recipients: arrayOf(recipient, { max: MOST }).default([]),
  time_splits: arrayOf(timeSplit, { max: MOST * 10 }).default([]),
});

const picture = record({
  url: webAddress(),
  alt: clearableLine({ max: 1000 }).default(null),
  aspect_ratio: word(),
  width: count(),
  height: count(),
  type: word(),
  purpose: word(),
});

const moment = () =>
  line({ max: 64 }).refine((given) => parseWireTime(given) !== null, {
    error: "must be `YYYY-MM-DD HH:MM:SS` in UTC",
  });

const trailer = record({
  title: name(),
  url: webAddress(),
  published_at: moment(),
  bytes: count(Number.MAX_SAFE_INTEGER),
  type: word(),
  season_number: count(),
});

const soundbite = record({
  starts_at: milliseconds(),
  duration: milliseconds(),
  title: clearableLine({ max: 255 }).default(null),
});

const social = record({
  protocol: name(),
  uri: address(),
  account_id: word(),
  account_url: address(),
  priority: count(),
});

const locked = record({ locked: boolean(), owner: clearableEmail().default(null) });
const funding = record({ url: webAddress(), title: clearableLine({ max: 255 }).default(null) });
const frequency = record({
  text: name(),
  complete: boolean().default(false),
  starts_at: moment().nullable().default(null),
  rrule: word().meta({ description: "A recurrence rule of iCalendar (RFC 5545 §3.3.10)." }),
});
const file = record({ url: webAddress(), type: name() });

/** Nouns of a show, by their name in paths (with hyphens), parameters and answers. */
export const SHOW_NOUNS = {
  persons: list(person),
  funding: list(funding),
  locked: one(locked),
  license: one(license),
  location: list(location),
  txt: list(text),
  podroll: list(remoteItem),
  value: list(value),
  trailers: list(trailer),
  medium: clearableLine({ max: 40 }),
  images: list(picture),
  update_frequency: one(frequency),
} as const;

/** Nouns of an episode. */
export const EPISODE_NOUNS = {
  persons: SHOW_NOUNS.persons,
  soundbites: list(soundbite),
  license: SHOW_NOUNS.license,
  location: SHOW_NOUNS.location,
  txt: SHOW_NOUNS.txt,
  value: SHOW_NOUNS.value,
  images: SHOW_NOUNS.images,
  social_interact: list(social),
  chapters_file: one(file),
} as const;

export type ShowNoun = keyof typeof SHOW_NOUNS;
export type EpisodeNoun = keyof typeof EPISODE_NOUNS;
/** What is set; a noun that nobody set is absent. */
export type ShowTags = { [N in ShowNoun]?: z.infer<(typeof SHOW_NOUNS)[N]> };
export type EpisodeTags = { [N in EpisodeNoun]?: z.infer<(typeof EPISODE_NOUNS)[N]> };
