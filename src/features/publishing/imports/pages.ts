/** Joins the pages of a paged feed (RFC 5005 §3). */
import type { MappedItem } from "./items.ts";
import { FeedRefused } from "./refusal.ts";
import type { MappedFeed } from "./rules.ts";

const MAX_PAGES = 200;
/** Maximum items of all pages: the same as for one page. */
const MAX_ITEMS = 20_000;

/**
 * Adds the items of all pages after `first` to the feed, each item once. A page that cannot be fetched ends the feed
 * and is noted in the report; what came before is imported.
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
    // A server without paging returns the first page for every URL.
    if (fresh.length === 0) break;
    next = page.next;
    if (items.length < MAX_ITEMS) continue;
    items.length = MAX_ITEMS;
    notes.push(
      `A feed has at most ${MAX_ITEMS.toLocaleString("en")} items. The rest was not imported.`,
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
    notes.push(
      `Page ${number} of the feed and the pages after it were not imported: ${error.message}.`,
    );
    return null;
  }
}
