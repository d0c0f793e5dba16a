/** HTML of a show's directories; pure. */
import type { Refusal } from "../../../../platform/http/formpage.ts";
import { type Html, html } from "../../../../platform/http/html.ts";
import type { FeedSettings } from "../../../distribution/feeds/store.ts";
import type { ShowRow } from "../../../publishing/shows/store.ts";
import { badge } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { field, form, notice, submit } from "../../../web/layout/views.ts";
import { plural } from "../../frame/plurals.ts";
import { copyField } from "../copying.ts";
import { showPath } from "../showlayout.ts";
import { DIRECTORIES, type Directory, metNeeds, placeOf } from "./rules.ts";
import type { Words } from "./words.ts";

export type DirectoriesPage = Readonly<{
  csrf: string;
  words: Words;
  show: ShowRow;
  settings: FeedSettings;
  feed_url: string;
  /** The show's page at each directory that has one. */
  listings: ReadonlyMap<string, string>;
}>;

export const directoriesView = (page: DirectoriesPage, refusal: Refusal): Html => html`
${notice(refusal.message, "problem")}
<p class="lead">${page.words.lead}</p>
${copyField({ id: "feed-url", label: page.words.feed, value: page.feed_url, copy: page.words.copy, copied: page.words.copied })}
${DIRECTORIES.map((directory) => directoryView(page, directory, refusal))}`;

function directoryView(page: DirectoriesPage, directory: Directory, refusal: Refusal): Html {
  const { csrf, words, show, settings, feed_url, listings } = page;
  const { key, name, submit_url, needs } = directory;
  const met = metNeeds(show, settings, feed_url);
  const lacking = needs.filter((need) => !met[need]).length;
  const url = listings.get(key);
  const isRefused = refusal.given.directory === key;
  const state =
    url !== undefined
      ? badge(words.listed, "good")
      : lacking === 0
        ? badge(words.ready, "accent")
        : badge(plural(words, words.missing, lacking), "bad");
  const points = needs.map((need) => {
    const place = met[need] ? null : placeOf(need, show, settings);
    const text = words.needs[need];
    return html`<li class="${met[need] ? "has" : "lacks"}"><span class="mark" role="img" aria-label="${met[need] ? words.has : words.lacks}">${met[need] ? "✓" : "✗"}</span>${
      place === null ? text : html`<a href="${showPath(show.show_id, place)}">${text}</a>`
    }</li>`;
  });
  return html`
<section class="topic directory" id="${key}" aria-labelledby="${key}-title"><h2 id="${key}-title">${name} ${state}</h2><div>
<p>${words.how[key]}</p>
<ul class="needs">${points}</ul>
<p class="actions">${
    url === undefined
      ? html`<a class="button quiet" href="${submit_url}" rel="noopener noreferrer" target="_blank">${fill(words.submit_to, { name })}</a>`
      : html`<a class="button quiet" href="${url}" rel="noopener noreferrer" target="_blank">${fill(words.open_at, { name })}</a>`
  }</p>
${form(
  showPath(show.show_id, "/distribution"),
  csrf,
  html`<input type="hidden" name="directory" value="${key}">
<div class="listing">${listingField(page, directory, isRefused ? refusal : null)}${submit(words.save, "quiet")}</div>`,
)}</div></section>`;
}

/** The field's id has the directory in it, because the page has several. */
function listingField(
  { words, listings }: DirectoriesPage,
  directory: Directory,
  refused: Refusal | null,
): Html {
  const { key, name } = directory;
  const error = refused?.fields.url;
  const label = fill(words.listing, { name });
  const spec = {
    label,
    name: "url",
    type: "url" as const,
    error,
    value: refused?.given.url ?? listings.get(key),
  };
  return field({ ...spec, id: `url-${key}` });
}
