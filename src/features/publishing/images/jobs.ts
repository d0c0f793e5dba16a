/** Deletes images that no record uses, and fills in what older versions did not make of an image. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { fillCovers } from "./filling.ts";
import { deleteUnusedImages } from "./store.ts";

const sweepImages = { name: "sweep-images", payload: z.object({}) };
const fillImages = { name: "fill-images", payload: z.object({}).loose() };
const HOUR_MS = 3_600_000;

type Needs = Pick<Deps, "db" | "clock" | "media" | "gates">;

/** The sweep of the media store deletes the files of deleted images. */
export const imageJobs = (needs: Needs): Job[] => [
  job(
    sweepImages,
    () => deleteUnusedImages(needs.db, new Date(needs.clock().getTime() - HOUR_MS)),
    "17 3 * * *",
  ),
  job(fillImages, (_, { signal }) => fillCovers(needs, signal), "*/10 * * * *"),
];
