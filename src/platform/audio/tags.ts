/** Reads a file's tags, cover and chapters, in a worker thread with bounded time and memory. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { refuseAborted } from "./sandbox.ts";

/** Plain strings without control characters, each cut to its maximum length. */
export type Tags = Readonly<
  Partial<
    Record<"title" | "description" | "comment" | "artist" | "album" | "date" | "keywords", string>
  >
>;

/** An embedded image; JPEG or PNG judging by its first bytes, otherwise unchecked. */
export type Picture = Readonly<{ format: "jpeg" | "png"; data: Uint8Array }>;

export type TaggedChapter = Readonly<{
  /** ms */
  starts_at: number;
  title: string;
  external_url?: string;
  cover: Picture | null;
}>;

export type FileTags = Readonly<{
  tags: Tags;
  cover: Picture | null;
  chapters: readonly TaggedChapter[];
}>;

const NOTHING: FileTags = { tags: {}, cover: null, chapters: [] };
/** The largest real files take a tenth of a second. */
const MAX_MS = 15_000;
const MAX_HEAP_MB = 256;

/**
 * Reads the tags of `file`, whose name must have the extension of its actual format. Tags that cannot be read within
 * these limits are treated as missing: they are only defaults. Throws `AudioError` (`retry`) on abort.
 */
export async function readTags(file: string, signal: AbortSignal): Promise<FileTags> {
  refuseAborted(signal);
  const thread = new Worker(new URL("./tags-worker.ts", import.meta.url), {
    execArgv: [],
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    stderr: true,
  });
  try {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
    const [answer] = (await once(thread, "message", { signal: stop })) as [FileTags];
    return answer;
  } catch {
    refuseAborted(signal);
    return NOTHING;
  } finally {
    thread.on("error", () => {});
    await thread.terminate();
  }
}
