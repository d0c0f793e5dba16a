/** The pictures that other sites show for links to shows and episodes: what they show, their URLs, and a cache. */
import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import type { Deps } from "../../../deps.ts";
import { createGate } from "../../../platform/gate.ts";
import type { SiteIdentity } from "../../../platform/http/site.ts";
import { drawCard } from "../../../platform/media/card.ts";
import { MissingFile } from "../../../platform/media/store.ts";
import { truncate } from "../../../platform/text/plain.ts";
import { accentColours, OWN_ACCENT } from "../layout/accent.ts";
import { FONT_FILES } from "../layout/fonts.ts";

/** All that a card shows of a record. */
export type CardContent = Readonly<{
  kind: "show" | "episode";
  id: number;
  title: string;
  byline: string;
  /** Key of the 1400×1400 cover. */
  feed_key: string | null;
}>;

type ShowRow = Readonly<{
  show_id: number;
  title: string;
  author_name: string | null;
  author_fullname: string;
  feed_key: string | null;
}>;

/** The card of a show, from its row. */
export const showCard = (row: ShowRow): CardContent => ({
  kind: "show",
  id: row.show_id,
  title: row.title,
  byline: row.author_name ?? row.author_fullname,
  feed_key: row.feed_key,
});

type EpisodeRow = Readonly<{
  episode_id: number;
  title: string;
  show_title: string;
  feed_key: string | null;
}>;

/** The card of an episode, from its row. */
export const episodeCard = (row: EpisodeRow): CardContent => ({
  kind: "episode",
  id: row.episode_id,
  title: row.title,
  byline: row.show_title,
  feed_key: row.feed_key,
});

/** Changes with how cards are drawn, so that caches fetch them again. */
const DESIGN = 2;

/** The digest of all that the card shows. */
export const cardDigest = ({ title, byline, feed_key }: CardContent, site: SiteIdentity): string =>
  hash(
    "sha256",
    JSON.stringify([DESIGN, title, byline, feed_key, site.name, site.accent]),
    "hex",
  ).slice(0, 16);

/** The URL of a card; it changes with what the card shows. */
export const cardUrl = (content: CardContent, site: SiteIdentity, baseUrl: string): string =>
  `${baseUrl}/media/cards/${content.kind}-${content.id}-${cardDigest(content, site)}.jpg`;

/** The cards of a process. */
export type Cards = Readonly<{
  findCard(content: CardContent, site: SiteIdentity): Promise<Buffer>;
}>;

/** About 80 kB each. */
const KEPT = 64;
const WAITING = 20;
const LONGEST = 240;

/** Draws one card at a time; more than `WAITING` others are told to try later. */
export function openCards({ media }: Pick<Deps, "media">): Cards {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: KEPT });
  const gate = createGate(1, WAITING);
  const readCover = async (key: string | null): Promise<Buffer | null> => {
    if (key === null) return null;
    try {
      return await buffer(await media.read(key));
    } catch (error) {
      if (error instanceof MissingFile) return null;
      throw error;
    }
  };
  const draw = async (content: CardContent, site: SiteIdentity, digest: string) => {
    const { day } = accentColours(site.accent ?? OWN_ACCENT);
    const order = {
      title: truncate(content.title.normalize("NFC"), LONGEST),
      byline: truncate(content.byline.normalize("NFC"), LONGEST),
      site: site.name,
      needle: Number.parseInt(digest.slice(0, 2), 16) / 255,
      colours: {
        paper: "#f6f3ec",
        ink: "#181b1c",
        soft: "#565a58",
        line: "#cfc9ba",
        accent: day.accent,
        signal: "#b9361a",
      },
      titleFonts: FONT_FILES.Besley,
      textFonts: FONT_FILES.Figtree,
    };
    return gate(async () => drawCard(order, await readCover(content.feed_key)));
  };
  return {
    findCard(content, site) {
      const digest = cardDigest(content, site);
      const known = drawn.get(digest);
      if (known !== undefined) return known;
      const card = draw(content, site, digest);
      drawn.set(digest, card);
      card.catch(() => drawn.delete(digest));
      return card;
    },
  };
}
