/** The HTML of the pages that are lists: a user, a category, a tag, a curated list. */
import type { z } from "zod";
import { type Html, html } from "../../../platform/http/html.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import { PLAYER_HEIGHTS } from "../../distribution/player/oembed.ts";
import type { userDetail } from "../../people/users/schema.ts";
import { buttonLink, joined } from "../layout/components.ts";
import { counted, type Words } from "../layout/rules.ts";
import { headOf } from "./head.ts";
import { episodeRows, portrait, showGrid } from "./views.ts";

type Shows = Parameters<typeof showGrid>[0];
type Episodes = Parameters<typeof episodeRows>[0];

export type UserPage = Readonly<{
  user: z.infer<typeof userDetail>;
  /** The signed-in person; null for visitors. */
  reader: Readonly<{ isSelf: boolean; csrf: string; follows: boolean }> | null;
  shows: Shows;
  episodes: Episodes;
  words: Words;
  baseUrl: string;
}>;

export const userPage = (page: UserPage): Html => {
  const { user, shows, episodes, words, baseUrl } = page;
  return html`
<article class="sheet">
<header class="hero">${portrait(user.image_url, user.fullname, 120)}
<div><h1><bdi>${user.fullname}</bdi></h1>
<p class="facts">${joined([html`<a href="/@${user.username}">@${user.username}</a>`, counted(words, "followers", user.followers_count)])}</p>
${user.description !== "" && html`<p dir="auto">${user.description}</p>`}
${followView(page)}</div></header>
${shows.length > 0 && html`<section aria-labelledby="shows"><h2 id="shows">${words.shows}</h2>${showGrid(shows, words)}</section>`}
${episodes.length > 0 && html`<section aria-labelledby="episodes"><h2 id="episodes">${words.latest_episodes}</h2>${episodeRows(episodes, words, { baseUrl })}</section>`}
</article>`;
};

/** Visitors are asked to sign in, and come back; nobody follows themselves. */
function followView({ user, reader, words }: UserPage): Html {
  const { user_id } = user;
  if (reader === null)
    return html`<p class="actions"><a class="button" rel="nofollow" href="/sign-in?next=${encodeURIComponent(`/user/${user_id}`)}">${words.follow_here}</a></p>`;
  const { isSelf, csrf, follows } = reader;
  if (isSelf)
    return html`<p class="actions">${buttonLink("/settings", words.edit_profile, "quiet")}</p>`;
  return html`<form method="post" action="/user/${user_id}/follow" class="actions" data-act>
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="on" value="${follows ? "" : "1"}">
<button type="submit" id="follow-user"${follows && html` class="quiet"`} aria-pressed="${follows ? "true" : "false"}">${follows ? words.unfollow : words.follow_here}</button></form>`;
}

export const userHead = ({ user, words, baseUrl }: UserPage): Html =>
  html`${headOf({
    title: user.fullname,
    description: user.description,
    url: user.site_url,
    baseUrl,
    image: user.image_url,
    type: "profile",
    player: { url: `${baseUrl}/embed?user_id=${user.user_id}`, height: PLAYER_HEIGHTS.user },
    data: {
      "@type": "ProfilePage",
      mainEntity: { "@type": "Person", name: user.fullname, url: user.site_url },
    },
  })}${listeningHead(words)}`;

/** The page of a list: a heading and what is listed, or `empty` if there is nothing. */
export const listPage = (title: string, list: Html, empty: Html | null, on: Html): Html => html`
<h1><bdi>${title}</bdi></h1>
${empty ?? list}
${on}`;
