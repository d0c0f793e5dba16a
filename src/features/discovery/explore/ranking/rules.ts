/** Scores shows for the ranking from weighted signals between 0 and 1; pure. docs/ranking.md gives the reasons. */

/** The signals of a show; null if unknown. */
export type Signals = Readonly<{
  /** Recent unique listeners per day, decayed (`show_signals.listeners`). */
  listeners: number | null;
  /** The mean fraction of an episode that is played, 0 to 1. */
  completion: number | null;
  favorites: number;
  /** Of all its episodes. */
  likes: number;
  /** When its latest listenable episodes were published, newest first, in ms since 1970. */
  published: readonly number[];
  hasArtwork: boolean;
  /** In code points. */
  descriptionLength: number;
}>;

/** Scores are integers, so that they compare the same everywhere. */
export const TOP_SCORE = 10_000;
/** The number of episodes in `published`, if there are as many. */
export const RECENT_EPISODES = 11;

const DAY_MS = 86_400_000;
const FRESHNESS_HALF_LIFE_DAYS = 30;
/** Regularity requires at least two gaps between episodes. */
const FEWEST_FOR_REGULARITY = 3;
const FULL_DESCRIPTION = 100;

/** 0 for none, 1 for `full` or more; logarithmic, so that the tenth listener counts more than the thousandth. */
const logarithmic = (count: number, full: number): number =>
  Math.min(1, Math.log1p(count) / Math.log1p(full));

function freshness([latest]: readonly number[], now: number): number | null {
  if (latest === undefined) return null;
  return 2 ** (-Math.max(0, now - latest) / DAY_MS / FRESHNESS_HALF_LIFE_DAYS);
}

/** 1 for equal gaps, 1/2 if they vary by as much as their mean, 0 if everything was published at once. */
function regularity(published: readonly number[]): number | null {
  if (published.length < FEWEST_FOR_REGULARITY) return null;
  const gaps = published.slice(1).map((time, at) => (published[at] ?? time) - time);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  if (mean <= 0) return 0;
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
  return 1 / (1 + Math.sqrt(variance) / mean);
}

type Weighed = Readonly<{
  weight: number;
  /** 0 to 1; null if unknown. */
  of(show: Signals, now: number): number | null;
}>;

/** The weights sum to 100. */
export const WEIGHED: Readonly<Record<string, Weighed>> = {
  listeners: {
    weight: 30,
    of: ({ listeners }) => (listeners === null ? null : logarithmic(listeners, 100_000)),
  },
  completion: { weight: 10, of: ({ completion }) => completion },
  favorites: { weight: 15, of: ({ favorites }) => logarithmic(favorites, 10_000) },
  likes: { weight: 10, of: ({ likes }) => logarithmic(likes, 10_000) },
  freshness: { weight: 15, of: ({ published }, now) => freshness(published, now) },
  regularity: { weight: 10, of: ({ published }) => regularity(published) },
  artwork: { weight: 5, of: ({ hasArtwork }) => (hasArtwork ? 1 : 0) },
  description: {
    weight: 5,
    of: ({ descriptionLength }) => Math.min(1, descriptionLength / FULL_DESCRIPTION),
  },
};

/**
 * The score of a show at `now` (ms): 0 to TOP_SCORE, and 0 without listenable episodes. The weights of unknown signals
 * are distributed over the known ones.
 */
export function scoreOf(show: Signals, now: number): number {
  if (show.published.length === 0) return 0;
  let sum = 0;
  let weights = 0;
  for (const { weight, of } of Object.values(WEIGHED)) {
    const value = of(show, now);
    if (value === null) continue;
    sum += weight * value;
    weights += weight;
  }
  return Math.round((TOP_SCORE * sum) / weights);
}
