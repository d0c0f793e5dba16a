/** The texts of lists of episodes in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  episodes: "Episodes",
  episode: "Episode",
  show: "Show",
  state: "State",
  states: "States",
  all: "All",
  date: "Date",
  d1: "24 hours",
  d7: "7 days",
  d30: "30 days",
  all_time: "All time",
  season: "Season",
  tag: "Tag",
  tags: "Tags",
  duration: "Duration",
  explicit: "Explicit",
  updated: "Changed",
  yes: "Yes",
  no: "No",
  acts: "Actions",
  draft: "Draft",
  processing: "Processing",
  scheduled: "Scheduled",
  published: "Published",
  hidden: "Hidden",
  limited: "Limited",
  private: "Private",
  error: "Error",
  publish: "Publish",
  unschedule: "Unschedule",
  unschedule_named: "Unschedule {title}",
  delete: "Delete",
  publish_named: "Publish {title}",
  delete_named: "Delete {title}",
  so_far: "so far",
  figures:
    "Plays and downloads in the first 24 hours, 7 days and 30 days after publication, and of all time.",
  incomplete: "Underlined figures still grow: the episode is not that old yet.",
  find: "Find an episode",
  plan_order:
    "Scheduled episodes come first, the next one on top, then drafts, then what is published.",
  change: "Change episodes …",
  new_episode: "New episode",
  empty_title: "No episodes yet",
  empty:
    "This list shows every episode, its state and how often it was heard. Upload the first one.",
} as const;

export type EpisodeListWords = Texts<typeof en>;
