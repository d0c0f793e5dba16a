/** Leads on where there is no search: categories, popular shows, new episodes. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { type Locale, languageOf } from "../../../platform/http/locale.ts";
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

/** The most popular shows; those in the language first, even if there are few of them far down in the ranking. */
export async function listPopular(deps: Deps, most: number, language: string | null) {
  const limit = { limit: most };
  const [own, all] = await Promise.all([
    language === null ? { rows: [] } : readRanked(deps, { ...EVERYTHING, language }, limit),
    readRanked(deps, EVERYTHING, limit),
  ]);
  const ids = new Set(own.rows.map(({ show_id }) => show_id));
  return [...own.rows, ...all.rows.filter(({ show_id }) => !ids.has(show_id))].slice(0, most);
}

type Reader = Readonly<{ baseUrl: string; locale: Locale; words: Words }>;

/** What is in the reader's language comes first. A fixed number of statements, each the top of an index. */
export async function findBrowse(deps: Deps, reader: Reader): Promise<Browse> {
  const { db } = deps;
  const { baseUrl, locale, words } = reader;
  const language = languageOf(locale);
  const [categories, ranked, fresh] = await Promise.all([
    findCategories(db, locale, words),
    listPopular(deps, SHOWS, language),
    listNewEpisodes(db, NEW, language),
  ]);
  const [[popular = []], episodes] = await Promise.all([
    cardsOf(db, [ranked], baseUrl),
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
