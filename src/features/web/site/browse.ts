/** Leads on where there is no search: categories, popular shows, new episodes. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import type { Locale } from "../../../platform/http/locale.ts";
import { readRanked } from "../../discovery/explore/actions.ts";
import { episodeSummaryView } from "../../publishing/episodes/views.ts";
import { categoryViews, contentLanguage } from "../../publishing/reference/views.ts";
import type { Words } from "../layout/rules.ts";
import { cardsOf, withShows } from "./showcards.ts";
import { findFilledCategories, listNewEpisodes } from "./store.ts";
import {
  type CategoryLink,
  categoryLinks,
  type EpisodeItem,
  episodeRows,
  type ShowCard,
  showSection,
} from "./views.ts";

const SHOWS = 12;
const NEW = 6;
const EVERYTHING = { category_id: null, language: null, max_age_days: null };

export type Browse = Readonly<{
  categories: readonly CategoryLink[];
  popular: readonly ShowCard[];
  episodes: readonly EpisodeItem[];
}>;

/** The main categories that have something to hear, by name. */
export async function findCategories(db: Deps["db"], locale: Locale, words: Words) {
  const tops = categoryViews(contentLanguage(locale)).filter(({ level }) => level === 1);
  const filled = await findFilledCategories(
    db,
    tops.map(({ category_id }) => category_id),
  );
  const order = new Intl.Collator(words.lang);
  return tops
    .filter(({ category_id }) => filled.has(category_id))
    .toSorted((a, b) => order.compare(a.name, b.name));
}

type Reader = Readonly<{ baseUrl: string; locale: Locale; words: Words }>;

/** A fixed number of statements, each the top of an index. */
export async function findBrowse(deps: Deps, reader: Reader): Promise<Browse> {
  const { db } = deps;
  const { baseUrl, locale, words } = reader;
  const [categories, ranked, fresh] = await Promise.all([
    findCategories(db, locale, words),
    readRanked(deps, EVERYTHING, { limit: SHOWS }),
    listNewEpisodes(db, NEW),
  ]);
  const [[popular = []], episodes] = await Promise.all([
    cardsOf(db, [ranked.rows.slice(0, SHOWS)], baseUrl),
    withShows(
      db,
      fresh.map((row) => episodeSummaryView(row, baseUrl)),
      baseUrl,
    ),
  ]);
  return { categories, popular, episodes };
}

export const browseView = (
  { categories, popular, episodes }: Browse,
  baseUrl: string,
  words: Words,
): Html => html`
${categoryLinks(categories, words)}
${
  popular.length > 0 &&
  showSection(
    { id: "popular", name: words.worth_hearing, subtitle: null, href: "/popular", shows: popular },
    words,
  )
}
${
  episodes.length > 0 &&
  html`<section aria-labelledby="new"><h2 id="new">${words.new_episodes}</h2>
<div class="columns">${episodeRows(episodes, words, { baseUrl })}</div></section>`
}`;
