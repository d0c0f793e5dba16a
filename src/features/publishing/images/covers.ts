/** Draws default covers, for responses that must name an image where a record has none. */
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
  const kept = new Map<string, Promise<Buffer>>();
  const findCover = (name: string) => {
    const [, digits, initials = ""] = COVER_NAME.exec(name) ?? [];
    const colour = Number(digits);
    if (!(colour < COVER_COLOURS) || String(colour) !== digits) return null;
    const cover = kept.get(name) ?? drawCover(initials, colour);
    kept.delete(name);
    kept.set(name, cover);
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
    return cover;
  };
  return { findCover };
}
