/** Converts episodes at equal age to the wire; pure. */
import { wireTime } from "../../../../platform/text/time.ts";
import type { AgeMedian, EpisodeAgesRow } from "./store.ts";

export const episodeAgesView = ({ published_at, ages, ...episode }: EpisodeAgesRow) => ({
  episode_id: episode.episode_id,
  show_id: episode.show_id,
  title: episode.title,
  published_at: wireTime(published_at),
  ages: ages.map(({ days, plays, downloads, is_complete }) => ({
    days,
    plays_count: plays,
    downloads_count: downloads,
    total_count: plays === null || downloads === null ? null : plays + downloads,
    is_complete,
  })),
});

export const medianView = ({ days, episodes, total }: AgeMedian) => ({
  days,
  episodes_count: episodes,
  total_count: total,
});
