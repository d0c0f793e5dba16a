/** Maps a feed to a show, its episodes and the notes of the import report; pure. */
import type { ShowTags } from "../../distribution/feedtags/schema.ts";
import { categoryByName, nearestLanguage } from "../reference/rules.ts";
import { parseFeedDate } from "./dates.ts";
import type { FeedDocument } from "./document.ts";
import { showGuid } from "./guids.ts";
import { type MappedItem, mapItem } from "./items.ts";
import { FeedRefused } from "./refusal.ts";
import type { Channel, Item } from "./rss.ts";
import { showTags } from "./tags.ts";
import { describe, lineOf, mailAddress, webAddress } from "./words.ts";

/** The fields of a show that a feed can set. A field missing from the feed is undefined. */
type ShowFields = {
  title: string;
  description?: string | undefined;
  description_html?: string | undefined;
  language?: string | undefined;
  category_id?: number | null | undefined;
  category_2_id?: number | null | undefined;
  category_3_id?: number | null | undefined;
  explicit?: boolean | undefined;
  itunes_type?: "episodic" | "serial" | undefined;
  author_name?: string | undefined;
  owner_name?: string | undefined;
  email?: string | undefined;
  copyright?: string | undefined;
  website_url?: string | undefined;
  import_image_url?: string | undefined;
};

/** An item that is not imported. `item` counts from 1. */
export type Skipped = { item: number; title: string | null; reason: string };

export type MappedFeed = {
  guid: string;
  /** The URL from which it was fetched; null for a file. */
  address: string | null;
  /** The same, or the URL that the feed declares for itself. */
  feed_url: string | null;
  show: ShowFields;
  tags: ShowTags;
  /** The next page of a paged feed (RFC 5005 §3). */
  next: string | null;
  items: MappedItem[];
  skipped: Skipped[];
  /** Notes on what was changed or left out, in sentences. */
  notes: string[];
  /** The channel's own date. */
  published: Date | null;
  /** Codes in the feed that may prove its ownership. */
  codes: string[];
};

/** Throws `FeedRefused` for a feed without any audio or video. */
export function mapFeed(
  { channel, items, notes }: FeedDocument,
  address: string | null,
): MappedFeed {
  const show = { ...mapShow(channel), ...mapCategories(channel, notes) };
  show.language = mapLanguage(channel, notes);
  const feed_url = address ?? ownAddress(channel);
  const live = channel.podcast?.liveItems?.length ?? 0;
  if (live > 0) notes.push(`Live items are not imported: ${live}.`);
  return {
    guid: showGuid(channel.podcast?.guid, feed_url ?? `${show.website_url ?? ""} ${show.title}`),
    address,
    feed_url,
    show,
    tags: showTags(channel),
    next: linkOf(channel, "next"),
    ...mapItems(items, notes),
    notes,
    published: dateOf(channel.pubDate) ?? dateOf(channel.lastBuildDate),
    codes: codesIn(channel),
  };
}

const MAX_TITLE = 1000;
const MAX_LINE = 400;

function mapShow(channel: Channel): ShowFields {
  const { itunes = {} } = channel;
  const website_url = webAddress(channel.link);
  const named = lineOf(channel.title, MAX_TITLE) ?? lineOf(itunes.title, MAX_TITLE);
  return {
    title: named ?? (website_url === undefined ? "Untitled" : new URL(website_url).hostname),
    ...describe(channel.description, itunes.summary, itunes.subtitle),
    explicit: itunes.explicit,
    itunes_type: typeOf(itunes.type),
    author_name: lineOf(itunes.author, MAX_LINE),
    owner_name: lineOf(itunes.owner?.name, MAX_LINE),
    email: mailAddress(itunes.owner?.email) ?? mailAddress(channel.managingEditor?.email),
    copyright: lineOf(channel.copyright, MAX_LINE),
    website_url,
    import_image_url: webAddress(itunes.image) ?? webAddress(channel.image?.url),
  };
}

function typeOf(text: string | undefined): ShowFields["itunes_type"] {
  const type = text?.trim().toLowerCase();
  return type === "episodic" || type === "serial" ? type : undefined;
}

/** Undefined for a feed without a language: an existing show keeps its own. */
function mapLanguage({ language }: Channel, notes: string[]): string | undefined {
  const tag = lineOf(language, 40);
  if (tag === undefined) {
    notes.push("The feed has no language; a new show gets “en”.");
    return undefined;
  }
  const nearest = nearestLanguage(tag);
  if (!nearest.exact)
    notes.push(`The language “${tag}” is not supported; “${nearest.language}” was used.`);
  return nearest.language;
}

type Category = NonNullable<NonNullable<Channel["itunes"]>["categories"]>[number];

/** The first three known categories; a sub-category includes its parent. */
function mapCategories({ itunes }: Channel, notes: string[]): Partial<ShowFields> {
  const names = (itunes?.categories ?? []).flatMap(leaves);
  const found = names.map(([name, parent]) => ({ name, id: categoryByName(name, parent) }));
  const unknown = found.filter(({ id }) => id === null).map(({ name }) => name);
  if (unknown.length > 0) notes.push(`Unknown categories: ${list(unknown)}.`);
  const ids = [...new Set(found.flatMap(({ id }) => (id === null ? [] : [id])))];
  if (ids.length > 3) {
    const over = ids.slice(3).map((id) => found.find((one) => one.id === id)?.name ?? "");
    notes.push(`A show can have three categories; left out: ${list(over)}.`);
  }
  if (ids.length === 0) return {};
  const [category_id = null, category_2_id = null, category_3_id = null] = ids;
  return { category_id, category_2_id, category_3_id };
}

/** Category names with their parents' names; if a category has sub-categories, only those. */
function leaves({ text, categories = [] }: Category): [name: string, parent: string | undefined][] {
  const name = lineOf(text, 100);
  const children = categories.flatMap((child) => lineOf(child.text, 100) ?? []);
  if (children.length > 0) return children.map((child) => [child, name]);
  return name === undefined ? [] : [[name, undefined]];
}

/** The URL that the feed declares for itself. */
const ownAddress = (channel: Channel): string | null =>
  linkOf(channel, "self") ?? webAddress(channel.itunes?.newFeedUrl) ?? null;

function linkOf({ atom }: Channel, wanted: string): string | null {
  const link = atom?.links?.find(({ rel, href }) => rel === wanted && webAddress(href));
  return webAddress(link?.href) ?? null;
}

const dateOf = (text: string | undefined): Date | null =>
  text === undefined ? null : (parseFeedDate(text)?.at ?? null);

/** Throws `FeedRefused` with the reason if no item can be played. */
function mapItems(given: (Item | string)[], notes: string[]) {
  const items: MappedItem[] = [];
  const skipped: Skipped[] = [];
  const seen = new Map<string, number>();
  for (const [place, item] of given.entries()) {
    const mapped = typeof item === "string" ? item : mapItem(item, place);
    const title = typeof item === "string" ? null : (lineOf(item.title, 100) ?? null);
    const skip = (reason: string) => skipped.push({ item: place + 1, title, reason });
    if (typeof mapped === "string") {
      skip(mapped);
      continue;
    }
    const key = `${mapped.guid}\n${mapped.fields.media_url}`;
    const earlier = seen.get(key);
    if (earlier !== undefined) skip(whyRepeated(mapped, earlier));
    else items.push(mapped);
    seen.set(key, earlier ?? place + 1);
  }
  if (items.length === 0) throw new FeedRefused(whyNothing(skipped));
  const guessed = items.filter((item) => item.guessed).length;
  if (guessed > 0) notes.push(`Dates with an unknown time zone were read as UTC: ${guessed}.`);
  return { items, skipped };
}

const whyRepeated = ({ guid, fields }: MappedItem, earlier: number): string =>
  guid === fields.media_url
    ? `it has no GUID, and the same enclosure as item ${earlier}`
    : `it has the same GUID and enclosure as item ${earlier}`;

function whyNothing(skipped: Skipped[]): string {
  const [first] = skipped;
  if (first === undefined) return "it has no items";
  return `no item has an audio or video enclosure (item 1: ${first.reason})`;
}

/** Finds codes in the channel's texts or in `podcast:txt`, as `longwave-verify=…`. */
function codesIn({ description, itunes, podcast }: Channel): string[] {
  const texts = [description, itunes?.summary, ...(podcast?.txts ?? []).map((txt) => txt.display)];
  const pattern = /longwave-verify=([\w-]{10,80})/g;
  return texts.flatMap((text) => [...(text ?? "").matchAll(pattern)].map(([, code = ""]) => code));
}

/** At most five names in quotation marks. */
const list = (names: string[]): string =>
  names
    .slice(0, 5)
    .map((name) => `“${name}”`)
    .join(", ") + (names.length > 5 ? " …" : "");
