/** The worker thread of `apart.ts`: parses one feed after the other. */
import { parentPort } from "node:worker_threads";
import { type FeedSource, readFeed } from "./reader.ts";
import { FeedRefused, type Refusal } from "./refusal.ts";
import type { MappedFeed } from "./rules.ts";

export type Answer = { feed: MappedFeed } | { refused: string; type: Refusal } | { failed: string };

parentPort?.on("message", (source: FeedSource) => parentPort?.postMessage(answer(source)));

function answer(source: FeedSource): Answer {
  try {
    return { feed: readFeed(source) };
  } catch (error) {
    if (error instanceof FeedRefused) return { refused: error.message, type: error.type };
    return { failed: (error as Error).stack ?? String(error) };
  }
}
