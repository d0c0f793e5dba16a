/** The components that public pages share: covers, show cards, episode rows, pagination. */
import { type Html, html, trusted } from "../../../platform/http/html.ts";
import { clockTime, fill, longDate, type Words } from "../layout/rules.ts";

/** A decorative image with an empty `alt`, because the title is beside it; without a URL, a plain square. */
export const cover = (url: string | null, size: number, large: string | null = null): Html =>
  url === null
    ? html`<span class="cover none" data-size="${size}"></span>`
    : html`<img class="cover" src="${url}"${large !== null && html` srcset="${url} 1x, ${large} 2x"`} alt="" width="${size}" height="${size}" loading="lazy" decoding="async">`;

type Show = Readonly<{ site_url: string; title: string; image_url: string | null }>;

/** Shows in a grid. */
export const showGrid = (shows: readonly Show[]): Html => html`
<ul class="grid">${shows.map(
  ({ site_url, title, image_url }) =>
    html`<li><a href="${site_url}">${cover(image_url, 200)}<span>${title}</span></a></li>`,
)}</ul>`;

type Episode = Readonly<{
  site_url: string;
  title: string;
  duration: number;
  published_at: string | null;
  image_url?: string | null;
  show?: Readonly<{ title: string }> | undefined;
}>;

/** A list of episodes, each linking to its page. */
export const episodeRows = (episodes: readonly Episode[], words: Words): Html => html`
<ol class="rows">${episodes.map(
  (episode) => html`<li>
${cover(episode.image_url ?? null, 64)}
<div><a href="${episode.site_url}">${episode.title}</a>
<p class="soft">${episode.show && html`${episode.show.title} · `}${dateOf(episode.published_at, words)}${
    episode.duration > 0 && html` · ${clockTime(episode.duration)}`
  }</p></div></li>`,
)}</ol>`;

/** Formats an API time as a date for readers. */
export function dateOf(wire: string | null, { lang }: Words): Html {
  if (wire === null) return html``;
  const date = new Date(`${wire.replace(" ", "T")}Z`);
  return html`<time datetime="${date.toISOString()}">${longDate(date, lang)}</time>`;
}

/** The pagination links below a list. */
export const pager = (next: string | null, first: string | null, words: Words): Html =>
  html`${
    (next !== null || first !== null) &&
    html`<nav class="pager" aria-label="${words.more}">
${first !== null && html`<a href="${first}">${words.back}</a>`}
${next !== null && html`<a rel="next" href="${next}">${words.older}</a>`}</nav>`
  }`;

/** HTML that was sanitised before it was stored. */
export const prose = (sanitised: string): Html =>
  html`${sanitised !== "" && html`<div class="prose">${trusted(sanitised)}</div>`}`;

export const previewNote = (words: Words): Html =>
  html`<p class="notice plain" role="status">${words.preview}</p>`;

export const tagLinks = (tags: readonly string[], words: Words): Html =>
  html`${
    tags.length > 0 &&
    html`<nav class="tags" aria-label="${words.tags}"><ul>${tags.map(
      (tag) => html`<li><a href="/tag/${encodeURIComponent(tag)}">${tag}</a></li>`,
    )}</ul></nav>`
  }`;

export const byLine = (name: string, url: string, words: Words): Html => {
  const [before = "", after = ""] = fill(words.by, { name: "\u0000" }).split("\u0000");
  return html`<p class="by">${before}<a href="${url}">${name}</a>${after}</p>`;
};
