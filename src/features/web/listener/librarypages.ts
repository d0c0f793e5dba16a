/** The library of a listener: new episodes of what they follow, the shows, what they saved and liked. */
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { type PageCall, page } from "../../../platform/http/pages.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import {
  favoritePosition,
  listFavorites,
  listNewEpisodes,
  listSortedFavorites,
} from "../../listening/library/store.ts";
import { findMark, listMarkedEpisodes, type Mark } from "../../listening/likes/store.ts";
import {
  findProgress,
  findProgressPosition,
  listProgressEpisodes,
  type ProgressKind,
} from "../../listening/progress/store.ts";
import type { EpisodeListRow } from "../../publishing/episodes/lists/store.ts";
import { episodeSummaryView } from "../../publishing/episodes/views.ts";
import { buttonLink, choices, emptyState, tabs } from "../layout/components.ts";
import { wordsOf } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import { LISTENING } from "../site/schema.ts";
import { cardsOf, withShows } from "../site/showcards.ts";
import { episodeRows, pager, showGrid } from "../site/views.ts";
import { markForm } from "./formviews.ts";
import { libraryQuery } from "./schema.ts";

const PAGE = 24;

type Call = PageCall<unknown, z.infer<typeof libraryQuery>, unknown, "signed-in">;

/** What a tab lists; null if there is nothing. `ways`: how it can be ordered or narrowed down. */
type Listed = Readonly<{ list: Html | null; next: number | null; ways?: Html; none?: string }>;
type Name = "new_episodes" | "in_progress" | "following" | "saved" | "liked" | "history";
type Tab = Readonly<{ path: string; name: Name }>;

const TABS: readonly Tab[] = [
  { path: "/library", name: "new_episodes" },
  { path: "/library/started", name: "in_progress" },
  { path: "/library/shows", name: "following" },
  { path: "/library/saved", name: "saved" },
  { path: "/library/liked", name: "liked" },
  { path: "/library/history", name: "history" },
];

const EMPTY = {
  new_episodes: "following_none",
  following: "following_none",
  saved: "saved_none",
  liked: "liked_none",
  in_progress: "in_progress_none",
  history: "history_none",
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
      const { list, next, ways, none } = await find(deps, call);
      const first = call.query.last_id === undefined ? null : path;
      const links = TABS.map((tab) => ({
        href: tab.path,
        name: words[tab.name],
        current: tab.path === path,
      }));
      const empty = emptyState({
        title: words[name],
        text: none ?? words[EMPTY[name]],
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
${ways}
${list ?? empty}
${pager(next === null ? null : `${path}?last_id=${next}`, first, words)}`,
      });
    },
  });

/** Episodes with how far the person has listened, and a button that marks them as played or unplayed. */
async function episodesIn(
  { db }: Deps,
  { baseUrl, locale, session, csrf, request }: Call,
  rows: readonly EpisodeListRow[],
) {
  if (rows.length === 0) return null;
  const words = wordsOf(locale);
  const views = rows.map((row) => episodeSummaryView(row, baseUrl));
  const ids = rows.map(({ episode_id }) => episode_id);
  const progress = await findProgress(db, session.user_id, ids);
  const acts = ({ episode_id }: Readonly<{ episode_id: number }>) =>
    markForm({
      ...{ episode_id, csrf, words, next: request.url },
      isPlayed: progress.get(episode_id)?.is_played ?? false,
    });
  const listed = await withShows(db, views, baseUrl);
  return html`<div class="columns">${episodeRows(listed, words, { baseUrl, progress, acts })}</div>`;
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
  const { last_id: show_id, sort } = call.query;
  const words = wordsOf(call.locale);
  const ways = choices(words.sort_by, [
    { href: "/library/shows", name: words.recently_followed, current: sort === undefined },
    { href: "/library/shows?sort=title", name: words.by_title, current: sort === "title" },
    { href: "/library/shows?sort=newest", name: words.by_newest, current: sort === "newest" },
  ]);
  if (sort !== undefined) {
    const rows = await listSortedFavorites(deps.db, user_id, sort);
    const [cards = []] = await cardsOf(deps.db, [rows], call.baseUrl);
    return { list: rows.length === 0 ? null : showGrid(cards, words), next: null, ways };
  }
  const before =
    show_id === undefined
      ? null
      : ((await favoritePosition(deps.db, { user_id, show_id })) ?? null);
  const rows = await listFavorites(deps.db, { user_id, before, limit: PAGE });
  const shown = rows.slice(0, PAGE);
  const [cards = []] = await cardsOf(deps.db, [shown], call.baseUrl);
  return {
    list: shown.length === 0 ? null : showGrid(cards, words),
    ...(shown.length > 0 && { ways }),
    next: rows.length > PAGE ? (shown.at(-1)?.show_id ?? null) : null,
  };
}

/** What the person has played, the last first. */
const findPlayed = (kind: ProgressKind) => async (deps: Deps, call: Call) => {
  const { user_id } = call.session;
  const { last_id: episode_id } = call.query;
  const before =
    episode_id === undefined
      ? null
      : ((await findProgressPosition(deps.db, { user_id, episode_id })) ?? null);
  const rows = await listProgressEpisodes(deps.db, kind, user_id, { before, limit: PAGE });
  const shown = rows.slice(0, PAGE);
  return {
    list: await episodesIn(deps, call, shown),
    next: rows.length > PAGE ? (shown.at(-1)?.episode_id ?? null) : null,
  };
};

async function findNew(deps: Deps, call: Call): Promise<Listed> {
  const words = wordsOf(call.locale);
  const isUnplayed = call.query.show === "unplayed";
  const rows = await listNewEpisodes(deps.db, call.session.user_id, { limit: PAGE, isUnplayed });
  const ways = choices(words.show_filter, [
    { href: "/library", name: words.all, current: !isUnplayed },
    { href: "/library?show=unplayed", name: words.unplayed, current: isUnplayed },
  ]);
  const isEmpty = rows.length === 0 && !isUnplayed;
  return {
    list: await episodesIn(deps, call, rows),
    next: null,
    ...(!isEmpty && { ways }),
    ...(isUnplayed && { none: words.unplayed_none }),
  };
}

const TAB_LISTS: Record<Name, (deps: Deps, call: Call) => Promise<Listed>> = {
  new_episodes: findNew,
  in_progress: findPlayed("started"),
  following: findShows,
  saved: findMarked("bookmarks"),
  liked: findMarked("likes"),
  history: findPlayed("heard"),
};

const SUMMARIES: Record<Name, string> = {
  new_episodes: "List new episodes of the shows you follow",
  in_progress: "List the episodes that you have started",
  following: "List the shows you follow",
  saved: "List the episodes you saved",
  liked: "List the episodes you like",
  history: "List the episodes that you have listened to",
};

export const libraryPages = TABS.map((tab) =>
  libraryPage(tab, SUMMARIES[tab.name], TAB_LISTS[tab.name]),
);
