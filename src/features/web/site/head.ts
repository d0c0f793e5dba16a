/** The head of a public page for machines: description, social cards, structured data, feed, oEmbed. */
import { dataBlock, type Html, html } from "../../../platform/http/html.ts";
import { truncate } from "../../../platform/text/plain.ts";

export type PageHead = Readonly<{
  title: string;
  description: string;
  /** The canonical URL of this page. */
  url: string;
  image: string | null;
  /** The `og:type` of Open Graph. */
  type: "website" | "music.radio_station" | "music.song" | "profile";
  /** The schema.org data without `@context`. */
  data: Readonly<Record<string, unknown>>;
  baseUrl: string;
  /** The URL of the embedded player, for cards that can show one. */
  player?: string;
  audio?: string;
  feed?: Readonly<{ title: string; url: string }>;
  /** Excludes the page from search engines: previews, pages opened with a key, search results. */
  unlisted?: boolean;
}>;

export function headOf(head: PageHead): Html {
  const { title, description, url, image, type, data, baseUrl } = head;
  const short = truncate(description.replace(/\s+/g, " ").trim(), 200);
  return html`
<meta name="description" content="${short}">
${head.unlisted === true && html`<meta name="robots" content="noindex">`}
<link rel="canonical" href="${url}">
<meta property="og:site_name" content="Longwave">
<meta property="og:type" content="${type}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${short}">
<meta property="og:url" content="${url}">
${image !== null && html`<meta property="og:image" content="${image}">`}
${head.audio !== undefined && html`<meta property="og:audio" content="${head.audio}"><meta property="og:audio:type" content="audio/mpeg">`}
<meta name="twitter:card" content="${head.player === undefined ? "summary" : "player"}">
${head.player !== undefined && html`<meta name="twitter:player" content="${head.player}"><meta name="twitter:player:width" content="640"><meta name="twitter:player:height" content="200">`}
${head.feed !== undefined && html`<link rel="alternate" type="application/rss+xml" title="${head.feed.title}" href="${head.feed.url}">`}
${head.player !== undefined && oembedLinks(url, baseUrl, title)}
${dataBlock("application/ld+json", { "@context": "https://schema.org", ...data })}`;
}

function oembedLinks(url: string, baseUrl: string, title: string): Html {
  const at = (format: string) =>
    `${baseUrl}/oembed?url=${encodeURIComponent(url)}&format=${format}`;
  return html`<link rel="alternate" type="application/json+oembed" title="${title}" href="${at("json")}">
<link rel="alternate" type="text/xml+oembed" title="${title}" href="${at("xml")}">`;
}
