/** The pages that are lists: home, popular shows, curated lists, categories, tags. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { type PageCall, page } from "../../../platform/http/pages.ts";
import { id } from "../../../platform/http/params.ts";
import { readItems, readRanked, requirePublishedList } from "../../discovery/explore/actions.ts";
import { listTagged } from "../../discovery/tags/store.ts";
import { taggedEpisodeView } from "../../discovery/tags/views.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import { hasUsers } from "../../people/users/store.ts";
import { findListPosition } from "../../publishing/episodes/lists/store.ts";
import { imageUrls } from "../../publishing/images/views.ts";
import { CATEGORIES } from "../../publishing/reference/rules.ts";
import { categoryView } from "../../publishing/reference/views.ts";
import { joined } from "../layout/components.ts";
import { counted, fill, type Words, wordsOf } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import { welcomePage } from "../setup/welcome.ts";
import { findCategories } from "./browse.ts";
import { findHome } from "./homeactions.ts";
import { emptyDirectory, homePage } from "./homepage.ts";
import { listPage } from "./listpages.ts";
import { categoryQuery, homeQuery, LISTENING, placeParams, placeQuery } from "./schema.ts";
import { cardsOf, withShows } from "./showcards.ts";
import { countShows, findEpisodeCovers, findFilledCategories } from "./store.ts";
import {
  type CategoryLink,
  episodeRows,
  nothingYet,
  pager,
  rankedShows,
  showGrid,
} from "./views.ts";

const PAGE = 24;
const EVERYTHING = { category_id: null, language: null, max_age_days: null };

export const listPages = [
  page({
    method: "GET",
    path: "/",
    summary: "Show the home page",
    access: "anyone",
    query: homeQuery,
    look: LISTENING,
    fromReplica: true,
    async handle(call, deps: Deps) {
      if (!(await hasUsers(deps.db))) return welcomePage(call, deps);
      const home = await findHome(deps, call);
      return shell(call, home.tagline ?? home.words.welcome, homePage(home));
    },
  }),
  page({
    method: "GET",
    path: "/popular",
    summary: "Show all shows, the most popular first",
    access: "anyone",
    query: categoryQuery,
    look: LISTENING,
    fromReplica: true,
    async handle(call, deps: Deps) {
      const words = wordsOf(call.locale);
      const [found, categories] = await Promise.all([
        readRanked(deps, EVERYTHING, { ...call.query, limit: PAGE }),
        findCategories(deps.db, call.locale, words),
      ]);
      const about = categoryBar(categories, words);
      return showsPage(deps, call, { title: words.worth_hearing, about, isRanked: true, ...found });
    },
  }),
  page({
    method: "GET",
    path: "/list/:list_id",
    summary: "Show the shows of a curated list",
    access: "anyone",
    query: categoryQuery,
    look: LISTENING,
    params: z.object({ list_id: id() }),
    fromReplica: true,
    async handle(call, deps: Deps) {
      const list = await requirePublishedList(deps.db, call.params.list_id);
      const found = await readItems(deps, list, { ...call.query, limit: PAGE });
      return showsPage(deps, call, { title: list.name, subtitle: list.subtitle, ...found });
    },
  }),
  page({
    method: "GET",
    path: "/category/:name",
    summary: "Show the shows of a category",
    access: "anyone",
    params: placeParams,
    query: categoryQuery,
    look: LISTENING,
    fromReplica: true,
    async handle(call, deps: Deps) {
      const category = CATEGORIES.find(({ permalink }) => permalink === call.params.name);
      if (category === undefined) throw notFound("category");
      const { category_id, permalink } = category;
      const rule = { ...EVERYTHING, category_id };
      const found = await readRanked(deps, rule, { ...call.query, limit: PAGE });
      const title = categoryView(category_id, call.locale)?.name ?? permalink;
      const about = await aboutCategory(deps, call, category_id);
      return showsPage(deps, call, { title, about, isRanked: true, ...found });
    },
  }),
  page({
    method: "GET",
    path: "/tag/:name",
    summary: "Show the latest episodes with a tag",
    access: "anyone",
    params: placeParams,
    query: placeQuery,
    look: LISTENING,
    fromReplica: true,
    handle: (call, deps: Deps) => tagPage(deps, call),
  }),
];

type Call = Pick<PageCall, "locale" | "frame" | "session" | "baseUrl" | "request">;

function shell({ locale, frame, session }: Call, title: string, body: Html): Html {
  const words = wordsOf(locale);
  return layout({ title, session, frame, words, body, head: listeningHead(words) });
}

type Found = Awaited<ReturnType<typeof readItems>> &
  Readonly<{ title: string; subtitle?: string | null; about?: Html; isRanked?: boolean }>;

/** Shows are counted up to this many. */
const COUNTED = 1000;

/** How many shows a category has, and the categories within it that have some. */
async function aboutCategory({ db }: Deps, { locale }: Call, category_id: number): Promise<Html> {
  const words = wordsOf(locale);
  const below = CATEGORIES.filter(({ parent }) => parent === category_id).flatMap(
    (one) => categoryView(one.category_id, locale) ?? [],
  );
  const [count, filled] = await Promise.all([
    countShows(db, category_id, COUNTED),
    findFilledCategories(
      db,
      below.map((one) => one.category_id),
    ),
  ]);
  const number = count > 0 && count < COUNTED && counted(words, "shows", count);
  const shown = below.filter((one) => filled.has(one.category_id));
  return html`<p class="soft">${joined([number, words.popular_first])}</p>
${categoryBar(shown, words)}`;
}

/** Categories to narrow a list down to. */
const categoryBar = (categories: readonly CategoryLink[], words: Words): Html =>
  html`${
    categories.length > 0 &&
    html`<nav class="tags" aria-label="${words.categories}"><ul>${categories.map(({ permalink, name }) => html`<li><a href="/category/${permalink}">${name}</a></li>`)}</ul></nav>`
  }`;

/** A page of shows in a grid, or with their ranks, from one row more than it shows. */
async function showsPage(
  { db }: Deps,
  call: Call & Readonly<{ query: Readonly<{ last_id?: number | undefined; rank: number }> }>,
  { title, subtitle = null, about, isRanked = false, rows, version }: Found,
): Promise<Html> {
  const words = wordsOf(call.locale);
  const shown = rows.slice(0, PAGE);
  const [cards = []] = await cardsOf(db, [shown], call.baseUrl);
  const last = shown.at(-1)?.show_id;
  const rank = call.query.last_id === undefined ? 0 : call.query.rank;
  const number = isRanked ? `&rank=${rank + shown.length}` : "";
  const next = rows.length > PAGE ? `?last_id=${last}&version=${version}${number}` : null;
  const first = call.query.last_id === undefined ? null : pathOf(call);
  const list = html`${subtitle !== null && html`<p class="soft" dir="auto">${subtitle}</p>`}${about}${isRanked ? rankedShows(cards, rank, words) : showGrid(cards, words)}`;
  const isAll = pathOf(call) === "/popular";
  const none = isAll
    ? emptyDirectory(call.session !== null, words)
    : nothingYet(words.no_shows, words);
  const empty = shown.length === 0 ? none : null;
  const name = isAll ? title : `${title} – ${words.shows}`;
  return shell(call, name, listPage(title, list, empty, pager(next, first, words)));
}

const pathOf = ({ request }: Call): string => request.url.replace(/\?.*$/s, "");

type TagCall = PageCall<{ name: string }, { last_id?: number | undefined }>;

async function tagPage({ db }: Deps, call: TagCall): Promise<Html> {
  const { params, query, locale, baseUrl } = call;
  const words = wordsOf(locale);
  const tag = params.name.replaceAll("\0", "").toWellFormed();
  const after =
    query.last_id === undefined ? null : ((await findListPosition(db, query.last_id)) ?? null);
  const rows = await listTagged(db, { tag, after, limit: PAGE });
  const shown = rows.slice(0, PAGE);
  const covers = await findEpisodeCovers(
    db,
    shown.map(({ episode_id }) => episode_id),
  );
  const episodes = await withShows(
    db,
    shown.map((row) => {
      const found = covers.get(row.episode_id);
      const image_url = found === undefined ? null : imageUrls(found, baseUrl).image_url;
      return { ...taggedEpisodeView(row, baseUrl), image_url };
    }),
    baseUrl,
  );
  const next = rows.length > PAGE ? `?last_id=${episodes.at(-1)?.episode_id}` : null;
  const title = fill(words.tagged, { tag });
  const first = after === null ? null : pathOf(call);
  const list = html`<div class="columns">${episodeRows(episodes, words, { baseUrl })}</div>`;
  const empty = episodes.length === 0 ? nothingYet(words.no_episodes, words) : null;
  return shell(call, title, listPage(title, list, empty, pager(next, first, words)));
}
