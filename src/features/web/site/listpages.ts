/** The HTML of the pages that are lists: home, a user, a category, a tag. */
import type { z } from "zod";
import { type Html, html } from "../../../platform/http/html.ts";
import type { userDetail } from "../../people/users/schema.ts";
import { fill, type Words } from "../layout/rules.ts";
import { headOf } from "./head.ts";
import { cover, episodeRows, showGrid } from "./views.ts";

type Shows = Parameters<typeof showGrid>[0];
type Episodes = Parameters<typeof episodeRows>[0];

export type ListSection = Readonly<{ name: string; subtitle: string | null; shows: Shows }>;

export type Home = Readonly<{
  shelves: readonly ListSection[];
  categories: readonly Readonly<{ permalink: string; name: string; level: number }>[];
  words: Words;
}>;

export const homePage = ({ shelves, categories, words }: Home): Html => html`
<h1>${words.welcome}</h1>
${shelves.length === 0 && html`<p>${words.no_shows}</p>`}
${shelves.map(
  ({ name, subtitle, shows }) =>
    html`<section><h2>${name}</h2>${subtitle !== null && html`<p class="soft">${subtitle}</p>`}${showGrid(shows)}</section>`,
)}
<nav class="tags" aria-labelledby="categories"><h2 id="categories">${words.categories}</h2>
<ul>${categories
  .filter(({ level }) => level === 1)
  .map(
    ({ permalink, name }) => html`<li><a href="/category/${permalink}">${name}</a></li>`,
  )}</ul></nav>`;

export type UserPage = Readonly<{
  user: z.infer<typeof userDetail>;
  shows: Shows;
  episodes: Episodes;
  words: Words;
}>;

export const userPage = ({ user, shows, episodes, words }: UserPage): Html => html`
<article class="sheet">
<header class="hero">${cover(user.image_url, 120)}
<div><h1>${user.fullname}</h1>
<p class="facts">@${user.username} · ${fill(words.followers, { n: user.followers_count })}</p>
${user.description !== "" && html`<p>${user.description}</p>`}</div></header>
<section aria-labelledby="shows"><h2 id="shows">${words.shows}</h2>
${shows.length === 0 ? html`<p>${words.no_shows}</p>` : showGrid(shows)}</section>
${episodes.length > 0 && html`<section aria-labelledby="episodes"><h2 id="episodes">${words.latest_episodes}</h2>${episodeRows(episodes, words)}</section>`}
</article>`;

export const userHead = ({ user }: UserPage, baseUrl: string): Html =>
  headOf({
    title: user.fullname,
    description: user.description,
    url: user.site_url,
    baseUrl,
    image: user.image_url,
    type: "profile",
    player: `${baseUrl}/embed?user_id=${user.user_id}`,
    data: {
      "@type": "ProfilePage",
      mainEntity: { "@type": "Person", name: user.fullname, url: user.site_url },
    },
  });

/** The page of a category or a tag: a heading and a list. */
export const listPage = (title: string, list: Html, empty: string | null, on: Html): Html => html`
<h1>${title}</h1>
${empty === null ? list : html`<p>${empty}</p>`}
${on}`;
