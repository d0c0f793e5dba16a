/** Renders an episode as an item of a feed; pure. */
import { isHtmlOf } from "../../../platform/text/html.ts";
import { feedImageUrl } from "../../publishing/images/views.ts";
import type { EpisodeTags } from "../feedtags/schema.ts";
import type { TranscriptRow } from "../feedtags/transcripts/store.ts";
import { type Enclosed, enclosureOf, type Prefixing, withKey } from "./rules.ts";
import type { ChapterRow, ItemRow } from "./store.ts";
import { episodeTagsXml } from "./tags.ts";
import { cdata, element, group, textElement } from "./xml.ts";

/** Values that all items of a feed share. */
export type ItemContext = Prefixing & {
  baseUrl: string;
  footer_html: string | null;
};

/** The parts of an episode that are stored outside its row. */
export type ItemParts = {
  chapters: readonly ChapterRow[];
  tags: EpisodeTags;
  transcripts: readonly TranscriptRow[];
};

export function itemXml(row: ItemRow, parts: ItemParts, context: ItemContext): string {
  const { baseUrl, key } = context;
  const { season_number: season, episode_number: episode } = row;
  return group(
    "item",
    {},
    textElement("title", row.title) +
      textElement(
        "link",
        row.episode_link ?? withKey(`${baseUrl}/episode/${row.episode_id}`, key),
      ) +
      textElement("guid", row.rss_guid, { isPermaLink: false }) +
      textElement("pubDate", row.published_at?.toUTCString()) +
      element("enclosure", enclosureOf(row as Enclosed, baseUrl, context)) +
      descriptionXml(row, context.footer_html) +
      textElement("itunes:duration", row.duration === 0 ? null : secondsOf(row.duration)) +
      textElement("itunes:explicit", row.explicit) +
      imageXml(feedImageUrl(row, baseUrl) ?? row.import_image_url) +
      textElement("itunes:keywords", row.tags.join(",")) +
      // Apple rejects a season or an episode 0; Podcasting 2.0 allows both.
      textElement("itunes:season", season === 0 ? null : season) +
      textElement("itunes:episode", episode === 0 ? null : episode) +
      textElement("itunes:episodeType", row.season_episode_type.toLowerCase()) +
      textElement("podcast:season", season) +
      textElement("podcast:episode", episode) +
      chaptersXml(parts, row, context) +
      episodeTagsXml(parts.tags, parts.transcripts, context),
  );
}

/** Apple requires whole seconds; a shorter episode still has a length of one. */
const secondsOf = (ms: number): number => Math.max(1, Math.round(ms / 1000));

export const imageXml = (href: string | null): string =>
  href === null ? "" : element("itunes:image", { href });

type Described = { description: string; description_html: string };

/**
 * Show notes as HTML, which apps display. Notes written as plain text are also included as such, so that readers of
 * both, such as our import, need not reconstruct the lines from the markup.
 */
function descriptionXml(row: Described, footer: string | null): string {
  const html = row.description_html + (footer === null ? "" : `\n${footer}`);
  if (html.trim() === "") return "";
  const plain = isPlain(row) ? textElement("itunes:summary", row.description) : "";
  return element("description", {}, cdata(html)) + plain;
}

/** Whether the HTML was derived from the text and adds nothing. */
export const isPlain = ({ description, description_html }: Described): boolean =>
  isHtmlOf(description, description_html);

/** The media type of a chapters file (Podcasting 2.0, JSON chapters 1.2.0). */
export const CHAPTERS_TYPE = "application/json+chapters";

/** Chapters inline (Podlove) and as our own file (Podcasting 2.0); without chapters, the external file. */
function chaptersXml(
  { chapters, tags }: ItemParts,
  { episode_id }: Pick<ItemRow, "episode_id">,
  { baseUrl, key }: ItemContext,
): string {
  if (chapters.length === 0)
    return tags.chapters_file ? element("podcast:chapters", tags.chapters_file) : "";
  const list = chapters.map(({ starts_at, title, external_url, square_key }) =>
    element("psc:chapter", {
      start: playTime(starts_at),
      title,
      href: external_url,
      image: square_key && `${baseUrl}/media/${square_key}`,
    }),
  );
  const url = withKey(`${baseUrl}/episode/${episode_id}/chapters.json`, key);
  return (
    element("podcast:chapters", { url, type: CHAPTERS_TYPE }) +
    group("psc:chapters", { version: "1.2" }, list.join(""))
  );
}

/** `01:02:03.456`, a normal play time (RFC 2326 §3.6). */
function playTime(ms: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const seconds = Math.floor(ms / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${clock.map(two).join(":")}.${String(ms % 1000).padStart(3, "0")}`;
}
