/** Collects what the home page shows: a fixed number of statements, each the top of an index. */
import type { Deps } from "../../../deps.ts";
import type { PageCall } from "../../../platform/http/pages.ts";
import { readItems, readRanked } from "../../discovery/explore/actions.ts";
import { listLists } from "../../discovery/explore/store.ts";
import { listEpisodes } from "../../publishing/episodes/store.ts";
import { episodeSummaryView } from "../../publishing/episodes/views.ts";
import { findShow } from "../../publishing/shows/store.ts";
import { wordsOf } from "../layout/rules.ts";
import { findCategories } from "./browse.ts";
import type { Home } from "./homepage.ts";
import { cardsOf, withShows } from "./showcards.ts";
import { listNewEpisodes } from "./store.ts";
import type { ShowCard, ShowSection } from "./views.ts";

const LISTS = 6;
const ON_SHELF = 12;
const NEW = 8;
const EVERYTHING = { category_id: null, language: null, max_age_days: null };

type Call = Pick<PageCall, "session" | "locale" | "frame" | "baseUrl">;

export async function findHome(deps: Deps, call: Call): Promise<Home> {
  const { session, locale, baseUrl, frame } = call;
  const { db } = deps;
  const words = wordsOf(locale);
  const [lists, ranked, fresh, categories] = await Promise.all([
    listLists(db, { country: undefined, before: undefined, limit: LISTS }),
    readRanked(deps, EVERYTHING, { limit: ON_SHELF }),
    listNewEpisodes(db, NEW),
    findCategories(db, locale, words),
  ]);
  const shown = lists.slice(0, LISTS);
  const items = await Promise.all(
    shown.map(async (list) => (await readItems(deps, list, { limit: ON_SHELF })).rows),
  );
  const rows = [...items, ranked.rows].map((all) => all.slice(0, ON_SHELF));
  const [cards, episodes] = await Promise.all([
    cardsOf(db, rows, baseUrl),
    withShows(
      db,
      fresh.map((row) => episodeSummaryView(row, baseUrl)),
      baseUrl,
    ),
  ]);
  const popular = { list_id: null, name: words.worth_hearing, subtitle: null };
  const shelves = [...shown, popular].map(({ list_id, name, subtitle }, at): ShowSection => {
    const place = list_id === null ? "popular" : `list-${list_id}`;
    const href = list_id === null ? "/popular" : `/list/${list_id}`;
    return { id: place, name, subtitle, href, shows: cards[at] ?? [] };
  });
  return {
    featured: await featuredOf(deps, rows.flat()[0]?.show_id, cards.flat()[0], baseUrl),
    episodes,
    shelves: shelves.filter(({ shows }) => shows.length > 0),
    categories,
    isSignedIn: session !== null,
    tagline: frame.site.tagline,
    baseUrl,
    words,
  };
}

/** The first show of the first shelf, with its latest episode. */
async function featuredOf(
  { db }: Deps,
  show_id: number | undefined,
  show: ShowCard | undefined,
  baseUrl: string,
): Promise<Home["featured"]> {
  if (show_id === undefined || show === undefined) return null;
  const of = { column: "show_id", id: show_id } as const;
  const [row, [latest]] = await Promise.all([
    findShow(db, show_id),
    listEpisodes(db, { of, editable: false, oldest: false, after: null, limit: 1 }),
  ]);
  return {
    show,
    description: row?.description ?? "",
    latest: latest === undefined ? null : { ...episodeSummaryView(latest, baseUrl), show },
  };
}
