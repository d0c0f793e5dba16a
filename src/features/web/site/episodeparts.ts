/** The HTML of the parts of an episode's page around its player: actions, people, messages, other episodes. */

import type { z } from "zod";
import { type Html, html } from "../../../platform/http/html.ts";
import { embedFrame } from "../../distribution/player/oembed.ts";
import { icon, playButton } from "../../distribution/player/views.ts";
import type { messageView } from "../../listening/messages/views.ts";
import type { episodeDetail } from "../../publishing/episodes/schema.ts";
import type { Words } from "../layout/rules.ts";
import { cover, dateOf, type EpisodeItem, episodeRows, playableOf, titled } from "./views.ts";

export type Person = Readonly<{ name: string; role: string | null; url: string | null }>;
type Funding = Readonly<{ url: string; title: string | null }>;

/** What surrounds an episode. */
export type EpisodeContext = Readonly<{
  /** The language of the show. */
  language: string;
  people: readonly Person[];
  funding: readonly Funding[];
  messages: readonly ReturnType<typeof messageView>[];
  /** Other episodes of the show, the next older one and the next newer one. */
  more: readonly EpisodeItem[];
  previous: EpisodeItem | null;
  next: EpisodeItem | null;
}>;

type Acted = Readonly<{
  episode: z.infer<typeof episodeDetail>;
  context: EpisodeContext;
  hasAudio: boolean;
  /** Drafts are neither followed nor shared. */
  preview: boolean;
  key: string | undefined;
  baseUrl: string;
  words: Words;
}>;

/** What one can do with an episode; sharing needs scripts, and all else works without. */
export function actionsView(acted: Acted): Html {
  const { episode, hasAudio, preview, key, baseUrl, words } = acted;
  const { show, title, site_url } = episode;
  const query = queryOf(key);
  const playable = playableOf(episode, { baseUrl, key, show_title: show.title });
  return html`<div class="deeds">
${hasAudio && playButton(playable, words)}
${!preview && html`<a class="button quiet" href="${show.site_url}/follow${query}" data-dialog="follow">${words.follow}</a>`}
${!preview && html`<button type="button" class="quiet" data-share="${site_url}${query}" data-title="${title}">${words.share}</button>`}
${moreActions(acted)}
<p class="copied soft" role="status" data-copied></p></div>`;
}

const queryOf = (key: string | undefined): string =>
  key === undefined ? "" : `?key=${encodeURIComponent(key)}`;

/** What fewer people look for, behind one button that needs no script. */
function moreActions({ episode, context, hasAudio, preview, key, baseUrl, words }: Acted): Html {
  const embedUrl = `${baseUrl}/embed?episode_id=${episode.episode_id}`;
  const links = [
    ...(episode.download_enabled && hasAudio
      ? [html`<a href="${episode.download_url}${queryOf(key)}">${words.download}</a>`]
      : []),
    ...context.funding.map(
      ({ url, title }) =>
        html`<a href="${url}" rel="noopener nofollow ugc">${title === null ? words.support : titled(title, context.language, words)}</a>`,
    ),
  ];
  const canEmbed = !preview && key === undefined && hasAudio;
  if (links.length === 0 && !canEmbed) return html``;
  return html`<details class="menu"><summary class="button quiet">${words.more_actions}${icon("unfold")}</summary>
<div class="panel" data-sheet>${links.length > 0 && html`<ul>${links.map((link) => html`<li>${link}</li>`)}</ul>`}
${canEmbed && embedCode(embedFrame(embedUrl, "100%", 200, episode.title), words)}</div></details>`;
}

const embedCode = (frame: string, words: Words): Html => html`
<div class="code"><label for="embed-code">${words.embed_code}</label>
<textarea id="embed-code" rows="3" readonly spellcheck="false">${frame}</textarea>
<p class="actions"><button type="button" class="quiet" data-copy="embed-code" data-said="copied_code">${words.copy}</button><span class="soft" role="status" data-copied></span></p></div>`;

export const peopleView = ({ people, language }: EpisodeContext, words: Words): Html =>
  html`${
    people.length > 0 &&
    html`<section aria-labelledby="people"><h2 id="people">${words.people}</h2>
<ul class="people">${people.map(
      ({ name, role, url }) =>
        html`<li>${url === null ? titled(name, language, words) : html`<a href="${url}" rel="noopener nofollow ugc">${titled(name, language, words)}</a>`}${role !== null && html` <span class="soft">${role}</span>`}</li>`,
    )}</ul></section>`
  }`;

/** The latest messages of listeners, as they wrote them. */
export const messagesView = ({ messages }: EpisodeContext, words: Words): Html =>
  html`${
    messages.length > 0 &&
    html`<section aria-labelledby="messages"><h2 id="messages">${words.messages}</h2>
<ol class="messages">${messages.map(
      (message) => html`<li>${cover(message.author_image_url, 40)}
<div><p class="soft"><a href="${message.author_site_url}"><bdi>${message.author_fullname}</bdi></a> · ${dateOf(message.created_at, words)}</p>
<p class="said" dir="auto">${message.text}</p></div></li>`,
    )}</ol></section>`
  }`;

type From = Parameters<typeof episodeRows>[2];

/** Other episodes of the show, and the ways to the ones before and after. */
export const moreView = (context: EpisodeContext, from: From, words: Words): Html => html`
${
  context.more.length > 0 &&
  html`<section aria-labelledby="more"><h2 id="more">${words.more_of_show}</h2>${episodeRows(context.more, words, from)}</section>`
}
${
  (context.previous !== null || context.next !== null) &&
  html`<nav class="neighbours" aria-label="${words.episodes}">
${context.previous !== null && neighbour(context.previous, words.previous, "prev", context, from, words)}
${context.next !== null && neighbour(context.next, words.next, "next", context, from, words)}</nav>`
}`;

const neighbour = (
  episode: EpisodeItem,
  label: string,
  rel: "prev" | "next",
  { language }: EpisodeContext,
  from: From,
  words: Words,
): Html =>
  html`<a class="${rel}" rel="${rel}" href="${playableOf(episode, from).site_url}"><span class="soft">${label}</span>${titled(episode.title, language, words)}</a>`;
