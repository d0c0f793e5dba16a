/** Draws default covers, for responses that must name an image where a record has none. */
import { LRUCache } from "lru-cache";
import { COVER_COLOURS, drawCover } from "../../../platform/media/initials.ts";

/** The number of covers that a process caches, about 15 kB each. */
const KEPT = 256;

/** A finite set of names: the name contains only what is drawn. */
export const COVER_NAME = /^(\d{1,2})-([A-Z0-9]{0,2})\.png$/;

/** Draws each cover once, and evicts the least recently used ones. */
export function openCovers(): (name: string) => Promise<Buffer> | null {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: KEPT });
  return (name) => {
    const [, digits, initials = ""] = COVER_NAME.exec(name) ?? [];
    const colour = Number(digits);
    if (!(colour < COVER_COLOURS) || String(colour) !== digits) return null;
    const cover = drawn.get(name) ?? drawCover(initials, colour);
    drawn.set(name, cover);
    return cover;
  };
}
