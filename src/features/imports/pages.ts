/** Joins the pages of a feed that has several (RFC 5005 §3) into one. */
import type { MappedItem } from "./items.ts";
import { FeedRefused } from "./refusal.ts";
import type { MappedFeed } from "./rules.ts";

const MAX_PAGES = 200;
/** Of all pages: as many as one page may have. */
const MAX_ITEMS = 20_000;

/**
 * The feed with the items of all pages that follow `first`, each item once. A page that cannot be
 * had ends it, and is told: what came before is a whole feed.
 */
export async function joinPages(
  first: MappedFeed,
  readPage: (address: string) => Promise<MappedFeed>,
): Promise<MappedFeed> {
  const items = [...first.items];
  const skipped = [...first.skipped];
  const notes = [...first.notes];
  const seen = new Set(items.map(identityOf));
  const read = new Set([first.address]);
  let { next } = first;
  let places = first.items.length + first.skipped.length;
  while (next !== null && !read.has(next) && read.size < MAX_PAGES) {
    read.add(next);
    const page = await readOrNote(next, read.size, readPage, notes);
    if (page === null) break;
    const fresh = page.items.filter((item) => !seen.has(identityOf(item)));
    for (const item of fresh) {
      seen.add(identityOf(item));
      items.push({ ...item, place: item.place + places });
    }
    for (const skip of page.skipped) skipped.push({ ...skip, item: skip.item + places });
    places += page.items.length + page.skipped.length;
    // A server that knows no pages answers each of them with the first.
    if (fresh.length === 0) break;
    next = page.next;
    if (items.length < MAX_ITEMS) continue;
    items.length = MAX_ITEMS;
    notes.push(
      `A feed has at most ${MAX_ITEMS.toLocaleString("en")} items: the rest was left out.`,
    );
    break;
  }
  return { ...first, items, skipped, notes, next: null };
}

const identityOf = ({ guid, fields }: MappedItem): string => `${guid}\n${fields.media_url}`;

async function readOrNote(
  address: string,
  number: number,
  readPage: (address: string) => Promise<MappedFeed>,
  notes: string[],
): Promise<MappedFeed | null> {
  try {
    return await readPage(address);
  } catch (error) {
    if (!(error instanceof FeedRefused)) throw error;
    notes.push(`Page ${number} of the feed was left out, and what follows it: ${error.message}.`);
    return null;
  }
}
