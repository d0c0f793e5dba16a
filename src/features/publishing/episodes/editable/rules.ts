/** States and orders of lists of editable episodes. */

/** The states of an episode for those who edit it; each episode is in exactly one. */
export const EPISODE_STATES = [
  "draft",
  "processing",
  "scheduled",
  "published",
  "hidden",
  "limited",
  "private",
  "error",
] as const;
export type EpisodeState = (typeof EPISODE_STATES)[number];

/**
 * What a list can be ordered by. `plan`, descending: what is scheduled, the next one first; then drafts, what was changed
 * last first; then what is published, the newest first. `downloads` are all plays and downloads that were ever counted.
 */
export const EPISODE_SORTS = [
  "plan",
  "date",
  "title",
  "show",
  "duration",
  "updated",
  "downloads",
  "state",
  "season",
] as const;
export type EpisodeSort = (typeof EPISODE_SORTS)[number];
