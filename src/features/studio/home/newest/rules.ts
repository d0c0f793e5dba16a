/** The newest episodes beside the median of their shows at the same age; pure. */
import type { EpisodeAgesRow } from "../../../measurement/audience/ages/store.ts";

/** The ages, in days, at which episodes are compared: the oldest that an episode has reached. */
export const COMPARED = [1, 7, 30] as const;
type ComparedAge = (typeof COMPARED)[number];

/** Fewer episodes than this have no median that says anything. */
const FEWEST = 3;

type Median = Readonly<{ days: number; episodes: number; total: number | null }>;

/** null: not known. */
export type Newest = Readonly<{
  episode_id: number;
  title: string;
  show_title: string;
  /** null: not a day old. */
  age: ComparedAge | null;
  /** Plays and downloads until this age; so far, if it is not a day old. */
  total: number | null;
  median: number | null;
}>;

type Named = Readonly<{ episode_id: number; title: string; show_title: string }>;

/** `ages` and `medians` are those of the episode's show. */
export function newestOf(
  { episode_id, title, show_title }: Named,
  ages: readonly EpisodeAgesRow[],
  medians: readonly Median[],
): Newest {
  const row = ages.find((one) => one.episode_id === episode_id);
  const reached = (row?.ages ?? []).filter(({ is_complete }) => is_complete).at(-1);
  const age = COMPARED.find((days) => days === reached?.days) ?? null;
  const median = medians.find(({ days }) => days === age);
  const counted = reached ?? row?.ages[0];
  return {
    episode_id,
    title,
    show_title,
    age,
    total: totalOf(counted?.plays ?? null, counted?.downloads ?? null),
    median: median !== undefined && median.episodes >= FEWEST ? median.total : null,
  };
}

const totalOf = (plays: number | null, downloads: number | null): number | null =>
  plays === null || downloads === null ? null : plays + downloads;
