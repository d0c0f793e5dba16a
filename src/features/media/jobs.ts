/** Takes away files that no row refers to any more, nightly, and what killed processes left, within minutes. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { type Job, job } from "../../platform/jobs/job.ts";
import type { Loop } from "../../platform/jobs/loop.ts";
import type { MediaKey } from "../../platform/media/key.ts";
import { createWorkSweep } from "../../platform/media/workfolder.ts";
import { forgetUnswept } from "../storage/store.ts";
import { findUnusedKeys, whileWritersWait } from "./store.ts";

type Needs = Pick<Deps, "db" | "media" | "disk" | "clock" | "log">;

const sweepMedia = { name: "media.sweep", payload: z.object({}) };
const reclaimSpace = { name: "media.reclaim", payload: z.object({}).loose() };
const HOUR_MS = 3_600_000;
/** Keys asked about in one query: 0.8 MB of them, 0.4 s among the files of a million pictures. */
const BATCH = 10_000;
/** Files removed while writers wait. */
const CHUNK = 100;
const TRIES = 5;

/** After the hour in which rows are forgotten, such as those of pictures that nobody shows. */
export const mediaJobs = (deps: Needs): Job[] => [
  job(sweepMedia, () => sweep(deps), "47 3 * * *"),
  // A full disk cannot wait for the night.
  job(
    reclaimSpace,
    async () => {
      if (await deps.disk.isLow()) await sweep(deps);
    },
    "*/10 * * * *",
  ),
];

/** Work folders of this machine whose process is gone. */
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
    for (let at = 0; at < unused.length; at += CHUNK)
      removed += await removeUnused(deps, unused.slice(at, at + CHUNK));
  }
  await forgetUnswept(deps.db);
  if (removed > 0) log.info({ files: removed }, "files that nothing refers to are removed");
}

/** As things stand, with nobody held up. */
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
 * Looks again with writers held still, and removes. Returns how many; 0 as well when writers leave
 * no gap, which is another night's chance.
 */
async function removeUnused({ db, media }: Needs, keys: MediaKey[]): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const removed = await whileWritersWait(db, async (transaction) => {
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
