/** Maps an item of a feed to an episode; pure. */
import type { EpisodeTags } from "../../distribution/feedtags/schema.ts";
import type { Link } from "../../distribution/feedtags/transcripts/store.ts";
import { parseDuration, parseFeedDate } from "./dates.ts";
import { itemGuid } from "./guids.ts";
import type { Item } from "./rss.ts";
import { episodeTags, transcriptsOf } from "./tags.ts";
import { describe, lineOf, tagsOf, webAddress, wholeNumber } from "./words.ts";

export type MappedChapter = { starts_at: number; title: string; external_url: string | null };

/** The fields of an episode that a feed can set. A field missing from the feed is undefined. */
type EpisodeFields = {
  title: string;
  description?: string | undefined;
  description_html?: string | undefined;
  /** Milliseconds. */
  duration?: number | undefined;
  explicit?: boolean | undefined;
  tags?: string[] | undefined;
  season_number?: number | undefined;
  episode_number?: number | undefined;
  season_episode_type: "FULL" | "TRAILER" | "BONUS";
  episode_link?: string | undefined;
  import_image_url?: string | undefined;
  media_url: string;
  media_type: string;
  media_bytes?: number | undefined;
};

export type MappedItem = {
  /** Index in the feed from 0, counting skipped items as well. */
  place: number;
  guid: string;
  published: Date | null;
  /** Whether the time zone of its date is unknown. */
  guessed: boolean;
  fields: EpisodeFields;
  chapters: MappedChapter[];
  tags: EpisodeTags;
  transcripts: Link[];
};

/** The episode, or the reason why the item is skipped. */
export function mapItem(item: Item, place: number): MappedItem | string {
  const enclosure = chooseEnclosure(item);
  if (typeof enclosure === "string") return enclosure;
  const date = item.pubDate === undefined ? null : parseFeedDate(item.pubDate);
  return {
    place,
    guid: itemGuid(lineOf(item.guid?.value, 10_000) ?? "", enclosure.media_url),
    published: date?.at ?? null,
    guessed: date?.guessed ?? false,
    fields: { ...fieldsOf(item, enclosure.media_url), ...enclosure },
    chapters: chaptersOf(item),
    tags: episodeTags(item),
    transcripts: transcriptsOf(item),
  };
}

type Enclosure = Pick<EpisodeFields, "media_url" | "media_type" | "media_bytes">;

/** Media types by file extension, for enclosures without a type or with `application/octet-stream`. */
const BY_EXTENSION: Record<string, string> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/opus",
  flac: "audio/flac",
  wav: "audio/wav",
  wma: "audio/x-ms-wma",
  mp4: "video/mp4",
  m4v: "video/x-m4v",
  mov: "video/quicktime",
  webm: "video/webm",
};

/** The first audio or video enclosure, or the reason why there is none. */
function chooseEnclosure(item: Item): Enclosure | string {
  const { enclosures = [] } = item;
  let reason = "it has no enclosure";
  for (const { url, type, length } of enclosures) {
    const media_url = webAddress(url);
    if (media_url === undefined) {
      reason = "the URL of its enclosure is missing or is not http or https";
      continue;
    }
    const media_type = mediaType(type, media_url);
    if (/^(audio|video)\//.test(media_type)) {
      const media_bytes = wholeNumber(length, Number.MAX_SAFE_INTEGER);
      return { media_url, media_type, media_bytes: media_bytes === 0 ? undefined : media_bytes };
    }
    reason = media_type.startsWith("image/")
      ? "its enclosure is an image"
      : `its enclosure is neither audio nor video (${media_type || "no type"})`;
  }
  return reason;
}

function mediaType(announced: string | undefined, address: string): string {
  const type = lineOf(announced, 100)?.toLowerCase().split(";")[0]?.trim() ?? "";
  if (type === "application/ogg") return "audio/ogg";
  if (type !== "" && !/^(application|binary)\/(octet-stream|x-?binary)$/.test(type)) return type;
  const [, extension = ""] = /\.([a-z0-9]{2,4})$/i.exec(new URL(address).pathname) ?? [];
  return BY_EXTENSION[extension.toLowerCase()] ?? type;
}

/** Longer than the API's 140 characters: feeds may have longer titles, up to this. */
const MAX_TITLE = 1000;

function fieldsOf(item: Item, media_url: string) {
  const { itunes = {}, podcast = {} } = item;
  const title = lineOf(item.title, MAX_TITLE) ?? lineOf(itunes.title, MAX_TITLE);
  return {
    title: title ?? fileName(media_url),
    ...describe(item.content?.encoded, item.description, itunes.summary, itunes.subtitle),
    duration: wholeNumber(Math.round((itunes.duration ?? Number.NaN) * 1000)),
    explicit: itunes.explicit,
    tags: tagsOf(itunes.keywords),
    season_number: wholeNumber(itunes.season ?? podcast.season?.number),
    episode_number: wholeNumber(itunes.episode ?? podcast.episode?.number),
    season_episode_type: typeOf(itunes.episodeType),
    episode_link: webAddress(item.link),
    import_image_url: webAddress(itunes.image),
  };
}

function typeOf(text: string | undefined): EpisodeFields["season_episode_type"] {
  const type = text?.trim().toUpperCase();
  return type === "TRAILER" || type === "BONUS" ? type : "FULL";
}

/** The fallback title for an episode without one. */
function fileName(address: string): string {
  const { pathname, hostname } = new URL(address);
  return lineOf(decodeSafely(pathname.split("/").at(-1) ?? ""), MAX_TITLE) ?? hostname;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const MAX_CHAPTERS = 1000;

/** Podlove Simple Chapters by start; of two with the same start, the first. */
function chaptersOf({ psc }: Item): MappedChapter[] {
  const chapters = new Map<number, MappedChapter>();
  for (const { start, title, href } of psc?.chapters ?? []) {
    const starts_at = playTime(start ?? "");
    const line = lineOf(title, 120);
    if (starts_at === null || line === undefined || chapters.has(starts_at)) continue;
    chapters.set(starts_at, { starts_at, title: line, external_url: webAddress(href) ?? null });
  }
  return [...chapters.values()].sort((a, b) => a.starts_at - b.starts_at).slice(0, MAX_CHAPTERS);
}

/** Milliseconds of a normal play time (RFC 2326 §3.6): `01:02:03.456`, `62:03`, `3723.4`. */
function playTime(text: string): number | null {
  const seconds = parseDuration(text);
  return seconds === null ? null : (wholeNumber(Math.round(seconds * 1000)) ?? null);
}
