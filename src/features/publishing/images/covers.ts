/** Draws default covers, for responses that must name an image where a record has none. */
import { COVER_COLOURS, drawCover } from "../../../platform/media/initials.ts";

/** The number of covers that a process caches, about 15 kB each. */
const KEPT = 256;

/** A finite set of names: the name contains only what is drawn. */
export const COVER_NAME = /^(\d{1,2})-([A-Z0-9]{0,2})\.png$/;

/** Draws each cover once, and evicts the least recently used ones. */
export function openCovers(): (name: string) => Promise<Buffer> | null {
  const kept = new Map<string, Promise<Buffer>>();
  return (name) => {
    const [, digits, initials = ""] = COVER_NAME.exec(name) ?? [];
    const colour = Number(digits);
    if (!(colour < COVER_COLOURS) || String(colour) !== digits) return null;
    const cover = kept.get(name) ?? drawCover(initials, colour);
    kept.delete(name);
    kept.set(name, cover);
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
    return cover;
  };
}
