/** Builds oEmbed responses (oembed.com 1.0, contract §7) and computes the size of a player; pure. */
import { html, trusted } from "../../../platform/http/html.ts";
import { COVER_SIDE } from "../../../platform/media/initials.ts";
import type { Embedded } from "./actions.ts";
import type { Oembed } from "./schema.ts";

type Size = Readonly<{ maxwidth?: number | undefined; maxheight?: number | undefined }>;

/** Heights in CSS pixels; a list needs space for its items. */
export const PLAYER_HEIGHTS = { episode: 200, show: 350, user: 350 } as const;
/** The width of the frame if the consumer sets no maximum width but needs a number. */
const WIDTH = 640;
/** Width and height of a record's own image and of the default cover, in pixels. */
const THUMBNAIL = 200;

/** 100 % wide, unless the consumer sets a maximum: then a size in pixels that fits. */
export function sizeOf(kind: Embedded["kind"], { maxwidth, maxheight }: Size) {
  const height = PLAYER_HEIGHTS[kind];
  if (maxwidth === undefined && maxheight === undefined) return { width: "100%", height };
  return {
    width: maxwidth ?? WIDTH,
    height: Math.min(height, maxheight ?? height),
  };
}

/** The HTML that shows a player on another site. */
export const embedFrame = (
  url: string,
  width: number | string,
  height: number,
  title: string,
): string =>
  html`<iframe src="${url}" width="${width}" height="${height}" title="${title}" frameborder="0" loading="lazy" allow="autoplay; clipboard-write; web-share"></iframe>`
    .text;

type Source = Readonly<{
  embedded: Embedded;
  embedUrl: string;
  /** Name of the site. */
  site: string;
  baseUrl: string;
  size: Size;
}>;

export function oembedView({ embedded, embedUrl, site, baseUrl, size }: Source): Oembed {
  const { width, height } = sizeOf(embedded.kind, size);
  const { title, author_name, author_url } = embedded;
  return {
    type: "rich",
    version: "1.0",
    provider_name: site,
    provider_url: baseUrl,
    title,
    author_name,
    author_url,
    html: embedFrame(embedUrl, width, height, title),
    width,
    height,
    ...thumbnailOf(embedded),
    cache_age: 3600,
  };
}

function thumbnailOf({ image_url, default_image_url }: Embedded) {
  const side = image_url === null ? COVER_SIDE : THUMBNAIL;
  const thumbnail_url = image_url ?? default_image_url;
  return { thumbnail_url, thumbnail_width: side, thumbnail_height: side };
}

/** The same as XML (oembed.com §2.3.4). */
export function oembedXml(answer: Oembed): string {
  const fields = Object.entries(answer).map(
    ([name, value]) => html`${trusted(`<${name}>`)}${value}${trusted(`</${name}>`)}`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${html`${fields}`.text}</oembed>\n`;
}
