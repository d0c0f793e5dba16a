/** The bodies that the examples send: all invented. */

export const USER = {
  fullname: "Mara Lindqvist",
  location: "Malmö",
  timezone: "Europe/Stockholm",
  description: "Makes radio about slow journeys.",
  website_url: "https://lantern.example",
  content_languages: ["en", "sv"],
};

export const SHOW = {
  title: "Night Trains",
  language: "en",
  category_id: 92,
  permalink: "night-trains",
  description: "Stories from sleeping cars: who travels by night, and why.",
  author_name: "Mara Lindqvist",
  copyright: "Lantern Audio",
  itunes_type: "episodic",
};

export const EPISODE = {
  title: "The last sleeper to Narvik",
  permalink: "the-last-sleeper-to-narvik",
  description: "Nineteen hours north with the people who keep the night train running.",
  tags: ["railways", "sweden"],
  season_number: 1,
  episode_number: 1,
  published_at: "2026-05-20 05:00:00",
};

export const SECOND_EPISODE = {
  title: "Breakfast at the border",
  type: "EXTERNAL",
  tags: ["railways"],
  media_url: "https://media.lantern.example/breakfast-at-the-border.mp3",
  published_at: "2026-05-27 05:00:00",
};

export const DRAFT = {
  title: "A timetable of the stars",
  description: "Notes for an episode about conductors who watch the sky.",
};

export const ADVERTISER = {
  name: "Kettle & Compass",
  iab_categories: ["IAB20"],
  domain: "kettle.example",
  notes: "Travel flasks. Prefers episodes about long journeys.",
};

export const CAMPAIGN = {
  name: "Summer by rail",
  currency: "EUR",
  budget_amount: "1200.00",
  frequency_cap: [{ max: 2, count: 1, unit: "DAY" }],
};

export const LINE_ITEM = {
  name: "Sleeping cars, pre-roll",
  priority_id: 30,
  active: true,
  start_date: "2026-06-01",
  end_date: "2026-08-31",
  goal_pacing: "PACED",
  goal_impressions: 40_000,
  price_type: "CPM",
  price_amount: "18.50",
  target_geo: { type: "INCLUDE", matcher: "ONE_OF", values: ["SE", "NO"] },
};

/** Values of feed tags, by the field that holds them. */
export const FEED_TAGS: Record<string, unknown> = {
  persons: [
    {
      name: "Mara Lindqvist",
      role: "host",
      group: "cast",
      image_url: "https://lantern.example/mara.jpg",
      url: "https://lantern.example/mara",
    },
  ],
  funding: [{ url: "https://lantern.example/support", title: "Buy us a ticket" }],
  locked: { locked: true, owner: "mara@lantern.example" },
  license: { identifier: "CC-BY-4.0", url: "https://lantern.example/licence" },
  location: [{ name: "Narvik", rel: "subject", geo: "geo:68.44,17.43", country: "NO" }],
  txt: [{ text: "lantern-verification-1234", purpose: "verify" }],
  podroll: [
    {
      feed_guid: "917393e3-1b1e-5cef-ace4-edaa54e1f810",
      feed_url: "https://tidewater.example/feed",
      title: "Tidewater Ferries",
    },
  ],
  value: [
    {
      type: "lightning",
      method: "keysend",
      suggested: 0.00000005,
      recipients: [{ name: "Mara", type: "node", address: "example-node-address", split: 100 }],
    },
  ],
  trailers: [
    {
      title: "All aboard",
      url: "https://media.lantern.example/all-aboard.mp3",
      published_at: "2026-05-01 05:00:00",
      type: "audio/mpeg",
      bytes: 1_440_000,
    },
  ],
  medium: "podcast",
  images: [
    {
      url: "https://lantern.example/platform.webp",
      alt: "A platform at night",
      aspect_ratio: "16/9",
      width: 1920,
      height: 1080,
      type: "image/webp",
    },
  ],
  listings: [{ directory: "apple", url: "https://apple.example/podcast/night-trains" }],
  update_frequency: { text: "Every Wednesday", rrule: "FREQ=WEEKLY;BYDAY=WE" },
  soundbites: [{ starts_at: 2_000, duration: 15_000, title: "The whistle" }],
  social_interact: [
    {
      protocol: "activitypub",
      uri: "https://social.example/@nighttrains/1",
      account_id: "@nighttrains",
      account_url: "https://social.example/@nighttrains",
    },
  ],
  chapters_file: {
    url: "https://lantern.example/narvik.json",
    type: "application/json+chapters",
  },
};

export const DEVICE = {
  endpoint: "https://push.example/v1/hJ4xQ",
  // The base point of P-256.
  public_key:
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
  auth: "u8DqvRlW0mIEqKvb3xYc1g",
  name: "Kitchen tablet",
};

export const WEBHOOK = { url: "https://lantern.example/hooks", types: ["episode.published"] };

export const SCHEDULE = { frequency: "WEEKLY", weekday: 1, hour: 8, timezone: "Europe/Stockholm" };
