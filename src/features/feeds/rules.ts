/** Decisions about feeds: who gets one, how many pages it has, where its audio lies; pure. */
import { withoutTrailing } from "../../platform/text/plain.ts";
import { isOpenTo } from "../shows/rights.ts";
import type { FeedState } from "./store.ts";

/** Items of a page (contract §7: paged above 300 items, RFC 5005 §3). */
export const PAGE_ITEMS = 300;

/** A feed that cannot be had, one that has moved, or one page of it. */
export type Answer = "missing" | { moved: string | null; pages: number };

/** What a request with `key` for `page` gets. A feed without items has one page. */
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

/** How many items all pages have together. */
const itemsOf = ({ listenable_episodes_count: all, item_limit }: Sized): number =>
  item_limit === null ? all : Math.min(all, item_limit);

export const pagesOf = (state: Sized): number =>
  Math.max(1, Math.ceil(itemsOf(state) / PAGE_ITEMS));

/** The rows of a page: how many to take after how many. */
export function stretchOf(state: Sized, page: number): { limit: number; offset: number } {
  const offset = (page - 1) * PAGE_ITEMS;
  return { limit: Math.max(0, Math.min(PAGE_ITEMS, itemsOf(state) - offset)), offset };
}

/**
 * File names by type, as feeds spell types (many by habit, not by IANA's list): players and directories go by
 * them. Everything we encode is MP3.
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

/** The ending of a type's files; types may come with parameters (RFC 9110 §8.3.1). */
const extensionOf = (type: string): string =>
  EXTENSIONS.get(type.split(";", 1)[0]?.trim().toLowerCase() ?? "") ?? "mp3";

export type Enclosed = {
  episode_id: number;
  permalink: string;
  media_key: string | null;
  media_type: string | null;
  media_bytes: number | null;
};

/** What of the show decides about its enclosures. */
export type Prefixing = { prepend_url: string | null; key: string | null };

export type Enclosure = { url: string; length: number; type: string };

/**
 * The file of an item. Ours is MP3; a linked one keeps its type, and goes through our address too,
 * so that it is counted. The length is the programme's, without ads, and 0 where nobody knows it.
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

/** `url` with the key that opens it, where one is needed. */
export const withKey = (url: string, key: string | null): string =>
  key === null ? url : `${url}?key=${encodeURIComponent(key)}`;

/** Measuring services take the address after their own, by habit without `https://`. */
const prefixed = (prefix: string | null, url: string): string =>
  prefix === null ? url : `${withoutTrailing(prefix, "/")}/${url.replace(/^https:\/\//, "")}`;
