/** The page of a show: its description, a player for the latest episode, links to all others. */
import type { z } from "zod";
import { type Html, html } from "../../../platform/http/html.ts";
import { playerHead, playerView, type Track } from "../../distribution/player/views.ts";
import { feedImageUrl } from "../../publishing/images/views.ts";
import type { showDetail } from "../../publishing/shows/schema.ts";
import type { Words } from "../layout/rules.ts";
import { headOf } from "./head.ts";
import { byLine, cover, episodeRows, pager, previewNote, prose } from "./views.ts";

type Show = z.infer<typeof showDetail>;
type Row = Parameters<typeof episodeRows>[0][number];

export type ShowPage = Readonly<{
  show: Show;
  feed_key: string | null;
  episodes: readonly Row[];
  /** The episode in the player; null on later pages and if the show has no episode. */
  track: Track | null;
  next: string | null;
  first: string | null;
  key: string | undefined;
  preview: boolean;
  words: Words;
  baseUrl: string;
}>;

export function showPage(page: ShowPage): Html {
  const { show, words, track, baseUrl } = page;
  const large = feedImageUrl(page, baseUrl);
  const byName = show.author_name ?? show.author.fullname;
  return html`
${page.preview && previewNote(words)}
<article class="sheet">
<header class="hero">${cover(show.image_url, 200, large)}
<div><h1>${show.title}</h1>
${byLine(byName, show.author.site_url, words)}
<p class="facts">${facts(show, words)}</p>
<p class="actions"><a class="button" href="${feedOf(page)}">${words.subscribe}</a>
${show.website_url !== null && html`<a href="${show.website_url}" rel="noopener nofollow ugc">${words.website}</a>`}</p>
</div></header>
${track !== null && playerView([track], words, { compact: true })}
<section aria-labelledby="about"><h2 id="about">${words.about}</h2>${prose(show.description_html)}</section>
<section aria-labelledby="episodes"><h2 id="episodes">${words.episodes}</h2>
${page.episodes.length === 0 ? html`<p>${words.no_episodes}</p>` : episodeRows(page.episodes, words)}
${pager(page.next, page.first, words)}</section>
</article>`;
}

function facts(show: Show, words: Words): Html {
  const categories = [show.category, show.category_2, show.category_3].filter(
    (one) => one !== null,
  );
  const language = new Intl.DisplayNames(words.lang, { type: "language" }).of(show.language);
  return html`${categories.map(
    ({ permalink, name }) => html`<a href="/category/${permalink}">${name}</a> · `,
  )}<span>${language}</span>${show.explicit && html` · <strong>${words.explicit}</strong>`}`;
}

const feedOf = ({ show, key }: ShowPage): string =>
  key === undefined ? show.feed_url : `${show.feed_url}?key=${encodeURIComponent(key)}`;

export function showHead(page: ShowPage): Html {
  const { show, baseUrl } = page;
  const image = feedImageUrl(page, baseUrl) ?? show.image_url;
  const { title, description } = show;
  return html`${headOf({
    title,
    description,
    image,
    baseUrl,
    url: show.site_url,
    type: "music.radio_station",
    player: `${baseUrl}/embed?show_id=${show.show_id}`,
    feed: { title: show.title, url: feedOf(page) },
    unlisted: page.preview || page.key !== undefined,
    data: {
      "@type": "PodcastSeries",
      name: title,
      description,
      url: show.site_url,
      image,
      webFeed: show.feed_url,
      inLanguage: show.language,
      author: { "@type": "Person", name: show.author_name ?? show.author.fullname },
    },
  })}${playerHead()}`;
}
