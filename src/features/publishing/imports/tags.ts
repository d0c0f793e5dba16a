/** Converts feed tags (persons, funding, value, transcripts, …) from feedsmith's format; pure. */
import type { z } from "zod";
import { wireTime } from "../../../platform/text/time.ts";
import {
  EPISODE_NOUNS,
  type EpisodeTags,
  MOST,
  recipient,
  SHOW_NOUNS,
  type ShowTags,
  timeSplit,
} from "../../distribution/feedtags/schema.ts";
import type { Link } from "../../distribution/feedtags/transcripts/store.ts";
import { parseFeedDate } from "./dates.ts";
import type { Channel, Item } from "./rss.ts";
import { lineOf, mailAddress, webAddress } from "./words.ts";

type Podcast = NonNullable<Channel["podcast"]>;
type ItemPodcast = NonNullable<Item["podcast"]>;
type Value = NonNullable<ItemPodcast["values"]>[number];

/** The tags of the show that the feed contains. */
export function showTags({ podcast = {} }: Channel): ShowTags {
  return present(SHOW_NOUNS, {
    ...bothOf(podcast),
    funding: podcast.fundings?.map(({ url, display }) => ({
      url: webAddress(url),
      title: line(display),
    })),
    locked: podcast.locked && {
      locked: podcast.locked.value,
      owner: mailAddress(podcast.locked.owner),
    },
    trailers: podcast.trailers?.map(({ display, url, pubDate, length, type, season }) => ({
      title: line(display),
      url: webAddress(url),
      published_at: timeOf(pubDate),
      bytes: whole(length),
      type: line(type),
      season_number: whole(season),
    })),
    podroll: podcast.podroll?.remoteItems?.map(remoteItem),
    medium: line(podcast.medium),
    update_frequency: podcast.updateFrequency && {
      text: line(podcast.updateFrequency.display),
      complete: podcast.updateFrequency.complete,
      starts_at: timeOf(podcast.updateFrequency.dtstart),
      rrule: line(podcast.updateFrequency.rrule),
    },
  }) as ShowTags;
}

/** The tags of the episode that the feed contains. */
export function episodeTags({ podcast = {}, psc }: Item): EpisodeTags {
  // Chapters in the item itself are imported; a chapters file is linked only if there are none.
  const chapters = (psc?.chapters ?? []).length === 0 ? podcast.chapters : undefined;
  return present(EPISODE_NOUNS, {
    ...bothOf(podcast),
    soundbites: podcast.soundbites?.map(({ startTime, duration, display }) => ({
      starts_at: ms(startTime),
      duration: ms(duration),
      title: line(display),
    })),
    social_interact: podcast.socialInteracts?.map((social) => ({
      protocol: line(social.protocol),
      uri: webAddress(social.uri),
      account_id: line(social.accountId),
      account_url: webAddress(social.accountUrl),
      priority: whole(social.priority),
    })),
    chapters_file: chapters && { url: webAddress(chapters.url), type: line(chapters.type) },
  }) as EpisodeTags;
}

const MAX_TRANSCRIPTS = 50;

/** Transcripts, which are only linked; each URL once. */
export function transcriptsOf({ podcast }: Item): Link[] {
  const links = (podcast?.transcripts ?? []).flatMap(({ url, type, language, rel }): Link[] => {
    const address = webAddress(url);
    if (address === undefined) return [];
    return [
      {
        url: address,
        type: lineOf(type, 100) ?? "text/plain",
        language: lineOf(language, 35) ?? null,
        rel: lineOf(rel, 40) ?? null,
      },
    ];
  });
  const byAddress = new Map(links.map((link) => [`${link.url} ${link.type}`, link]));
  return [...byAddress.values()].slice(0, MAX_TRANSCRIPTS);
}

/** Tags that channels and items share. */
function bothOf(podcast: Podcast | ItemPodcast): Record<string, unknown> {
  return {
    persons: podcast.persons?.map(({ display, role, group, img, href }) => ({
      name: line(display),
      role: line(role),
      group: line(group),
      image_url: webAddress(img),
      url: webAddress(href),
    })),
    location: podcast.locations?.map(({ display, rel, geo, osm, country }) => ({
      name: line(display),
      rel: relOf(rel),
      geo: line(geo),
      osm: line(osm),
      country: /^[a-z]{2}$/i.test(country ?? "") ? country?.toUpperCase() : undefined,
    })),
    license: podcast.license && {
      identifier: line(podcast.license.display),
      url: webAddress(podcast.license.url),
    },
    txt: podcast.txts
      ?.filter(({ display }) => !/longwave-verify=/.test(display ?? ""))
      .map(({ display, purpose }) => ({ text: lineOf(display, 4000), purpose: line(purpose) })),
    value: podcast.values?.map(paymentOf),
    images: podcast.images?.map(({ href, aspectRatio, ...image }) => ({
      url: webAddress(href),
      aspect_ratio: line(aspectRatio),
      alt: lineOf(image.alt, 1000),
      width: whole(image.width),
      height: whole(image.height),
      type: line(image.type),
      purpose: line(image.purpose),
    })),
  };
}

const paymentOf = ({ type, method, suggested, valueRecipients, valueTimeSplits }: Value) => ({
  type: line(type),
  method: line(method),
  suggested,
  recipients: good(recipient, valueRecipients?.map(recipientOf)),
  time_splits: good(
    timeSplit,
    valueTimeSplits?.map((split) => ({
      starts_at: ms(split.startTime),
      duration: ms(split.duration),
      remote_starts_at: ms(split.remoteStartTime),
      remote_percentage: split.remotePercentage,
      remote_item: split.remoteItem && remoteItem(split.remoteItem),
      recipients: good(recipient, split.valueRecipients?.map(recipientOf)),
    })),
  ),
});

type Recipient = NonNullable<Value["valueRecipients"]>[number];
const recipientOf = ({ name, type, address, split, fee, ...custom }: Recipient) => ({
  name: line(name),
  type: line(type),
  address: line(address),
  split,
  fee,
  custom_key: line(custom.customKey),
  custom_value: line(custom.customValue),
});

type RemoteItem = NonNullable<NonNullable<Podcast["podroll"]>["remoteItems"]>[number];
const remoteItem = ({ feedGuid, feedUrl, itemGuid, medium, title }: RemoteItem) => ({
  feed_guid: line(feedGuid),
  feed_url: webAddress(feedUrl),
  item_guid: lineOf(itemGuid, 1000),
  medium: line(medium),
  title: line(title),
});

const relOf = (rel: string | undefined) =>
  ["subject", "creator"].find((known) => known === rel?.trim().toLowerCase());

/** The entries of `list` that match the schema. */
const good = <T extends z.ZodType>(shape: T, list: readonly unknown[] = []): z.infer<T>[] =>
  list
    .flatMap((item) => {
      const parsed = shape.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    })
    .slice(0, MOST);

/** The tags with usable values; of a list, the entries that match their schema. */
function present(shapes: Record<string, z.ZodType>, raw: Record<string, unknown>): object {
  const found = Object.entries(shapes).flatMap(([noun, shape]): [string, unknown][] => {
    const given = raw[noun];
    if (given === undefined || given === null) return [];
    if (Array.isArray(given)) {
      const items = good(
        shape,
        given.map((item) => [item]),
      ) as unknown[][];
      return items.length === 0 ? [] : [[noun, items.flat()]];
    }
    const parsed = shape.safeParse(given);
    return parsed.success && parsed.data !== null ? [[noun, parsed.data]] : [];
  });
  return Object.fromEntries(found);
}

const line = (text: string | undefined) => lineOf(text, 255);
const whole = (number: number | undefined) =>
  number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
const ms = (seconds: number | undefined) =>
  seconds === undefined ? undefined : whole(Math.round(seconds * 1000));
const timeOf = (text: string | undefined) => {
  const at = text === undefined ? undefined : parseFeedDate(text)?.at;
  return at === undefined ? undefined : wireTime(at);
};
