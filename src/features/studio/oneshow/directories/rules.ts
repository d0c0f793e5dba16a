/** Podcast directories: what each needs of a show, and where shows are submitted; pure. */
import type { FeedSettings } from "../../../distribution/feeds/store.ts";
import type { ShowRow } from "../../../publishing/shows/store.ts";
import type { Words } from "./words.ts";

export type Need = keyof Words["needs"];

export type Directory = Readonly<{
  key: keyof Words["how"];
  name: string;
  submit_url: string;
  /** Domains of its pages of shows. */
  hosts: readonly string[];
  needs: readonly Need[];
}>;

// biome-ignore format: a list of domains
const AMAZON = [
  "music.amazon.com", "music.amazon.co.uk", "music.amazon.de", "music.amazon.fr", "music.amazon.it",
  "music.amazon.es", "music.amazon.ca", "music.amazon.com.au", "music.amazon.co.jp", "audible.com",
];

/**
 * By what each says to podcasters: Apple “Podcast requirements”, Spotify “Claiming your show”, YouTube “Deliver
 * podcasts using an RSS feed”, Amazon Music for Podcasters, Podcast Index, Pocket Casts.
 */
export const DIRECTORIES: readonly Directory[] = [
  {
    key: "apple",
    name: "Apple Podcasts",
    submit_url: "https://podcastsconnect.apple.com/",
    hosts: ["podcasts.apple.com"],
    needs: ["public", "episode", "cover", "description", "category", "https"],
  },
  {
    key: "spotify",
    name: "Spotify",
    submit_url: "https://creators.spotify.com/",
    hosts: ["open.spotify.com"],
    needs: ["public", "episode", "cover", "description", "email"],
  },
  {
    key: "youtube",
    name: "YouTube",
    submit_url: "https://studio.youtube.com/",
    hosts: ["youtube.com", "youtu.be"],
    needs: ["public", "episode", "cover", "description", "author", "email"],
  },
  {
    key: "amazon",
    name: "Amazon Music",
    submit_url: "https://podcasters.amazon.com/",
    hosts: AMAZON,
    needs: ["public", "episode", "cover", "description", "category", "email"],
  },
  {
    key: "podcastindex",
    name: "Podcast Index",
    submit_url: "https://podcastindex.org/add",
    hosts: ["podcastindex.org"],
    needs: ["public", "episode"],
  },
  {
    key: "pocketcasts",
    name: "Pocket Casts",
    submit_url: "https://pocketcasts.com/submit/",
    hosts: ["pocketcasts.com", "pca.st"],
    needs: ["public", "episode", "cover", "author"],
  },
];

/** Whether an address belongs to the directory. */
export const isAt = ({ hosts }: Directory, url: string): boolean => {
  const { hostname } = new URL(url);
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
};

/** What the show has of all that directories need. */
export function metNeeds(
  show: ShowRow,
  settings: FeedSettings,
  feed_url: string,
): Readonly<Record<Need, boolean>> {
  return {
    public: show.visibility === "PUBLIC" && settings.mode === "AUTO",
    episode: show.listenable_episodes_count > 0,
    cover: show.image_id !== null,
    description: show.description !== "",
    category: show.category_id !== null,
    author: (show.author_name ?? show.author_fullname) !== "",
    email: show.email !== null && settings.show_email,
    https: feed_url.startsWith("https:"),
  };
}

/** Where a need is met, below the show's path; https is the operator's. */
export function placeOf(need: Need, show: ShowRow, settings: FeedSettings): string | null {
  const places: Readonly<Record<Need, string | null>> = {
    public: settings.mode === "AUTO" ? "#visibility" : "/feed",
    episode: "/episodes/new",
    cover: "/cover",
    description: "#description",
    category: "#category_id",
    author: "#author_name",
    email: show.email === null ? "#email" : "/feed#show_email",
    https: null,
  };
  return places[need];
}
