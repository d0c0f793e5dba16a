/** The texts of a show's imports in English; the other languages have the same keys. */

export const en = {
  page: "Import",
  lead: "Bring this show up to date with a feed on another host. First you see what would change; nothing changes before you agree.",
  feed_url: "Address of the feed",
  feed_hint:
    "The feed of this same show elsewhere: the feed it came from, or one with the same podcast:guid.",
  media: "Audio",
  media_link: "Keep streaming from the other host",
  media_copy: "Copy it to this server",
  look: "See what would change",
  looking: "Comparing with the feed",
  preview: "What would change",
  nothing: "Nothing: the show and the feed agree.",
  other_show: "This feed belongs to no show of yours: importing it would make a new one.",
  import_new: "Import it as a new show",
  apply: "Apply these changes",
  another: "Look at another feed",
  create: { one: "{n} episode would be added", other: "{n} episodes would be added" },
  update: { one: "{n} episode would change", other: "{n} episodes would change" },
  show_changes: "The show itself would change",
  and_more: "and {n} more",
  before_after: "{field}: {before} → {after}",
  empty: "(empty)",
  skipped: { one: "{n} item cannot be imported", other: "{n} items cannot be imported" },
  item: "Item {n}",
  notes: "What else to know",
  history: "Earlier imports",
  none: "None yet.",
  date: "Date",
  source: "Feed",
  result: "Result",
  file: "a file",
  states: { PENDING: "waiting", RUNNING: "in progress", DONE: "done", FAILED: "failed" },
  only_author:
    "Only the author of the show can import into it: what somebody imports becomes their own show.",
  fields: {
    title: "Title",
    description: "Description",
    audio: "Audio",
    published_at: "Date",
    duration: "Duration",
    explicit: "Explicit",
    season_number: "Season",
    episode_number: "Number",
    import_image_url: "Cover",
    chapters: "Chapters",
    transcripts: "Transcripts",
    tags: "Tags",
    other: "Other details",
  },
} as const;

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export type ImportingWords = Texts<typeof en>;
