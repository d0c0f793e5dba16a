/** Rules of feeds: who may read one, how many pages it has, the URLs of its audio; pure. */
import { withoutTrailing } from "../../../platform/text/plain.ts";
import { isOpenTo } from "../../publishing/shows/rights.ts";
import type { FeedState } from "./store.ts";

/** Items per page (contract §7: paged above 300 items, RFC 5005 §3). */
const PAGE_ITEMS = 300;

/** The result of a request: not available, moved, or one page. */
export type Answer = "missing" | { moved: string | null; pages: number };

/** The result of a request with `key` for `page`. A feed without items has one page. */
export function answerTo(
  state: FeedState | undefined,
  key: string | undefined,
  page: number,
): Answer {
  if (state === undefined || state.mode === "DISABLED" || !isOpenTo(state, key)) return "missing";
  const pages = pagesOf(state);
  if (page > pages) return "missing";
  return { moved: state.mode === "REDIRECT" ? state.redirect_url : null, pages };
}

type Sized = Pick<FeedState, "listenable_episodes_count" | "item_limit">;

/** The number of items on all pages together. */
const itemsOf = ({ listenable_episodes_count: all, item_limit }: Sized): number =>
  item_limit === null ? all : Math.min(all, item_limit);

export const pagesOf = (state: Sized): number =>
  Math.max(1, Math.ceil(itemsOf(state) / PAGE_ITEMS));

/** The limit and offset of a page's rows. */
export function stretchOf(state: Sized, page: number): { limit: number; offset: number } {
  const offset = (page - 1) * PAGE_ITEMS;
  return { limit: Math.max(0, Math.min(PAGE_ITEMS, itemsOf(state) - offset)), offset };
}

/**
 * File extensions by media type, including unregistered types that feeds commonly use: players and directories rely on
 * extensions. All audio encoded here is MP3.
 */
const TYPES: Record<string, readonly string[]> = {
  mp3: ["audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/mpeg3", "audio/mpg"],
  m4a: ["audio/mp4", "audio/x-m4a", "audio/m4a", "audio/mp4a-latm"],
  aac: ["audio/aac", "audio/x-aac", "audio/aacp"],
  ogg: ["audio/ogg", "audio/x-ogg", "audio/vorbis", "application/ogg"],
  opus: ["audio/opus"],
  flac: ["audio/flac", "audio/x-flac"],
  wav: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"],
  aiff: ["audio/aiff", "audio/x-aiff"],
  wma: ["audio/x-ms-wma"],
  amr: ["audio/amr"],
  weba: ["audio/webm"],
  mp4: ["video/mp4"],
  m4v: ["video/x-m4v", "video/m4v"],
  mov: ["video/quicktime"],
  webm: ["video/webm"],
  mpeg: ["video/mpeg"],
  ogv: ["video/ogg"],
  "3gp": ["video/3gpp", "audio/3gpp"],
  pdf: ["application/pdf"],
  epub: ["application/epub+zip"],
};
const EXTENSIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPES).flatMap(([extension, types]) => types.map((type) => [type, extension])),
);

/** The file extension of a type, which may have parameters (RFC 9110 §8.3.1). */
const extensionOf = (type: string): string =>
  EXTENSIONS.get(type.split(";", 1)[0]?.trim().toLowerCase() ?? "") ?? "mp3";

export type Enclosed = {
  episode_id: number;
  permalink: string;
  media_key: string | null;
  media_type: string | null;
  media_bytes: number | null;
};

/** The show's settings that affect its enclosures. */
export type Prefixing = { prepend_url: string | null; key: string | null };

export type Enclosure = { url: string; length: number; type: string };

/**
 * The enclosure of an item. Our own audio is MP3; linked audio keeps its type, but uses our URL too, so that it is
 * counted. The length is that of the audio without ads, and 0 if it is unknown.
 */
export function enclosureOf(
  episode: Enclosed,
  baseUrl: string,
  { prepend_url, key }: Prefixing,
): Enclosure {
  const type = episode.media_key === null ? (episode.media_type ?? "audio/mpeg") : "audio/mpeg";
  const extension = extensionOf(type);
  const url = `${baseUrl}/download/episode/${episode.episode_id}/${episode.permalink}.${extension}`;
  return { url: prefixed(prepend_url, withKey(url, key)), length: episode.media_bytes ?? 0, type };
}

/** `url` with the key that opens it, if one is required. */
export const withKey = (url: string, key: string | null): string =>
  key === null ? url : `${url}?key=${encodeURIComponent(key)}`;

/** Measurement services expect the URL after their own, by convention without `https://`. */
const prefixed = (prefix: string | null, url: string): string =>
  prefix === null ? url : `${withoutTrailing(prefix, "/")}/${url.replace(/^https:\/\//, "")}`;
