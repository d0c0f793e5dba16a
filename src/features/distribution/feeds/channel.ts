/** Renders a show and some of its episodes as an RSS document; pure. */
import packageJson from "../../../../package.json" with { type: "json" };
import { feedImageUrl } from "../../publishing/images/views.ts";
import { CATEGORIES, findCategory } from "../../publishing/reference/rules.ts";
import type { ShowTags } from "../feedtags/schema.ts";
import { imageXml, isPlain } from "./item.ts";
import { withKey } from "./rules.ts";
import type { ChannelRow } from "./store.ts";
import { showTagsXml } from "./tags.ts";
import { cdata, element, group, textElement } from "./xml.ts";

/** The generator of a feed; part of its ETag, because another version may write other bytes. */
export const GENERATOR = `Longwave ${packageJson.version}`;

const NAMESPACES = {
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
  "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
  "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
  "xmlns:psc": "http://podlove.org/simple-chapters",
};

export type ChannelContext = {
  baseUrl: string;
  /** The key in the URLs of a LIMITED show's feed. */
  key: string | null;
  page: number;
  pages: number;
  /** WebSub hubs that are notified of changes. */
  hubs: readonly string[];
  podping: boolean;
  /** The URL to which the feed has moved, or null. */
  moved: string | null;
  changed_at: Date;
  /** When the newest episode was published. */
  newest_at: Date | null;
};

/** The URL of a page of a show's feed; the first page is the feed itself. */
export function feedUrl(show_id: number, baseUrl: string, key: string | null, page = 1): string {
  const query = new URLSearchParams();
  if (key !== null) query.set("key", key);
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return `${baseUrl}/show/${show_id}/episodes/feed${text === "" ? "" : `?${text}`}`;
}

/** The whole document around `items`. */
export function documentXml(
  row: ChannelRow,
  tags: ShowTags,
  context: ChannelContext,
  items: string,
): string {
  const channel = group("channel", {}, channelXml(row, tags, context) + items);
  const root = group("rss", { version: "2.0", ...NAMESPACES }, channel);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}

function channelXml(row: ChannelRow, tags: ShowTags, context: ChannelContext): string {
  const link = row.website_url ?? withKey(`${context.baseUrl}/show/${row.show_id}`, context.key);
  const author = row.author_name ?? row.author_fullname;
  const email = row.show_email === true ? row.email : null;
  return (
    textElement("title", row.title) +
    textElement("link", link) +
    descriptionXml(row) +
    textElement("language", row.language) +
    textElement("copyright", row.copyright) +
    textElement("generator", GENERATOR) +
    textElement("pubDate", context.newest_at?.toUTCString()) +
    textElement("lastBuildDate", context.changed_at.toUTCString()) +
    linksXml(row.show_id, context) +
    // Changes of feeds that require a key are not announced.
    (context.key === null ? announcersXml(context) : "") +
    coverXml(row, link, context.baseUrl) +
    categoriesXml(row) +
    textElement("itunes:author", author) +
    ownerXml(row.owner_name, email) +
    textElement("itunes:explicit", row.explicit) +
    textElement("itunes:type", row.itunes_type) +
    textElement("itunes:new-feed-url", context.moved) +
    // Feeds that require a key are not for directories.
    (context.key === null ? "" : textElement("itunes:block", "Yes")) +
    (context.key === null ? "" : textElement("podcast:block", "yes")) +
    textElement("podcast:guid", row.guid) +
    showTagsXml(tags, email)
  );
}

/**
 * Apple requires plain text here. Text that a reader would mistake for markup is written as the HTML description
 * instead, so that it displays correctly.
 */
function descriptionXml(row: ChannelRow): string {
  if (row.description_html === "") return textElement("description", row.description || row.title);
  const asIs = isPlain(row) && !/<[a-z!/]|&(#|[a-z])/i.test(row.description);
  if (asIs) return textElement("description", row.description);
  return (
    element("description", {}, cdata(row.description_html)) +
    (isPlain(row) ? textElement("itunes:summary", row.description) : "")
  );
}

const announcersXml = ({ hubs, podping }: ChannelContext): string =>
  hubs.map((href) => element("atom:link", { rel: "hub", href })).join("") +
  (podping ? element("podcast:podping", { usesPodping: true }) : "");

/** Atom's self link, and links to the other pages of a paged feed (RFC 5005 §3). */
function linksXml(show_id: number, { baseUrl, key, page, pages }: ChannelContext): string {
  const link = (rel: string, to: number) =>
    element("atom:link", {
      rel,
      href: feedUrl(show_id, baseUrl, key, to),
      type: "application/rss+xml",
    });
  if (pages === 1) return link("self", 1);
  return (
    link("self", page) +
    link("first", 1) +
    (page > 1 ? link("previous", page - 1) : "") +
    (page < pages ? link("next", page + 1) : "") +
    link("last", pages)
  );
}

function coverXml(row: ChannelRow, link: string, baseUrl: string): string {
  const url = feedImageUrl(row, baseUrl) ?? row.import_image_url;
  if (url === null) return "";
  const image = textElement("url", url) + textElement("title", row.title);
  return group("image", {}, image + textElement("link", link)) + imageXml(url);
}

/** The names of Apple's list, with a sub-category inside its category. */
function categoriesXml(row: ChannelRow): string {
  const ids = [row.category_id, row.category_2_id, row.category_3_id];
  return ids
    .map((id) => {
      const category = id === null ? undefined : findCategory(id);
      if (category === undefined) return "";
      const parent = CATEGORIES.find(({ category_id }) => category_id === category.parent);
      const own = { text: category.names.en };
      if (parent === undefined) return element("itunes:category", own);
      const inside = element("itunes:category", own);
      return group("itunes:category", { text: parent.names.en }, inside);
    })
    .join("");
}

function ownerXml(name: string | null, email: string | null): string {
  const owner = textElement("itunes:name", name) + textElement("itunes:email", email);
  return owner === "" ? "" : group("itunes:owner", {}, owner);
}
