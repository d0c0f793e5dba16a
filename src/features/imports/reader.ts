/** Bytes of a feed to what will be written of it; pure, and run apart by `thread.ts`. */
import { readDocument } from "./document.ts";
import { type MappedFeed, mapFeed } from "./rules.ts";
import { decodeFeed } from "./text.ts";

export type FeedSource = {
  bytes: Uint8Array;
  /** What HTTP said of the encoding. */
  charset: string | null;
  /** Where it was fetched from; null for a file. */
  address: string | null;
};

/** Throws `FeedRefused`. */
export function readFeed({ bytes, charset, address }: FeedSource): MappedFeed {
  const { text, notes } = decodeFeed(bytes, charset);
  const document = readDocument(text);
  return mapFeed({ ...document, notes: [...notes, ...document.notes] }, address);
}
