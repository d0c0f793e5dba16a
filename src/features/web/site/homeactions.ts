/** Collects what the home page shows: a fixed number of statements, each the top of an index. */
import type { FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { readCookie } from "../../../platform/http/cookies.ts";
import { languageOf } from "../../../platform/http/locale.ts";
import type { PageCall } from "../../../platform/http/pages.ts";
import { readItems } from "../../discovery/explore/actions.ts";
import { listLists } from "../../discovery/explore/store.ts";
import { listEpisodes } from "../../publishing/episodes/lists/store.ts";
import { episodeSummaryView } from "../../publishing/episodes/views.ts";
import { findShow } from "../../publishing/shows/store.ts";
import { wordsOf } from "../layout/rules.ts";
import { findCategories, listPopular } from "./browse.ts";
import type { Home } from "./homepage.ts";
import { cardsOf, withShows } from "./showcards.ts";
import { listNewEpisodes } from "./store.ts";
import type { ShowCard, ShowSection } from "./views.ts";

const LISTS = 6;
const ON_SHELF = 12;
const NEW = 8;

/** Set by the player's script: how many episodes the home page can offer to go on with. */
const HEARD = "longwave_heard";
const MOST_HEARD = 4;

type Call = Pick<PageCall, "session" | "locale" | "frame" | "baseUrl" | "request"> &
  Readonly<{ query: Readonly<{ languages?: "all" | undefined }> }>;

/** What is in the reader's language comes first, unless they ask for all languages alike. */
export async function findHome(deps: Deps, call: Call): Promise<Home> {
  const { session, locale, baseUrl, frame, query } = call;
  const { db } = deps;
  const words = wordsOf(locale);
  const own = languageOf(locale);
  const first = query.languages === "all" ? null : own;
  const [lists, ranked, fresh, categories] = await Promise.all([
    listLists(db, { country: undefined, before: undefined, limit: LISTS }),
    listPopular(deps, ON_SHELF, first),
    listNewEpisodes(db, NEW, first),
    findCategories(db, locale, words),
  ]);
  const popular = { list_id: null, name: words.worth_hearing, subtitle: null };
  const shown = lists.slice(0, LISTS);
  const items = await Promise.all(
    shown.map(async (list) => (await readItems(deps, list, { limit: ON_SHELF })).rows),
  );
  const rows = [ranked, ...items].map((all) => all.slice(0, ON_SHELF));
  const [found, episodes] = await Promise.all([
    cardsOf(db, rows, baseUrl),
    withShows(
      db,
      fresh.map((row) => episodeSummaryView(row, baseUrl)),
      baseUrl,
    ),
  ]);
  const cards = found.map((shelf) => (first === null ? shelf : ownFirst(shelf, first)));
  // What curators chose comes before what is popular.
  const all = [...cards.slice(1), ...cards.slice(0, 1)].flat();
  const featured = all.find(isIn(first)) ?? all[0];
  const varied = withoutRepeats(cards, featured);
  const shelves = [popular, ...shown].map(({ list_id, name, subtitle }, at): ShowSection => {
    const place = list_id === null ? "popular" : `list-${list_id}`;
    const href = list_id === null ? "/popular" : `/list/${list_id}`;
    return { id: place, name, subtitle, href, shows: varied[at] ?? [] };
  });
  return {
    featured: await featuredOf(deps, featured, baseUrl),
    languages: all.some(isIn(own)) && !all.every(isIn(own)) ? { own, first } : null,
    episodes,
    shelves: shelves.filter(({ shows }) => shows.length > 0),
    categories,
    heard: heardIn(call.request),
    isSignedIn: session !== null,
    tagline: frame.site.tagline,
    baseUrl,
    words,
  };
}

function heardIn(request: FastifyRequest): number {
  const count = Number(readCookie(request, HEARD));
  return Number.isInteger(count) && count > 0 ? Math.min(count, MOST_HEARD) : 0;
}

const isIn =
  (language: string | null) =>
  (show: ShowCard): boolean =>
    show.language === language;

/** The order within each language stays. */
const ownFirst = <S extends ShowCard>(shows: readonly S[], language: string): S[] => [
  ...shows.filter(isIn(language)),
  ...shows.filter((show) => !isIn(language)(show)),
];

/** So many shows of a shelf are in sight on a wide window; so few make no shelf. */
const IN_SIGHT = 6;
const FEWEST = 4;

/** Long shelves leave out what the page has shown above, if enough is left; short ones stay as their curators made them. */
function withoutRepeats<S extends ShowCard>(
  shelves: readonly S[][],
  featured: S | undefined,
): S[][] {
  const seen = new Set(featured === undefined ? [] : [featured.site_url]);
  return shelves.map((shelf) => {
    const others = shelf.filter(({ site_url }) => !seen.has(site_url));
    const shown = shelf.length > IN_SIGHT && others.length >= FEWEST ? others : shelf;
    for (const { site_url } of shown.slice(0, IN_SIGHT)) seen.add(site_url);
    return shown;
  });
}

/** A show with its latest episode. */
async function featuredOf(
  { db }: Deps,
  show: (ShowCard & Readonly<{ show_id: number }>) | undefined,
  baseUrl: string,
): Promise<Home["featured"]> {
  if (show === undefined) return null;
  const { show_id } = show;
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
