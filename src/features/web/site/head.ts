/** The head of a public page for machines: description, social cards, structured data, feed, oEmbed. */
import { dataBlock, type Html, html } from "../../../platform/http/html.ts";
import { inOneLine, truncate } from "../../../platform/text/plain.ts";

import { LANGUAGES } from "../layout/rules.ts";
import { tintPath } from "../layout/tint.ts";

export type PageHead = Readonly<{
  title: string;
  description: string;
  /** The canonical URL of this page. */
  url: string;
  image: string | null;
  /** A picture of 1200×630 pixels, which is shown before the image. */
  card?: string | null;
  /** The `og:type` of Open Graph. */
  type: "website" | "music.radio_station" | "music.song" | "profile";
  /** The schema.org data without `@context`. */
  data: Readonly<Record<string, unknown>>;
  baseUrl: string;
  /** The URL of the embedded player and its height, for cards that can show one. */
  player?: Readonly<{ url: string; height: number }>;
  audio?: string;
  feed?: Readonly<{ title: string; url: string }>;
  /** Excludes the page from search engines: previews, pages opened with a key, search results. */
  unlisted?: boolean;
}>;

export function headOf(head: PageHead): Html {
  const { title, description, url, image, type, data, baseUrl } = head;
  const short = truncate(inOneLine(description), 200);
  return html`
<meta name="description" content="${short}">
${head.unlisted === true && html`<meta name="robots" content="noindex">`}
<link rel="canonical" href="${url}">
${head.unlisted !== true && LANGUAGES.map(([lang]) => html`<link rel="alternate" hreflang="${lang}" href="${url}?c=${lang}">`)}
<meta property="og:type" content="${type}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${short}">
<meta property="og:url" content="${url}">
${head.card != null && html`<meta property="og:image" content="${head.card}"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta property="og:image:alt" content="${title}">`}
${image !== null && html`<meta property="og:image" content="${image}">`}
${head.audio !== undefined && html`<meta property="og:audio" content="${head.audio}"><meta property="og:audio:type" content="audio/mpeg">`}
<meta name="twitter:card" content="${head.player === undefined ? "summary" : "player"}">
${head.player !== undefined && html`<meta name="twitter:player" content="${head.player.url}"><meta name="twitter:player:width" content="640"><meta name="twitter:player:height" content="${head.player.height}">`}
${head.feed !== undefined && html`<link rel="alternate" type="application/rss+xml" title="${head.feed.title}" href="${head.feed.url}">`}
${head.player !== undefined && oembedLinks(url, baseUrl, title)}
${dataBlock("application/ld+json", { "@context": "https://schema.org", ...data })}`;
}

/** Tints the page in the colour of a cover. */
export const tintLink = (tint: string | null): Html =>
  html`${tint !== null && html`<link rel="stylesheet" href="${tintPath(tint)}">`}`;

function oembedLinks(url: string, baseUrl: string, title: string): Html {
  const at = (format: string) =>
    `${baseUrl}/oembed?url=${encodeURIComponent(url)}&format=${format}`;
  return html`<link rel="alternate" type="application/json+oembed" title="${title}" href="${at("json")}">
<link rel="alternate" type="text/xml+oembed" title="${title}" href="${at("xml")}">`;
}
