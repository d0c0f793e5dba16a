/** Measures files that older versions stored without their size. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { listUnmeasured, MEASURED, storeMeasured } from "./store.ts";

type Needs = Pick<Deps, "db" | "media">;

const measureFiles = { name: "storage.measure", payload: z.object({}).loose() };
const PAGE = 500;

export const storageJobs = (deps: Needs): Job[] => [
  job(measureFiles, () => measure(deps), "*/5 * * * *"),
];

/** Does nothing after a few index look-ups unless the database comes from an older version. */
async function measure({ db, media }: Needs): Promise<void> {
  const sizeOf = async (key: string) => (await media.find(key))?.bytes ?? 0;
  for (const place of MEASURED)
    for (;;) {
      const page = await listUnmeasured(db, place, PAGE);
      for (const { id, keys } of page) {
        const sizes = await Promise.all(keys.map(sizeOf));
        const bytes = sizes.reduce((sum, size) => sum + size, 0);
        await storeMeasured(db, place, { id, keys, bytes });
      }
      if (page.length < PAGE) break;
    }
}
