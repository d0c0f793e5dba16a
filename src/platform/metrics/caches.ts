/** Counts hits and misses of the caches in memory, by their names. */
import type { Count, Measures } from "./measures.ts";
import type { Metric, MetricGroup } from "./metric.ts";

/** The caches that are counted, each with what a miss costs. */
const CACHES = {
  renditions: "a query for the parts of a rendition",
  "open-files": "opening a file",
  "audio-blocks": "reading a piece of audio, at most 128 KiB, from the disk",
  feeds: "rendering a feed",
  tokens: "a query for the holder of a token",
  responses: "reading records and rendering them; only responses that can be kept are counted",
} as const;
export type CacheName = keyof typeof CACHES;

const REQUESTS: Metric = {
  name: "longwave_cache_requests_total",
  type: "counter",
  help: `Look-ups in a cache in memory. A miss costs: ${Object.entries(CACHES)
    .map(([name, cost]) => `\`${name}\` ${cost}`)
    .join("; ")}.`,
  labels: { cache: Object.keys(CACHES), result: ["hit", "miss"] },
};

export const cacheMetrics: MetricGroup = { title: "Caches", metrics: [REQUESTS] };

/** Where a cache adds what it found and what it did not. */
export type CacheCounts = Readonly<{ hits: Count; misses: Count }>;

export const cacheCounts = (measures: Measures, cache: CacheName): CacheCounts => ({
  hits: measures.count(REQUESTS, { cache, result: "hit" }),
  misses: measures.count(REQUESTS, { cache, result: "miss" }),
});
