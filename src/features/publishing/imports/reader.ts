/** Parses the bytes of a feed into the fields to be written; pure, and run in the worker thread of `feedreader.ts`. */
import { readDocument } from "./document.ts";
import { type MappedFeed, mapFeed } from "./rules.ts";
import { decodeFeed } from "./text.ts";

export type FeedSource = {
  bytes: Uint8Array;
  /** The charset in the HTTP header. */
  charset: string | null;
  /** The URL from which it was fetched; null for a file. */
  address: string | null;
};

/** Throws `FeedRefused`. */
export function readFeed({ bytes, charset, address }: FeedSource): MappedFeed {
  const { text, notes } = decodeFeed(bytes, charset);
  const document = readDocument(text);
  return mapFeed({ ...document, notes: [...notes, ...document.notes] }, address);
}
