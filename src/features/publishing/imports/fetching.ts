/** Fetches feeds from external servers, page by page, within the limits of one import. */
import type { Limit } from "../../../platform/limits.ts";
import type { PrivateAccess } from "../../../platform/net/addresses.ts";
import { FetchError, fetchBytes } from "../../../platform/net/fetch.ts";
import type { FeedReader } from "./feedreader.ts";
import { joinPages } from "./pages.ts";
import { FeedRefused } from "./refusal.ts";
import type { MappedFeed } from "./rules.ts";

const limit = (
  name: string,
  value: number,
  unit: string,
  bounds: string,
  beyond = "The import has the pages before it, and its report says so.",
): Limit => ({ name, value, unit, bounds, beyond });

const REFUSED =
  "The import ends with `feed-unreachable`, or without this page and what follows it.";

const bodyLimit = limit("feed-bytes", 32 * 2 ** 20, "bytes", "One page of a feed.", REFUSED);
const timeLimit = limit("feed-fetch-time", 60_000, "ms", "Time for fetching one page.", REFUSED);
const totalTime = limit("import-time", 600_000, "ms", "Time for fetching all pages of a feed.");
const totalBytes = limit("import-bytes", 4 * 2 ** 25, "bytes", "All pages of a feed together.");

export const importLimits: readonly Limit[] = [bodyLimit, timeLimit, totalTime, totalBytes];

/** Maximum bytes of one page of a feed. */
export const MAX_FEED_BYTES = bodyLimit.value;

export type FetchPolicy = Readonly<{ allowPrivate: PrivateAccess; signal?: AbortSignal }>;

/** What remains of an import's limits. */
type Purse = { bytes: number; deadline: number };

/** A feed whose first page has been read. `rest` fetches the other pages and returns the whole feed. */
export type OpenedFeed = Readonly<{ first: MappedFeed; rest(): Promise<MappedFeed> }>;

/** Fetches and parses the first page of the feed at `address`. Throws `FeedRefused`. */
export async function openFeed(
  reader: FeedReader,
  address: string,
  circumstances: FetchPolicy,
): Promise<OpenedFeed> {
  const purse = { bytes: totalBytes.value, deadline: performance.now() + totalTime.value };
  const fetchPage = (page: string) => fetchFeed(reader, page, circumstances, purse);
  const first = await fetchPage(address);
  return { first, rest: () => joinPages(first, fetchPage) };
}

async function fetchFeed(
  reader: FeedReader,
  address: string,
  { allowPrivate, signal }: FetchPolicy,
  purse: Purse,
): Promise<MappedFeed> {
  const leftMs = Math.floor(purse.deadline - performance.now());
  if (leftMs <= 0)
    throw new FeedRefused(`fetching it takes longer than ${totalTime.value / 60_000} minutes`);
  const accept = "application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5";
  const limits = {
    maxBytes: Math.min(bodyLimit.value, purse.bytes),
    maxMs: Math.min(timeLimit.value, leftMs),
    allowPrivate,
    accept,
    ...(signal === undefined ? {} : { signal }),
  };
  try {
    const { bytes, charset } = await fetchBytes(address, limits);
    purse.bytes -= bytes.length;
    return await reader.read({ bytes, charset, address });
  } catch (error) {
    if (error instanceof FetchError) throw new FeedRefused(error.message, "feed-unreachable");
    throw error;
  }
}
