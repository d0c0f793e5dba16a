/** Parses feeds that are not well-formed, as tolerantly as a feed reader would. */
import { FeedRefused } from "./refusal.ts";
import { type Channel, countLines, type Item, parseRss } from "./rss.ts";

/**
 * Parses each item on its own, so that an error in one does not affect the others; an unreadable item is replaced by
 * the reason. Throws `FeedRefused` with `fault` if nothing is readable.
 */
export function readLeniently(
  body: string,
  fault: string,
  lineOf: (line: number) => number,
): { channel: Channel; items: (Item | string)[] } {
  const [open = "<rss>"] = /^<rss\b[^<>]*>/i.exec(body) ?? [];
  const wrap = (content: string) => `${open}<channel>${content}</channel></rss>`;
  const spans = findItems(body);
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined)
    throw new FeedRefused(`it is not well-formed (${fault})`);
  const around = body.slice(open.length, first.from) + body.slice(last.to);
  const channel = readChannel(wrap(around.replace(/<\/?(channel|rss)\b[^<>]*>/gi, "")), fault);
  const lineAt = countingLines(body);
  const items = spans.map(({ from, to, whole }): Item | string => {
    if (!whole && to === body.length) return "the feed ends in the middle of it";
    const item = tryItem(wrap(body.slice(from, to) + (whole ? "" : "</item>")));
    return item ?? `it is empty or not well-formed (line ${lineOf(lineAt(from))})`;
  });
  return { channel, items };
}

/** Returns the lines of increasing offsets in a single pass over the text. */
function countingLines(text: string): (place: number) => number {
  let [line, at] = [1, 0];
  return (place) => {
    line += countLines(text.slice(at, place));
    at = place;
    return line;
  };
}

function readChannel(text: string, fault: string): Channel {
  try {
    return parseRss(text);
  } catch {
    throw new FeedRefused(`it is not well-formed (${fault})`);
  }
}

function tryItem(text: string): Item | null {
  try {
    return parseRss(text).items?.[0] ?? null;
  } catch {
    return null;
  }
}

/** `whole`: the item has its end tag; otherwise it extends to the next item or to the end of the text. */
type Span = { from: number; to: number; whole: boolean };

/** Finds the items, ignoring the contents of CDATA sections and comments. */
function findItems(body: string): Span[] {
  const token = /<!\[CDATA\[|<!--|<item(?=[\s>])|<\/item\s*>/gi;
  const spans: Span[] = [];
  let open: number | null = null;
  for (let found = token.exec(body); found !== null; found = token.exec(body)) {
    const [text] = found;
    if (text.startsWith("<!")) {
      const close = body.indexOf(text === "<!--" ? "-->" : "]]>", token.lastIndex);
      if (close < 0) break;
      token.lastIndex = close;
    } else if (text.startsWith("</")) {
      if (open !== null) spans.push({ from: open, to: token.lastIndex, whole: true });
      open = null;
    } else {
      if (open !== null) spans.push({ from: open, to: found.index, whole: false });
      open = found.index;
    }
  }
  if (open !== null) spans.push({ from: open, to: endOfLast(body, open), whole: false });
  return spans;
}

function endOfLast(body: string, from: number): number {
  const end = body.slice(from).search(/<\/(channel|rss)\s*>/i);
  return end < 0 ? body.length : from + end;
}
