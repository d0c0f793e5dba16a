/** Draws default covers, for responses that must name an image where a record has none. */
import { LRUCache } from "lru-cache";
import { COVER_COLOURS, drawCover } from "../../../platform/media/initials.ts";

/** The number of covers that a process caches, about 15 kB each. */
const KEPT = 256;

/** A finite set of names: the name contains only what is drawn. */
export const COVER_NAME = /^(\d{1,2})-([A-Z0-9]{0,2})\.png$/;

/** The default covers of a process. */
export type Covers = Readonly<{
  /** The cover with this name, or null if there is none. */
  findCover(name: string): Promise<Buffer> | null;
}>;

/** Draws each cover once, and evicts the least recently used ones. */
export function openCovers(): Covers {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: KEPT });
  const findCover = (name: string) => {
    const [, digits, initials = ""] = COVER_NAME.exec(name) ?? [];
    const colour = Number(digits);
    if (!(colour < COVER_COLOURS) || String(colour) !== digits) return null;
    const cover = drawn.get(name) ?? drawCover(initials, colour);
    drawn.set(name, cover);
    return cover;
  };
  return { findCover };
}
