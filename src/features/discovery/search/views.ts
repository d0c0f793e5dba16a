/** Converts found rows to API objects; pure. */
import { wireTime } from "../../../platform/text/time.ts";
import { imageUrls } from "../../publishing/images/views.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import type { SearchResult } from "./actions.ts";
import { TEXT_WEIGHT } from "./readings/score.ts";
import { comparable } from "./readings/text.ts";
import type { EpisodeItem, Facets, Score } from "./schema.ts";
import {
  type countFacets,
  type FoundEpisode,
  type FoundRow,
  type FoundShow,
  isEpisode,
} from "./store.ts";

export const showItem = (row: FoundShow, baseUrl: string) => showSummaryView(row, baseUrl);

/** A found show or episode. `withShow`: the caller searched the episodes of all shows. */
export const itemView = (row: FoundRow, baseUrl: string, withShow: boolean) =>
  isEpisode(row) ? episodeItem(row, baseUrl, withShow) : showItem(row, baseUrl);

export function episodeItem(row: FoundEpisode, baseUrl: string, withShow: boolean): EpisodeItem {
  return {
    episode_id: row.episode_id,
    type: row.type,
    title: row.title,
    duration: row.duration,
    show_id: row.show_id,
    author_id: row.author_id,
    site_url: `${baseUrl}/episode/${row.episode_id}`,
    ...imageUrls(row, baseUrl),
    published_at: row.published_at && wireTime(row.published_at),
    download_enabled: row.download_enabled,
    ...(withShow ? { show: showOf(row, baseUrl) } : {}),
  };
}

const showOf = (row: FoundEpisode, baseUrl: string) =>
  showSummaryView(
    {
      show_id: row.show_id,
      title: row.show_title,
      author_id: row.show_author_id,
      square_key: row.show_square_key,
      upright_key: row.show_upright_key,
    },
    baseUrl,
  );

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export const scoreView = ({ hit, corrected, score }: SearchResult): Score => ({
  match: hit.match,
  corrected,
  text: rounded(score?.text ?? hit.text),
  rank: rounded(hit.rank),
  total: rounded(score?.total ?? TEXT_WEIGHT * hit.text + hit.rank),
  missing: [...(score?.missing ?? [])],
});

/** The categories with a word that begins with the text. */
export function categoriesBeginning<C extends { name: string }>(q: string, all: readonly C[]): C[] {
  const typed = comparable(q);
  if (typed === "") return [];
  return all.filter(({ name }) => ` ${comparable(name)}`.includes(` ${typed}`));
}

/** Most frequent first. */
export function facetsView(rows: Awaited<ReturnType<typeof countFacets>>, counted: number): Facets {
  const sorted = rows.toSorted((a, b) => b.count - a.count);
  return {
    counted,
    languages: Object.fromEntries(
      sorted.filter((row) => row.category_id === null).map((row) => [row.language, row.count]),
    ),
    categories: Object.fromEntries(
      sorted
        .filter((row) => row.category_id !== null)
        .map((row) => [String(row.category_id), row.count]),
    ),
  };
}
