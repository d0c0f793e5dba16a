/** Example values of the tags that only feeds contain: persons, funding, value and others. */

export const PERSON = {
  name: "Ada Lamp",
  role: "host",
  group: "cast",
  image_url: "https://salt.example/ada.jpg",
  url: "https://salt.example/ada",
};
export const REMOTE = {
  feed_guid: "917393e3-1b1e-5cef-ace4-edaa54e1f810",
  item_guid: null,
  medium: null,
};
const recipient = { type: "node", address: "0365", split: 99, fee: false, custom_key: null };

/** A value for each kind of tag, as sent and returned. */
export const VALUES: Record<string, unknown> = {
  persons: [PERSON],
  funding: [{ url: "https://salt.example/give", title: "Buy oil" }],
  locked: { locked: true, owner: "ada@salt.example" },
  license: { identifier: "CC-BY-4.0", url: "https://salt.example/license" },
  location: [
    { name: "Salt Point", rel: "subject", geo: "geo:38.5,-123.3", osm: "R113314", country: "US" },
  ],
  txt: [{ text: "hello <txt>", purpose: "greeting" }],
  podroll: [{ ...REMOTE, feed_url: "https://other.example/feed", title: "Other" }],
  value: [
    {
      type: "lightning",
      method: "keysend",
      suggested: 5e-8,
      recipients: [{ name: "Ada", ...recipient, custom_value: null }],
      time_splits: [
        {
          starts_at: 60_500,
          duration: 237_000,
          remote_starts_at: 174_000,
          remote_percentage: 95,
          remote_item: { ...REMOTE, feed_url: null, item_guid: "song", title: null },
          recipients: [],
        },
      ],
    },
  ],
  trailers: [
    {
      title: "Soon",
      url: "https://salt.example/soon.mp3",
      bytes: 1234,
      type: "audio/mpeg",
      published_at: "2026-01-02 03:04:05",
      season_number: 2,
    },
  ],
  medium: "podcast",
  images: [
    {
      url: "https://salt.example/wide.webp",
      alt: "A lamp",
      aspect_ratio: "16/9",
      width: 2560,
      height: 1440,
      type: "image/webp",
      purpose: "banner",
    },
  ],
  update_frequency: {
    text: "Weekly",
    complete: false,
    starts_at: "2026-01-02 00:00:00",
    rrule: "FREQ=WEEKLY",
  },
  listings: [{ directory: "apple", url: "https://podcasts.example/show/1" }],
  soundbites: [{ starts_at: 33_833, duration: 60_000, title: "The best" }],
  social_interact: [
    {
      protocol: "activitypub",
      uri: "https://social.example/1",
      account_id: "@ada",
      account_url: "https://social.example/@ada",
      priority: 1,
    },
  ],
  chapters_file: { url: "https://salt.example/chapters.json", type: "application/json+chapters" },
};
