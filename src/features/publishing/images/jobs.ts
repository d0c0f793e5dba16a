/** Deletes images that no record uses, nightly; the sweep of the media store deletes their files. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
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
