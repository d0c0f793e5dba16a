/** What a file says about itself: tags, cover, chapters; read in a thread that cannot do harm. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { refuseAborted } from "./sandbox.ts";

/** Plain strings without control characters, each cut to its limit. */
export type Tags = Readonly<
  Partial<
    Record<"title" | "description" | "comment" | "artist" | "album" | "date" | "keywords", string>
  >
>;

/** A picture as it was embedded; JPEG or PNG by its first bytes, nothing more is known of it. */
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
 * Reads the tags of `file`, whose name must end as its content is. Tags that cannot be read, in that
 * time or memory, are none: they are only defaults. Throws `AudioError` (`retry`) on abort.
 */
export async function readTags(file: string, signal: AbortSignal): Promise<FileTags> {
  refuseAborted(signal);
  const thread = new Worker(new URL("./tagsthread.ts", import.meta.url), {
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
