/** Parses RSS with feedsmith: prepares what feedsmith would miss, and words its errors. */
import { parseRssFeed, type RssFeed } from "feedsmith";
import { parseDuration } from "./dates.ts";
import { FeedRefused } from "./refusal.ts";

export type Channel = RssFeed.Feed<string>;
export type Item = RssFeed.Item<string>;

/** Parses the channel of a document that starts with its root element. Throws `FeedRefused`. */
export function parseRss(body: string): Channel {
  try {
    return parseRssFeed(plainValues(body));
  } catch (error) {
    const { cause } = error as Error;
    const reason =
      cause instanceof Error && cause.message !== "" ? `: ${sentence(cause.message)}` : "";
    throw new FeedRefused(`it cannot be parsed as RSS${reason}`);
  }
}

/** Elements with one short value; feedsmith reads them only without surrounding white space or CDATA. */
const SHORT =
  /(<\w+:(duration|explicit|season|episode)\b[^<>]*>)([^<>]*|\s*<!\[CDATA\[[^<>]*\]\]>\s*)(?=<\/)/gi;

const plainValues = (body: string): string =>
  body.replace(SHORT, (_all, tag: string, name: string, content: string) => {
    const value = content.replace(/<!\[CDATA\[|\]\]>/g, "").trim();
    return tag + (name.toLowerCase() === "duration" ? (parseDuration(value) ?? "") : value);
  });

export const countLines = (text: string): number => text.split("\n").length - 1;

/** A parser's message for use in a sentence, without line numbers, which the parser counts differently. */
export const sentence = (message: string): string =>
  message
    .replace(/ \(opened in line [^()]*\)/, "")
    .replace(/\s+/g, " ")
    .slice(0, 100)
    .replace(/\.$/, "");
