/** The texts of a show's directories in English; the other languages have the same keys. */

export const en = {
  page: "Distribution",
  lead: "Directories read your feed by themselves, but each must be asked once. Submit the address of the feed, then paste the show’s page there back here.",
  feed: "Address of the feed",
  copy: "Copy",
  copied: "Copied",
  listed: "Listed",
  ready: "Ready to submit",
  missing: { one: "{n} thing missing", other: "{n} things missing" },
  has: "has",
  lacks: "missing",
  needs: {
    public: "Public feed",
    episode: "Published episode",
    cover: "Cover",
    description: "Description",
    category: "Category",
    author: "Author",
    email: "E-mail address in the feed",
    https: "https address",
  },
  how: {
    apple:
      "Sign in to Podcasts Connect, choose “New show”, then “Add a show with an RSS feed”. Apple reviews it within a few days.",
    spotify:
      "Sign in to Spotify for Creators and add an existing show. Spotify sends a code to the e-mail address in the feed.",
    youtube:
      "In YouTube Studio choose “Create”, “New podcast”, “Submit RSS feed”. YouTube sends a code to the e-mail address in the feed.",
    amazon: "Sign in to Amazon Music for Podcasters and add the show. It appears on Audible, too.",
    podcastindex: "Paste the address: the show appears at once, and many open apps read it there.",
    pocketcasts: "Paste the address and confirm. The show appears within minutes.",
  },
  submit_to: "Submit to {name}",
  open_at: "Open at {name}",
  listing: "The show’s page at {name}",
  save: "Save page",
  saved: "Saved.",
  other_host: "This is not an address of {name}. Copy the address of the show’s page there.",
} as const;

type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };

export type DirectoriesWords = Texts<typeof en>;
