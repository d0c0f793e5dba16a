/** The HTML of the parts of an episode's page around its player: actions, people, messages, other episodes. */

import type { z } from "zod";
import { type Html, html } from "../../../platform/http/html.ts";
import { embedFrame } from "../../distribution/player/oembed.ts";
import { icon, playButton, queueButtons } from "../../distribution/player/views.ts";
import type { messageView } from "../../listening/messages/views.ts";
import type { episodeDetail } from "../../publishing/episodes/schema.ts";
import { joined } from "../layout/components.ts";
import type { Words } from "../layout/rules.ts";
import { roleIn } from "./roles.ts";
import { dateOf, type EpisodeItem, episodeRows, playableOf, portrait, titled } from "./views.ts";

export type Person = Readonly<{ name: string; role: string | null; url: string | null }>;
type Funding = Readonly<{ url: string; title: string | null }>;

/** The signed-in reader of the page. */
export type Reader = Readonly<{ user_id: number; csrf: string; likes: boolean; saved: boolean }>;

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
  reader: Reader | null;
}>;

/** What one can do with an episode; sharing needs scripts, and all else works without. */
export function actionsView(acted: Acted): Html {
  const { episode, hasAudio, preview, key, baseUrl, words } = acted;
  const { show, title, site_url } = episode;
  const query = queryOf(key);
  const playable = playableOf(episode, { baseUrl, key, show_title: show.title });
  return html`<div class="deeds">
${hasAudio && playButton(playable, words)}
${!preview && acted.reader !== null && marksView(acted, acted.reader)}
${!preview && html`<a class="button quiet" href="${show.site_url}/follow${query}" data-dialog="follow">${words.follow}</a>`}
${!preview && html`<button type="button" class="quiet" data-share="${site_url}${query}" data-title="${title}">${words.share}</button>`}
${moreActions(acted)}
<p class="copied soft" role="status" data-copied></p></div>`;
}

/** The reader's own like and bookmark, each a button that is pressed or not. */
const marksView = ({ episode, key, words }: Acted, { csrf, likes, saved }: Reader): Html => {
  const { episode_id, likes_count } = episode;
  const mark = (
    name: string,
    isOn: boolean,
    on: string,
    off: string,
    glyph: "heart" | "bookmark",
  ) => html`
<form method="post" action="/episode/${episode_id}/marks" data-act>
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="mark" value="${name}">${keyField(key)}
<input type="hidden" name="on" value="${isOn ? "" : "1"}">
<button type="submit" id="mark-${name}" class="quiet own-mark${isOn && " on"}" aria-pressed="${isOn ? "true" : "false"}" title="${isOn ? off : on}">${icon(glyph)}<span class="hidden">${on}</span>${name === "likes" && likes_count > 0 && html` <span>${likes_count}</span>`}</button></form>`;
  return html`${mark("likes", likes, words.like, words.like_undo, "heart")}${mark("bookmarks", saved, words.save_episode, words.save_undo, "bookmark")}`;
};

const keyField = (key: string | undefined): Html =>
  html`${key !== undefined && html`<input type="hidden" name="key" value="${key}">`}`;

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
  if (links.length === 0 && !hasAudio) return html``;
  return html`<details class="menu"><summary class="button quiet">${words.more_actions}${icon("unfold")}</summary>
<div class="panel" data-sheet>${hasAudio && queueButtons(words)}${links.length > 0 && html`<ul>${links.map((link) => html`<li>${link}</li>`)}</ul>`}
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
        html`<li>${url === null ? titled(name, language, words) : html`<a href="${url}" rel="noopener nofollow ugc">${titled(name, language, words)}</a>`}${role !== null && html` <span class="soft">${roleIn(role, words)}</span>`}</li>`,
    )}</ul></section>`
  }`;

type Written = Readonly<{
  episode_id: number;
  messages: EpisodeContext["messages"];
  key: string | undefined;
  reader: Reader | null;
  words: Words;
}>;

/** The latest messages of listeners, as they wrote them, and the way to write one. */
export const messagesView = (written: Written): Html => {
  const { episode_id, messages, key, reader, words } = written;
  const path = `/episode/${episode_id}/messages`;
  return html`<section aria-labelledby="messages"><h2 id="messages">${words.messages}</h2>
${
  messages.length === 0
    ? html`<p class="soft">${words.no_messages}</p>`
    : html`<ol class="messages">${messages.map(
        (message) => html`<li>${portrait(message.author_image_url, message.author_fullname, 40)}
<div><p class="soft">${joined([html`<a href="${message.author_site_url}"><bdi>${message.author_fullname}</bdi></a>`, dateOf(message.created_at, words), reader !== null && ownActs(`${path}/${message.message_id}`, message, written, reader)])}</p>
<p class="said" dir="auto">${message.text}</p></div></li>`,
      )}</ol>`
}
${
  reader === null
    ? html`<p><a class="button quiet" href="${path}/new${queryOf(key)}" rel="nofollow">${words.write_message}</a></p>`
    : html`<form method="post" action="${path}/new" class="write" data-act>
<input type="hidden" name="csrf" value="${reader.csrf}">${keyField(key)}
<label for="message-text">${words.write_message}</label>
<textarea id="message-text" name="text" rows="3" maxlength="4000" required aria-describedby="message-hint"></textarea>
<p class="hint" id="message-hint">${words.message_hint}</p>
<button type="submit" id="post-message">${words.post_message}</button></form>`
}</section>`;
};

/** One's own message can be deleted, others' reported. */
const ownActs = (
  path: string,
  { author_id }: Written["messages"][number],
  { key, words }: Written,
  { user_id, csrf }: Reader,
): Html =>
  author_id === user_id
    ? html`<form method="post" action="${path}/delete" class="inline" data-act><input type="hidden" name="csrf" value="${csrf}">${keyField(key)}<button type="submit" class="plain">${words.delete_message}</button></form>`
    : html`<a href="${path}/report${queryOf(key)}" rel="nofollow">${words.report}</a>`;

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
