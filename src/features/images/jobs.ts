/** Nightly: takes away the pictures and files that nothing refers to any more. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { type Job, job } from "../../platform/jobs/job.ts";
import type { MediaKey } from "../../platform/media/key.ts";
import { deleteUnusedImages, findUnusedKeys, stopKeeping } from "./store.ts";

type Needs = Pick<Deps, "db" | "media" | "clock">;

const sweepImages = { name: "sweep-images", payload: z.object({}) };
const KINDS = ["originals", "images"];
const HOUR_MS = 3_600_000;
/** Keys asked about in one query: bounds memory, and how long uploads wait for a sweep. */
const BATCH = 1000;

export const imageJobs = (deps: Needs): Job[] => [
  job(sweepImages, () => sweep(deps), "17 3 * * *"),
];

async function sweep({ db, media, clock }: Needs): Promise<void> {
  const before = new Date(clock().getTime() - HOUR_MS);
  await deleteUnusedImages(db, before);
  for (const kind of KINDS) {
    let batch: MediaKey[] = [];
    for await (const key of media.keys(kind)) {
      const file = await media.find(key);
      if (file !== null && file.modifiedAt < before) batch.push(key);
      if (batch.length < BATCH) continue;
      await removeUnused({ db, media }, batch);
      batch = [];
    }
    await removeUnused({ db, media }, batch);
  }
  await media.removeUnfinished(clock());
}

/** Looks freely first; only what seems unused is looked at again with uploads held still. */
async function removeUnused({ db, media }: Omit<Needs, "clock">, keys: MediaKey[]): Promise<void> {
  const suspects = await findUnusedKeys(db, keys);
  if (suspects.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    await stopKeeping(transaction);
    for (const key of await findUnusedKeys(transaction, suspects)) await media.remove(key);
  });
}
