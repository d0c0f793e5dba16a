/** Reads feeds in a thread of their own: a hostile one costs neither the server's time nor its memory. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createGate } from "../../platform/gate.ts";
import type { FeedSource } from "./reader.ts";
import { FeedRefused } from "./refusal.ts";
import type { MappedFeed } from "./rules.ts";
import type { Answer } from "./thread.ts";

/** The largest feed of 32 MiB takes a few seconds and less than half of this. */
const MAX_MS = 60_000;
const MAX_HEAP_MB = 1024;

/** However many imports wait for pages, two of these threads work at a time. */
const inTurn = createGate(2, Number.POSITIVE_INFINITY);

export type FeedReader = AsyncDisposable & {
  /** One at a time. Throws `FeedRefused`. */
  read(source: FeedSource): Promise<MappedFeed>;
};

/** The thread starts with the first feed, and anew after one that was too much for it. */
export function openReader(): FeedReader {
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
    read: (source) => inTurn(() => read(source)),
    [Symbol.asyncDispose]: stop,
  };
}

function startThread(): Worker {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // Whoever waits for an answer hears of it as well; unheard, it would end the process.
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
    return new FeedRefused(`it cannot be read within ${MAX_MS / 1000} s`);
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return new FeedRefused("it needs too much memory to be read");
  return error;
}
