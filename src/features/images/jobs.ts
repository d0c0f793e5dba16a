/** Nightly: forgets the pictures that no record shows any more; the sweep of media takes their files. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { type Job, job } from "../../platform/jobs/job.ts";
import { deleteUnusedImages } from "./store.ts";

const sweepImages = { name: "sweep-images", payload: z.object({}) };
const HOUR_MS = 3_600_000;

export const imageJobs = ({ db, clock }: Pick<Deps, "db" | "clock">): Job[] => [
  job(
    sweepImages,
    () => deleteUnusedImages(db, new Date(clock().getTime() - HOUR_MS)),
    "17 3 * * *",
  ),
];
