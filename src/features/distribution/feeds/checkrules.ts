/** The rules of the feed check as tables, for the channel and for each item; pure. */
import type { RssFeed } from "feedsmith";
import { CATEGORIES } from "../../publishing/reference/rules.ts";
import type { Finding } from "./schema.ts";

export type Channel = RssFeed.Feed<string>;
export type Item = RssFeed.Item<string>;
/** The first page's channel, the items of all pages, and the documents themselves. */
export type Pages = { channel: Channel; items: readonly Item[]; xml: readonly string[] };

type Told = Pick<Finding, "rule" | "level" | "source" | "message">;
type ChannelRule = Told & { broken(feed: Pages): boolean };
/** `broken` inspects the whole feed once, and then each item. */
type ItemRule = Told & { broken(feed: Pages): (item: Item) => boolean };

const bytes = (text: string | undefined): number => Buffer.byteLength(text ?? "");
const isWebAddress = (text: string | undefined): boolean =>
  text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text);
const isPicture = (text: string | undefined): boolean =>
  isWebAddress(text) && /\.(jpe?g|png)$/i.test(new URL(text ?? "").pathname);

const CATEGORY_NAMES: ReadonlySet<string> = new Set(CATEGORIES.map(({ names }) => names.en));

type Category = NonNullable<NonNullable<Channel["itunes"]>["categories"]>[number];
const namesOf = ({ text, categories = [] }: Category): (string | undefined)[] => [
  text,
  ...categories.flatMap(namesOf),
];

/** Values for which PSP-1 requires one exact spelling, found in the XML itself. */
const oddlySpelled = (xml: string): boolean =>
  /<itunes:explicit>(?!(true|false)<\/)/.test(withoutCdata(xml));

const withoutCdata = (xml: string): string =>
  xml
    .split("<![CDATA[")
    .map((part, place) => (place === 0 ? part : part.slice(part.indexOf("]]>") + 3)))
    .join("");

const psp = (level: Finding["level"], rule: string, message: string) =>
  ({ rule, level, source: "PSP-1", message }) as const;
const apple = (level: Finding["level"], rule: string, message: string) =>
  ({ rule, level, source: "Apple", message }) as const;
const rss = (level: Finding["level"], rule: string, message: string) =>
  ({ rule, level, source: "RSS", message }) as const;

export const CHANNEL_RULES: readonly ChannelRule[] = [
  {
    ...psp("must", "self-link", "The channel has no atom:link with rel=self."),
    broken: ({ channel }) =>
      !channel.atom?.links?.some(({ rel, href }) => rel === "self" && isWebAddress(href)),
  },
  { ...rss("must", "title", "The show has no title."), broken: ({ channel }) => !channel.title },
  {
    ...rss("must", "description", "The show has no description."),
    broken: ({ channel }) => !channel.description,
  },
  {
    ...psp("must", "description-length", "The show's description has more than 4,000 bytes."),
    broken: ({ channel }) => bytes(channel.description) > 4000,
  },
  {
    ...rss("must", "link", "The show has no link to its website."),
    broken: ({ channel }) => !isWebAddress(channel.link),
  },
  {
    ...psp("must", "language", "The show's language is missing or is not an ISO 639 code."),
    broken: ({ channel }) => !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(channel.language ?? ""),
  },
  {
    ...psp("must", "category", "The show has no category."),
    broken: ({ channel }) => (channel.itunes?.categories ?? []).length === 0,
  },
  {
    ...apple("must", "category-name", "A category is not in Apple's list."),
    broken: ({ channel }) =>
      (channel.itunes?.categories ?? [])
        .flatMap(namesOf)
        .some((name) => !CATEGORY_NAMES.has(name ?? "")),
  },
  {
    ...psp("must", "explicit", "The show does not declare whether it is explicit."),
    broken: ({ channel }) => channel.itunes?.explicit === undefined,
  },
  {
    ...psp("must", "explicit-spelling", "itunes:explicit must be “true” or “false”."),
    broken: ({ xml }) => xml.some(oddlySpelled),
  },
  {
    ...psp("must", "image", "The show has no cover (itunes:image)."),
    broken: ({ channel }) => !isWebAddress(channel.itunes?.image),
  },
  {
    ...apple("must", "items", "The feed has no episodes."),
    broken: ({ items }) => items.length === 0,
  },
  {
    ...apple("should", "image-type", "The cover's URL does not end in .jpg or .png."),
    broken: ({ channel }) =>
      isWebAddress(channel.itunes?.image) && !isPicture(channel.itunes?.image),
  },
  {
    ...psp("should", "guid", "The show has no podcast:guid."),
    broken: ({ channel }) => !channel.podcast?.guid,
  },
  {
    ...psp("should", "locked", "The feed does not declare whether others may import it (locked)."),
    broken: ({ channel }) => channel.podcast?.locked === undefined,
  },
  {
    ...psp("should", "author", "The show has no author (itunes:author)."),
    broken: ({ channel }) => !channel.itunes?.author,
  },
  {
    ...apple("should", "https", "The feed's URL is not an https URL."),
    broken: ({ channel }) =>
      channel.atom?.links?.some(({ rel, href }) => rel === "self" && /^http:/i.test(href ?? "")) ??
      false,
  },
  {
    ...apple("should", "serial-numbers", "The show is serial, but has episodes without a number."),
    broken: ({ channel, items }) =>
      channel.itunes?.type?.toLowerCase() === "serial" &&
      items.some(
        ({ itunes }) => itunes?.episode === undefined && itunes?.episodeType !== "trailer",
      ),
  },
];

/** The media types that Apple plays, which are also those of PSP-1. */
const PLAYED = [
  ...["audio/mpeg", "audio/x-m4a", "audio/mp4", "audio/aac"],
  ...["video/mp4", "video/x-m4v", "video/quicktime", "application/pdf"],
];

const each = (broken: (item: Item) => boolean) => () => broken;
const enclosureOf = ({ enclosures }: Item) => enclosures?.[0];

/** Items with the same `key` as an earlier item. */
function repeated(keyOf: (item: Item) => string | undefined): ItemRule["broken"] {
  return ({ items }) => {
    const first = new Map<string, Item>();
    for (const item of items) {
      const key = keyOf(item);
      if (key !== undefined && !first.has(key)) first.set(key, item);
    }
    return (item) => {
      const key = keyOf(item);
      return key !== undefined && first.get(key) !== item;
    };
  };
}

export const ITEM_RULES: readonly ItemRule[] = [
  {
    ...rss("must", "item-title", "Episodes without a title."),
    broken: each(({ title }) => !title),
  },
  {
    ...psp("must", "item-enclosure", "Episodes without an enclosure that has a URL and a type."),
    broken: each((item) => !isWebAddress(enclosureOf(item)?.url) || !enclosureOf(item)?.type),
  },
  {
    ...psp("must", "item-enclosure-length", "Enclosures without a length."),
    broken: each((item) => enclosureOf(item)?.length === undefined),
  },
  {
    ...psp("must", "item-guid", "Episodes without a GUID."),
    broken: each(({ guid }) => !guid?.value),
  },
  {
    ...psp("must", "item-guid-unique", "Episodes with the same GUID as another one."),
    broken: repeated(({ guid }) => guid?.value),
  },
  {
    ...apple("must", "item-date", "Episodes with an invalid date."),
    broken: each(({ pubDate }) => pubDate !== undefined && Number.isNaN(Date.parse(pubDate))),
  },
  {
    ...apple("should", "item-enclosure-type", "Enclosures of a type that Apple does not play."),
    broken: each((item) => !PLAYED.includes(enclosureOf(item)?.type ?? "audio/mpeg")),
  },
  {
    ...apple("should", "item-enclosure-unique", "Enclosures that another episode also has."),
    broken: repeated((item) => enclosureOf(item)?.url),
  },
  {
    ...psp("should", "item-enclosure-size", "Enclosures whose length is 0, that is, unknown."),
    broken: each((item) => enclosureOf(item)?.length === 0),
  },
  {
    ...psp("should", "item-link", "Episodes without a link."),
    broken: each(({ link }) => !isWebAddress(link)),
  },
  {
    ...psp("should", "item-pubdate", "Episodes without a date."),
    broken: each(({ pubDate }) => !pubDate),
  },
  {
    ...psp("should", "item-description", "Episodes without a description."),
    broken: each(({ description }) => !description),
  },
  {
    ...apple("should", "item-description-length", "Descriptions of more than 10,000 bytes."),
    broken: each(({ description }) => bytes(description) > 10_000),
  },
  {
    ...psp("should", "item-duration", "Episodes without a duration."),
    broken: each(({ itunes }) => itunes?.duration === undefined),
  },
  {
    ...psp("should", "item-explicit", "Episodes that do not declare whether they are explicit."),
    broken: each(({ itunes }) => itunes?.explicit === undefined),
  },
  {
    ...psp("should", "item-image", "Episodes without an image of their own."),
    broken: each(({ itunes }) => !itunes?.image),
  },
  {
    ...psp("should", "item-transcript", "Episodes without a transcript."),
    broken: each(({ podcast }) => (podcast?.transcripts ?? []).length === 0),
  },
  {
    ...apple("should", "item-number", "Seasons or episodes numbered 0."),
    broken: each(({ itunes }) => itunes?.season === 0 || itunes?.episode === 0),
  },
];
