/** The texts of the pages that begin a show or an import in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  new_show: "New show",
  import_feed: "Import a feed",
  title: "Title",
  show_title_hint: "5–40 characters.",
  description: "Description",
  description_hint: "What the show is about. You can write it later.",
  language: "Language",
  category: "Category",
  no_category: "Choose a category",
  cover: "Cover",
  cover_hint: "A square JPEG or PNG, at least 400 × 400 pixels. Optional.",
  create_show: "Create show",
  import_lead:
    "The podcast comes with all its episodes, and nothing changes for those who listen: its feed at the current host stays as it is.",
  feed_url: "Address of the RSS feed",
  feed_url_hint: "For example, https://example.org/feed.xml",
  feed_file: "Or upload a feed file",
  media: "Audio",
  media_link: "Leave it at the current host",
  media_copy: "Copy it to this server",
  import: "Import podcast",
  importing: "Importing the podcast",
  import_waiting: "The feed is being read. You can close this page: the import goes on.",
  import_done: "The podcast is here",
  import_failed: "The import didn’t work",
  import_again: "Import again",
  created: { one: "{n} episode added", other: "{n} episodes added" },
  updated: { one: "{n} episode updated", other: "{n} episodes updated" },
  unchanged: { one: "{n} episode unchanged", other: "{n} episodes unchanged" },
  skipped: { one: "{n} item skipped", other: "{n} items skipped" },
  skipped_item: "Item {n}",
  notes: "What else to know",
  code_lead:
    "To show that the feed is yours, put this text into its description, then import it again:",
  check_cover: "Check the cover",
  see_episodes: "See its episodes",
  open_show: "Open page",
  shows: "Your shows",
  back: "Back to your shows",
} as const;

export type NewShowWords = Texts<typeof en>;
