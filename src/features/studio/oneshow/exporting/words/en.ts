/** The texts of a show's exports in English; the other languages have the same keys. */

export const en = {
  page: "Export",
  lead: "Everything here is yours. Take it with you whenever you like: nothing changes by that.",
  feed: "Feed",
  feed_lead:
    "The whole show as other hosts import it: details, episodes, chapters, transcripts, links to the audio.",
  feed_act: "Open feed (RSS)",
  feed_pages: "It has {n} pages of 300 episodes, each of which names the next one.",
  episodes: "Episodes",
  episodes_lead:
    "One row per episode, drafts too: title, state, dates, numbers, tags, GUID, description.",
  episodes_act: "Download episodes (CSV)",
  audio: "Audio",
  audio_lead:
    "Addresses, sizes and durations of the audio of published episodes. A download manager takes the list.",
  audio_act: "Download audio list (CSV)",
  numbers: "Numbers",
  numbers_lead: "Plays and downloads of each day, as the statistics count them.",
  numbers_act: "Download a year of days (CSV)",
  team_only:
    "The show is for its team only: to let another host import it, change its visibility first.",
  moving: "Moving to another host?",
  moving_steps:
    "Import the feed there, check the new one, then move the feed here: subscribers follow by themselves.",
  move_act: "Move the feed",
  columns: {
    title: "Title",
    state: "State",
    published_at: "Published (UTC)",
    scheduled_at: "Scheduled (UTC)",
    season: "Season",
    number: "Number",
    kind: "Kind",
    explicit: "Explicit",
    tags: "Tags",
    guid: "GUID",
    page: "Page",
    description: "Description",
    audio: "Audio",
    bytes: "Bytes",
    seconds: "Seconds",
    day: "Day (UTC)",
    plays: "Plays",
    downloads: "Downloads",
  },
  states: {
    processing: "processing",
    failed: "failed",
    published: "published",
    scheduled: "scheduled",
    draft: "draft",
  },
} as const;

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export type ExportingWords = Texts<typeof en>;
