/** The texts of drafts and merges in English. */
export type DraftWords = Readonly<{
  saved: string;
  saved_theirs: string;
  saving: string;
  unsaved: string;
  invalid: string;
  conflict: string;
  restored: string;
  kept: string;
  drop: string;
  compare: string;
  merge: string;
  merge_hint: string;
  nothing: string;
  yours: string;
  theirs: string;
  own: string;
  own_label: string;
  empty: string;
  by_you: string;
  by_them: string;
  by_both: string;
  save: string;
  fields: Readonly<Record<string, string>>;
  /** Values that are chosen, such as `true` and `PUBLIC`. */
  values: Readonly<Record<string, string>>;
}>;

export const en: DraftWords = {
  saved: "Saved {time}",
  saved_theirs: "Saved {time}. What somebody else has changed meanwhile is shown.",
  saving: "Saving …",
  unsaved: "Not saved yet. It is kept in this browser until the server can be reached.",
  invalid: "Not saved: {problem}",
  conflict: "Somebody else has changed this meanwhile. Nothing is lost: compare both.",
  restored: "What you wrote last is back.",
  kept: "Kept in this browser until you save.",
  drop: "Discard it",
  compare: "Compare",
  merge: "Two of you have changed this",
  merge_hint: "Choose for each field what to keep. Nothing is saved before you do.",
  nothing: "Both versions are the same now. There is nothing to choose.",
  yours: "Yours",
  theirs: "Theirs",
  own: "Something else",
  own_label: "{field}, new text",
  empty: "empty",
  by_you: "Only you changed it.",
  by_them: "Only the other person changed it.",
  by_both: "Both of you changed it.",
  save: "Save choice",
  fields: {
    title: "Title",
    description: "Show notes",
    tags: "Tags",
    season_number: "Season",
    episode_number: "Episode number",
    season_episode_type: "Kind of episode",
    episode_link: "Link",
    explicit: "Explicit language",
    visibility: "Access",
    hidden: "Hidden",
    download_enabled: "Downloads allowed",
    permalink: "Address",
    rss_guid: "Identifier in the feed",
    location_latitude: "Latitude",
    location_longitude: "Longitude",
    ai_generated: "Made with artificial intelligence",
  },
  values: {
    true: "Yes",
    false: "No",
    PUBLIC: "Everybody",
    LIMITED: "Only with the secret link",
    PRIVATE: "Only editors",
    FULL: "Full episode",
    TRAILER: "Trailer",
    BONUS: "Bonus",
  },
};
