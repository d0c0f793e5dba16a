/** The page of a show: its description, a player for the latest episode, links to all others. */
import type { z } from "zod";
import { type Html, html } from "../../../platform/http/html.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import { PLAYER_HEIGHTS } from "../../distribution/player/oembed.ts";
import { playerView, type Track } from "../../distribution/player/views.ts";
import { feedImageUrl } from "../../publishing/images/views.ts";
import type { showDetail } from "../../publishing/shows/schema.ts";
import { breadcrumbs, joined } from "../layout/components.ts";
import { fill, type Words } from "../layout/rules.ts";
import { headOf, tintLink } from "./head.ts";
import { type Finder, finderView } from "./showfinder.ts";
import {
  byLine,
  cover,
  episodeRows,
  folded,
  locked,
  nothingYet,
  pager,
  previewNote,
  titled,
} from "./views.ts";

type Show = z.infer<typeof showDetail>;
type Row = Parameters<typeof episodeRows>[0][number];

export type ShowPage = Readonly<{
  show: Show;
  feed_key: string | null;
  /** Sizes of the cover, and the colour that stands out in it. */
  image_sizes: string | null;
  tint: string | null;
  /** The picture for links to this page; null unless strangers may see it. */
  card_url: string | null;
  episodes: readonly Row[];
  /** The episode in the player; null on later pages and if the show has no episode. */
  track: Track | null;
  next: string | null;
  first: string | null;
  /** The ways to find other episodes; null if all are on this page. */
  finder: Finder | null;
  /** Presents the show; otherwise it is a later page, a season, an order or a search. */
  presents: boolean;
  key: string | undefined;
  preview: boolean;
  /** The signed-in person; null for visitors. */
  reader: Readonly<{ csrf: string; follows: boolean; isNotified: boolean }> | null;
  words: Words;
  baseUrl: string;
}>;

/** The first page presents the show; later ones are about its episodes only. */
export const showPage = (page: ShowPage): Html => html`
${page.preview && previewNote(page.words)}
<article class="sheet">
${page.presents ? introduction(page) : laterHead(page)}
${episodeList(page)}
</article>`;

function introduction(page: ShowPage): Html {
  const { show, words, track } = page;
  const { language } = show;
  const byName = show.author_name ?? show.author.fullname;
  return html`<header class="hero">${cover(show.image_url, 200, page.image_sizes)}
<div><h1>${titled(show.title, language, words)}</h1>
${byLine(byName, show.author.site_url, language, words)}
<p class="facts">${facts(show, words)}</p>
<div class="actions">${followActs(page)}
${show.website_url !== null && html`<a class="button quiet" href="${show.website_url}" rel="noopener nofollow ugc">${words.website}</a>`}
${notifyAct(page)}</div>
</div></header>
${track !== null && playerView([track], words)}
${show.description_html !== "" && html`<section aria-labelledby="about"><h2 id="about">${words.about}</h2>${folded(show.description_html, language, words)}</section>`}`;
}

/** For people with an account, their library comes first, and then their apps. */
function followActs(page: ShowPage): Html {
  const { show, words, reader, key } = page;
  const inApps = (name: string, isQuiet: boolean) =>
    html`<a class="button${isQuiet && " quiet"}" href="${followUrlOf(page)}" data-dialog="follow">${name}</a>`;
  if (reader === null || page.preview) return inApps(words.follow, false);
  const { csrf, follows } = reader;
  return html`<form method="post" action="/show/${show.show_id}/favorite" class="inline" data-act>
<input type="hidden" name="csrf" value="${csrf}">${key !== undefined && html`<input type="hidden" name="key" value="${key}">`}
<input type="hidden" name="on" value="${follows ? "" : "1"}">
<button type="submit" id="follow-here"${follows && html` class="quiet"`} aria-pressed="${follows ? "true" : "false"}">${follows ? words.unfollow : words.follow_here}</button></form>
${inApps(words.follow_app, true)}`;
}

/**
 * The way to notifications, which only public shows send. Scripts ask the browser for people with an account. It comes last,
 * because it takes a line of its own on phones.
 */
function notifyAct({ show, words, reader, preview }: ShowPage): Html | false {
  if (preview || show.visibility !== "PUBLIC") return false;
  const { show_id } = show;
  return reader?.isNotified
    ? html`<a class="button quiet" id="notify" href="/settings/notifications#show-${show_id}">${words.notified}</a>`
    : html`<a class="button quiet" id="notify" rel="nofollow" href="/show/${show_id}/notify"${reader !== null && html` data-notify`}>${words.notify}</a>`;
}

function laterHead(page: ShowPage): Html {
  const { show, words } = page;
  const href = locked(show.site_url, page.key);
  return html`
<header class="hero later"><a href="${href}" tabindex="-1" aria-hidden="true">${cover(show.image_url, 64)}</a>
<div>${breadcrumbs(show.title, [{ href, name: show.title }])}
<h1>${listTitle(page, words)}</h1></div></header>`;
}

/** What a page lists that does not present the show. */
export const listTitle = ({ finder }: Pick<ShowPage, "finder">, words: Words): string =>
  finder?.q ? fill(words.results, { q: finder.q }) : words.episodes;

function episodeList(page: ShowPage): Html {
  const { show, words, baseUrl, key, episodes, finder } = page;
  const { title: show_title, language, image_url: cover_url } = show;
  const from = { baseUrl, key, show_title, language, cover_url };
  const list = html`${finder !== null && finderView(finder, words)}
${episodes.length === 0 ? noneView(page) : episodeRows(episodes, words, from)}
${pager(page.next, page.first, words)}`;
  return page.presents
    ? html`<section aria-labelledby="episodes"><h2 id="episodes">${words.episodes}</h2>${list}</section>`
    : html`<div>${list}</div>`;
}

const noneView = ({ finder, words }: ShowPage): Html =>
  finder?.q
    ? html`<p>${fill(words.found_none, { q: finder.q })} ${words.found_hint}</p>`
    : nothingYet(words.no_episodes, words);

function facts(show: Show, words: Words): Html {
  const categories = [show.category, show.category_2, show.category_3].filter(
    (one) => one !== null,
  );
  const language = new Intl.DisplayNames(words.lang, { type: "language" }).of(show.language);
  return joined([
    ...categories.map(({ permalink, name }) => html`<a href="/category/${permalink}">${name}</a>`),
    language,
    show.explicit && html`<strong>${words.explicit}</strong>`,
  ]);
}

/** The page with the ways to follow the show, which the script shows as a dialog. */
const followUrlOf = ({ show, key }: ShowPage): string => locked(`${show.site_url}/follow`, key);

const feedOf = ({ show, key }: ShowPage): string => locked(show.feed_url, key);

/** A search, a season or an order: parts of the show that search engines need not list besides it. */
const isPart = ({ finder, presents, first }: ShowPage): boolean =>
  !presents && (first === null || Boolean(finder?.q));

export function showHead(page: ShowPage): Html {
  const { show, baseUrl } = page;
  const image = feedImageUrl(page, baseUrl) ?? show.image_url;
  const { title, description } = show;
  return html`${headOf({
    title,
    description,
    image,
    card: page.card_url,
    baseUrl,
    url: show.site_url,
    type: "music.radio_station",
    player: { url: `${baseUrl}/embed?show_id=${show.show_id}`, height: PLAYER_HEIGHTS.show },
    feed: { title: show.title, url: feedOf(page) },
    unlisted: page.preview || page.key !== undefined || isPart(page),
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
  })}${tintLink(page.tint)}${listeningHead(page.words)}`;
}
