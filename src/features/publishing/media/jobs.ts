/** Deletes unreferenced files nightly, and the temporary folders of killed processes within minutes. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import type { Loop } from "../../../platform/jobs/loop.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import { createWorkSweep } from "../../../platform/media/workfolder.ts";
import { forgetUnswept } from "../storage/store.ts";
import { findUnusedKeys, isKept, whileWritersWait } from "./store.ts";

type Needs = Pick<Deps, "db" | "media" | "disk" | "clock" | "log">;

const sweepMedia = { name: "media.sweep", payload: z.object({}) };
const reclaimSpace = { name: "media.reclaim", payload: z.object({}).loose() };
const HOUR_MS = 3_600_000;
/** Keys per query: 0.8 MB of keys, 0.4 s with the files of a million images. */
const BATCH = 10_000;
/** Files deleted while writers wait. */
const CHUNK = 100;
const TRIES = 5;

/** Runs after the hour in which unused rows are deleted, such as those of images. */
export const mediaJobs = (deps: Needs): Job[] => [
  job(sweepMedia, () => sweep(deps), "47 3 * * *"),
  // A full disk cannot wait until night.
  job(
    reclaimSpace,
    async () => {
      if (await deps.disk.isLow()) await sweep(deps);
    },
    "*/10 * * * *",
  ),
];

/** Deletes temporary folders on this machine whose process has ended. */
export function mediaLoops({ media, log }: Pick<Deps, "media" | "log">): Loop[] {
  const sweepWork = createWorkSweep(media.tmpDir);
  return [
    {
      name: "sweeping work folders",
      pauseMs: 30_000,
      async run() {
        const folders = await sweepWork();
        if (folders.length > 0) log.info({ folders }, "what killed processes left is removed");
      },
    },
  ];
}

async function sweep(deps: Needs): Promise<void> {
  const { media, clock, log } = deps;
  await media.removeUnfinished(clock());
  let removed = 0;
  for await (const batch of inBatches(media.keys(), BATCH)) {
    const unused = await findOldUnused(deps, batch);
    for (let at = 0; at < unused.length; at += CHUNK) {
      const count = await removeUnused(deps, unused.slice(at, at + CHUNK));
      if (count === "kept")
        return log.info("a backup needs all files: the next sweep removes them");
      removed += count;
    }
  }
  await forgetUnswept(deps.db);
  if (removed > 0) log.info({ files: removed }, "files that nothing refers to are removed");
}

/** Checks without blocking writers. */
async function findOldUnused({ db, media, clock }: Needs, keys: MediaKey[]): Promise<MediaKey[]> {
  const before = new Date(clock().getTime() - HOUR_MS);
  const old: MediaKey[] = [];
  for (const key of await findUnusedKeys(db, keys)) {
    const file = await media.find(key);
    if (file !== null && file.modifiedAt < before) old.push(key);
  }
  return old;
}

/**
 * Checks again while writers are blocked, and deletes. Returns the number of deleted files; also 0 if writers leave no
 * gap, in which case the next night tries again. "kept": a backup is running, which may need any of them.
 */
async function removeUnused({ db, media }: Needs, keys: MediaKey[]): Promise<number | "kept"> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const removed = await whileWritersWait(db, async (transaction) => {
      if (await isKept(transaction)) return "kept";
      const unused = await findUnusedKeys(transaction, keys);
      await Promise.all(unused.map((key) => media.remove(key)));
      return unused.length;
    });
    if (removed !== null) return removed;
    await sleep(1000);
  }
  return 0;
}

async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
