/** Parses the text of a feed into its channel and items: strictly if it is well-formed, otherwise item by item. */
import { XMLValidator } from "fast-xml-parser";
import { readLeniently } from "./lenient.ts";
import { FeedRefused } from "./refusal.ts";
import { type Channel, countLines, type Item, parseRss, sentence } from "./rss.ts";

/** Items are in the order of the feed; an unreadable item is replaced by the reason. */
export type FeedDocument = { channel: Channel; items: (Item | string)[]; notes: string[] };

/** More than any real podcast has; a feed beyond this is an attack. */
const MAX_ITEMS = 20_000;

/** Throws `FeedRefused`, with the line of the error if it is known. */
export function readDocument(text: string): FeedDocument {
  const { body, lineOf } = findRoot(text);
  if ((body.match(/<item[\s>]/gi)?.length ?? 0) > MAX_ITEMS)
    throw new FeedRefused(`it has more than ${MAX_ITEMS.toLocaleString("en")} items`);
  const fault = findFault(body, lineOf);
  if (fault === null) {
    const { items = [], ...channel } = parseRss(body);
    return { channel, items, notes: [] };
  }
  const notes = [`The feed is not well-formed (${fault}) and was read leniently.`];
  return { ...readLeniently(body, fault, lineOf), notes };
}

/** The first error with its line; null if the text is well-formed and has a channel. */
function findFault(body: string, lineOf: Root["lineOf"]): string | null {
  const check = XMLValidator.validate(body);
  if (check === true)
    return /<channel[\s>]/i.test(body) ? null : `line ${lineOf(1)}: it has no channel`;
  const { msg, line } = check.err;
  // The validator reports elements that are still open at the end as an error in line 1.
  if (msg.startsWith("Invalid '["))
    return `line ${lineOf(countLines(body) + 1)}: it ends before its elements are closed`;
  return `line ${lineOf(line)}: ${sentence(msg)}`;
}

type Root = { body: string; lineOf(line: number): number };

/** The text from the root element on. Fails if it is not RSS 2.0. */
function findRoot(text: string): Root {
  let at = skipProlog(text, 0);
  if (/^<!doctype/i.test(text.slice(at, at + 9))) at = skipProlog(text, skipDoctype(text, at));
  const [, root] = /^<([\w:.-]{1,60})/.exec(text.slice(at, at + 64)) ?? [];
  if (root === undefined) throw new FeedRefused("it is not XML");
  if (root.toLowerCase() !== "rss")
    throw new FeedRefused(
      WRONG_ROOTS[root.toLowerCase()] ?? `it is not an RSS feed: its root element is <${root}>`,
    );
  const before = countLines(text.slice(0, at));
  return { body: text.slice(at), lineOf: (line) => before + line };
}

const WRONG_ROOTS: Record<string, string> = {
  html: "it is a web page, not a feed",
  feed: "it is an Atom feed; podcasts are RSS 2.0",
  "rdf:rdf": "it is an RSS 1.0 feed; podcasts are RSS 2.0",
  opml: "it is a list of feeds (OPML), not a feed",
};

/** Skips white space, stray text, declarations and comments. */
function skipProlog(text: string, from: number): number {
  for (let at = text.indexOf("<", from); at >= 0; at = text.indexOf("<", at)) {
    const end = text.startsWith("<?", at) ? "?>" : text.startsWith("<!--", at) ? "-->" : null;
    if (end === null) return at;
    const close = text.indexOf(end, at + 2);
    if (close < 0) break;
    at = close + end.length;
  }
  return text.length;
}

/** Skips the document type, which must not declare entities, because they can expand a small file to a huge one. */
function skipDoctype(text: string, from: number): number {
  const close = text.indexOf(">", from);
  const subset = text.indexOf("[", from);
  if (close < 0) return text.length;
  if (subset < 0 || subset > close) return close + 1;
  const end = /\]\s*>/g;
  end.lastIndex = subset;
  const to = end.exec(text) === null ? text.length : end.lastIndex;
  const entity = text.slice(subset, to).search(/<!entity/i);
  if (entity < 0) return to;
  const line = countLines(text.slice(0, subset + entity)) + 1;
  throw new FeedRefused(`it declares entities, which is not allowed (line ${line})`);
}
