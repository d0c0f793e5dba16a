/** The library of a listener: new episodes of what they follow, the shows, what they saved and liked. */
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { type PageCall, page } from "../../../platform/http/pages.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import { favoritePosition, listFavorites, listNewEpisodes } from "../../listening/library/store.ts";
import { findMark, listMarkedEpisodes, type Mark } from "../../listening/likes/store.ts";
import type { EpisodeListRow } from "../../publishing/episodes/store.ts";
import { episodeSummaryView } from "../../publishing/episodes/views.ts";
import { buttonLink, emptyState, tabs } from "../layout/components.ts";
import { wordsOf } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import { LISTENING } from "../site/schema.ts";
import { cardsOf, withShows } from "../site/showcards.ts";
import { episodeRows, pager, showGrid } from "../site/views.ts";
import { libraryQuery } from "./schema.ts";

const PAGE = 24;

type Call = PageCall<unknown, { last_id?: number | undefined }, unknown, "signed-in">;

/** What a tab lists; null if there is nothing. */
type Listed = Readonly<{ list: Html | null; next: number | null }>;
type Tab = Readonly<{ path: string; name: "new_episodes" | "following" | "saved" | "liked" }>;

const TABS: readonly Tab[] = [
  { path: "/library", name: "new_episodes" },
  { path: "/library/shows", name: "following" },
  { path: "/library/saved", name: "saved" },
  { path: "/library/liked", name: "liked" },
];

const EMPTY = {
  new_episodes: "following_none",
  following: "following_none",
  saved: "saved_none",
  liked: "liked_none",
} as const;

const libraryPage = (
  { path, name }: Tab,
  summary: string,
  find: (deps: Deps, call: Call) => Promise<Listed>,
) =>
  page({
    method: "GET",
    path,
    summary,
    access: "signed-in",
    query: libraryQuery,
    look: LISTENING,
    async handle(call, deps: Deps) {
      const words = wordsOf(call.locale);
      const { list, next } = await find(deps, call);
      const first = call.query.last_id === undefined ? null : path;
      const links = TABS.map((tab) => ({
        href: tab.path,
        name: words[tab.name],
        current: tab.path === path,
      }));
      const empty = emptyState({
        title: words[name],
        text: words[EMPTY[name]],
        actions: buttonLink("/popular", words.browse),
      });
      return layout({
        session: call.session,
        frame: call.frame,
        words,
        title: `${words[name]} – ${words.library}`,
        head: listeningHead(words),
        body: html`<h1>${words.library}</h1>
${tabs(words.library, links)}
${list ?? empty}
${pager(next === null ? null : `${path}?last_id=${next}`, first, words)}`,
      });
    },
  });

async function episodesIn(
  { db }: Deps,
  { baseUrl, locale }: Call,
  rows: readonly EpisodeListRow[],
) {
  if (rows.length === 0) return null;
  const views = rows.map((row) => episodeSummaryView(row, baseUrl));
  return episodeRows(await withShows(db, views, baseUrl), wordsOf(locale), { baseUrl });
}

/** Episodes with a mark, the newest mark first. */
const findMarked = (mark: Mark) => async (deps: Deps, call: Call) => {
  const { user_id } = call.session;
  const { last_id: episode_id } = call.query;
  const last =
    episode_id === undefined ? undefined : await findMark(deps.db, mark, { user_id, episode_id });
  const before = last?.position ?? null;
  const rows = await listMarkedEpisodes(deps.db, mark, user_id, { before, limit: PAGE });
  const shown = rows.slice(0, PAGE);
  return {
    list: await episodesIn(deps, call, shown),
    next: rows.length > PAGE ? (shown.at(-1)?.episode_id ?? null) : null,
  };
};

async function findShows(deps: Deps, call: Call): Promise<Listed> {
  const { user_id } = call.session;
  const { last_id: show_id } = call.query;
  const before =
    show_id === undefined
      ? null
      : ((await favoritePosition(deps.db, { user_id, show_id })) ?? null);
  const rows = await listFavorites(deps.db, { user_id, before, limit: PAGE });
  const shown = rows.slice(0, PAGE);
  const [cards = []] = await cardsOf(deps.db, [shown], call.baseUrl);
  return {
    list: shown.length === 0 ? null : showGrid(cards, wordsOf(call.locale)),
    next: rows.length > PAGE ? (shown.at(-1)?.show_id ?? null) : null,
  };
}

const [newTab, showsTab, savedTab, likedTab] = TABS as readonly [Tab, Tab, Tab, Tab];

export const libraryPages = [
  libraryPage(newTab, "List new episodes of the shows you follow", async (deps, call) => ({
    list: await episodesIn(deps, call, await listNewEpisodes(deps.db, call.session.user_id, PAGE)),
    next: null,
  })),
  libraryPage(showsTab, "List the shows you follow", findShows),
  libraryPage(savedTab, "List the episodes you saved", findMarked("bookmarks")),
  libraryPage(likedTab, "List the episodes you like", findMarked("likes")),
];
