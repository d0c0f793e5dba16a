/** Parses feeds in a worker thread, so that a hostile feed costs neither the server's time nor its memory. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Gates } from "../../../gates.ts";
import type { Answer } from "./feedreader-worker.ts";
import type { FeedSource } from "./reader.ts";
import { FeedRefused } from "./refusal.ts";
import type { MappedFeed } from "./rules.ts";

/** The largest feed of 32 MiB takes a few seconds and less than half of this memory. */
const MAX_MS = 60_000;
const MAX_HEAP_MB = 1024;

export type FeedReader = AsyncDisposable & {
  /** Parses one feed at a time. Throws `FeedRefused`. */
  read(source: FeedSource): Promise<MappedFeed>;
};

/** Starts the thread with the first feed, and again after a feed that exceeded the limits. */
export function openReader({ feeds }: Pick<Gates, "feeds">): FeedReader {
  let thread: Worker | null = null;
  const stop = async () => {
    await thread?.terminate();
    thread = null;
  };
  const read = async (source: FeedSource): Promise<MappedFeed> => {
    thread ??= startThread();
    thread.postMessage(source);
    try {
      const signal = AbortSignal.timeout(MAX_MS);
      const [answer] = (await once(thread, "message", { signal })) as [Answer];
      return unpack(answer);
    } catch (error) {
      if (error instanceof FeedRefused) throw error;
      await stop();
      throw tooMuch(error as NodeJS.ErrnoException);
    }
  };
  return {
    read: (source) => feeds(() => read(source)),
    [Symbol.asyncDispose]: stop,
  };
}

function startThread(): Worker {
  const thread = new Worker(new URL("./feedreader-worker.ts", import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // Pending reads handle the error as well; without this listener it would end the process.
  thread.on("error", () => {});
  return thread;
}

function unpack(answer: Answer): MappedFeed {
  if ("feed" in answer) return answer.feed;
  if ("refused" in answer) throw new FeedRefused(answer.refused, answer.type);
  throw new Error(`reading a feed failed: ${answer.failed}`);
}

function tooMuch(error: NodeJS.ErrnoException): Error {
  if (error.name === "AbortError")
    return new FeedRefused(`it cannot be parsed within ${MAX_MS / 1000} s`);
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return new FeedRefused("parsing it needs too much memory");
  return error;
}
