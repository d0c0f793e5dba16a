/** The schemas of feed tags (Podcasting 2.0), used for both requests and responses. */
import { z } from "zod";
import { clearableEmail, clearableUrl, webAddress } from "../../../platform/http/addressparams.ts";
import { arrayOf, listOf, record, structure } from "../../../platform/http/listparams.ts";
import {
  boolean,
  clearableInteger,
  clearableLine,
  clearableNumber,
  integer,
  line,
  oneOf,
} from "../../../platform/http/params.ts";
import { parseWireTime } from "../../../platform/text/time.ts";

/** Maximum items of any list: far more than feeds contain. */
export const MOST = 100;
const name = () => line({ min: 1, max: 255 });
const word = () => clearableLine({ max: 255 }).default(null);
const address = () => clearableUrl().default(null);
const milliseconds = () => integer({ max: 2 ** 31 - 1 });
const count = (max = 2 ** 31 - 1) => clearableInteger({ min: 0, max }).default(null);

const list = <T extends z.ZodType>(item: T) => listOf(item, { max: MOST });
/** A value or null; an empty text clears it. */
const one = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => (value === "" ? null : value), structure(shape.nullable()));

const person = record({
  name: name(),
  role: word().meta({ description: "A role of the Podcast Taxonomy, such as `host` or `guest`." }),
  group: word(),
  image_url: address(),
  url: address(),
}).meta({ id: "PersonInput", outputId: "Person" });

const location = record({
  name: name(),
  rel: oneOf(["subject", "creator"])
    .nullable()
    .default(null)
    .meta({ description: "Whether the location is the subject or the place of production." }),
  geo: word().meta({ description: "A `geo:` URI (RFC 5870)." }),
  osm: word().meta({ description: "An OpenStreetMap object, such as `R113314`." }),
  country: clearableLine({ max: 2 }).default(null),
}).meta({ id: "LocationInput", outputId: "Location" });

const license = record({
  identifier: name().meta({ description: "An SPDX identifier, or a custom name." }),
  url: address(),
});

const text = record({ text: line({ min: 1, max: 4000 }), purpose: word() }).meta({
  id: "FreeTextInput",
  outputId: "FreeText",
});

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
}).meta({ id: "PaymentRecipientInput", outputId: "PaymentRecipient" });

export const timeSplit = record({
  starts_at: milliseconds(),
  duration: milliseconds(),
  remote_starts_at: count(),
  remote_percentage: clearableNumber({ min: 0, max: 100 }).default(null),
  remote_item: remoteItem.nullable().default(null),
  recipients: arrayOf(recipient, { max: MOST }).default([]),
}).meta({ id: "PaymentTimeSplitInput", outputId: "PaymentTimeSplit" });

const value = record({
  type: name(),
  method: name(),
  suggested: share().default(null),
  recipients: arrayOf(recipient, { max: MOST }).default([]),
  time_splits: arrayOf(timeSplit, { max: MOST * 10 }).default([]),
}).meta({ id: "PaymentInput", outputId: "Payment" });

const picture = record({
  url: webAddress(),
  alt: clearableLine({ max: 1000 }).default(null),
  aspect_ratio: word(),
  width: count(),
  height: count(),
  type: word(),
  purpose: word(),
}).meta({ id: "AdditionalImageInput", outputId: "AdditionalImage" });

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
}).meta({ id: "TrailerInput", outputId: "Trailer" });

const soundbite = record({
  starts_at: milliseconds(),
  duration: milliseconds(),
  title: clearableLine({ max: 255 }).default(null),
}).meta({ id: "SoundbiteInput", outputId: "Soundbite" });

const social = record({
  protocol: name(),
  uri: address(),
  account_id: word(),
  account_url: address(),
  priority: count(),
}).meta({ id: "DiscussionLinkInput", outputId: "DiscussionLink" });

const locked = record({ locked: boolean(), owner: clearableEmail().default(null) });
const funding = record({
  url: webAddress(),
  title: clearableLine({ max: 255 }).default(null),
}).meta({ id: "FundingLinkInput", outputId: "FundingLink" });
const frequency = record({
  text: name(),
  complete: boolean().default(false),
  starts_at: moment().nullable().default(null),
  rrule: word().meta({ description: "An iCalendar recurrence rule (RFC 5545 §3.3.10)." }),
});
const listing = record({
  directory: name().meta({ description: "The directory, such as `apple` or `spotify`." }),
  url: webAddress().meta({ description: "The show's page there." }),
}).meta({ id: "DirectoryListingInput", outputId: "DirectoryListing" });
const file = record({ url: webAddress(), type: name() });

/** Tags of a show, by their name in paths (with hyphens), parameters and responses. */
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
  listings: list(listing),
} as const;

/** Tags of an episode. */
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

type ShowNoun = keyof typeof SHOW_NOUNS;
type EpisodeNoun = keyof typeof EPISODE_NOUNS;
/** The tags that are set; unset tags are absent. */
export type ShowTags = { [N in ShowNoun]?: z.infer<(typeof SHOW_NOUNS)[N]> };
export type EpisodeTags = { [N in EpisodeNoun]?: z.infer<(typeof EPISODE_NOUNS)[N]> };
