/** The page that asks for which show a new episode is. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { page, redirect } from "../../../platform/http/pages.ts";
import { listEditableShows } from "../../publishing/shows/editable/store.ts";
import type { ShowListRow } from "../../publishing/shows/store.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { buttonLink, emptyState } from "../../web/layout/components.ts";
import { stylesheet } from "../frame/assets.ts";
import { STUDIO_LOOK, studioLayout } from "../frame/layout.ts";
import { newEpisodeWords, type Words } from "./words.ts";

const uploadPath = (show_id: number): string => `/studio/shows/${show_id}/episodes/new`;

export const pickPage = page({
  method: "GET",
  path: "/studio/episodes/new",
  summary: "Choose the show of a new episode",
  access: "signed-in",
  look: STUDIO_LOOK,
  async handle(call, deps: Deps) {
    const words = newEpisodeWords(call.locale);
    const shows = await listEditableShows(deps.db, call.session.user_id);
    const [first] = shows;
    if (first !== undefined && shows.length === 1) return redirect(uploadPath(first.show_id));
    return studioLayout(call, deps, {
      title: words.which_show,
      body: shows.length === 0 ? noShows(words) : showsView(shows, call.baseUrl),
      head: stylesheet("newepisode/browser/new.css"),
    });
  },
});

const noShows = (words: Words): Html =>
  emptyState({
    title: words.no_show_title,
    text: words.no_show,
    actions: html`${buttonLink("/studio/shows/new", words.new_show)}${buttonLink("/studio/import", words.import_feed, "quiet")}`,
  });

const showsView = (shows: readonly ShowListRow[], baseUrl: string): Html => html`
<ul class="pick">${shows.map((row) => {
  const { show_id, title, image_url } = showSummaryView(row, baseUrl);
  const cover =
    image_url === null
      ? html`<span class="cover none"></span>`
      : html`<img class="cover" src="${image_url}" alt="" width="64" height="64" loading="lazy" decoding="async">`;
  return html`<li><a href="${uploadPath(show_id)}">${cover}<span>${title}</span></a></li>`;
})}</ul>`;
