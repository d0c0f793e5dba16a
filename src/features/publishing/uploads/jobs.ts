/** Deletes uploads that are a day old, and files without an upload; hourly. */
import { readdir, rm, stat } from "node:fs/promises";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { fileOf } from "./actions.ts";
import { KEPT_MS, UPLOAD_ID, uploadsFolder } from "./rules.ts";
import { deleteOldUploads, listKnownUploads } from "./store.ts";

type Needs = Pick<Deps, "db" | "config" | "clock">;

const forgetUploads = { name: "forget-uploads", payload: z.object({}).loose() };

export const uploadJobs = (deps: Needs): Job[] => [
  job(forgetUploads, () => forget(deps), "37 * * * *"),
];

const HOUR_MS = 3_600_000;

async function forget({ db, config, clock }: Needs): Promise<void> {
  const now = clock().getTime();
  await deleteOldUploads(db, new Date(now - KEPT_MS));
  const names = await readdir(uploadsFolder(config.dataDir)).catch(() => []);
  const uploads = names.filter((name) => UPLOAD_ID.test(name));
  const known = await listKnownUploads(db, uploads);
  for (const upload_id of uploads.filter((name) => !known.has(name))) {
    const file = fileOf(config.dataDir, upload_id);
    // The record of a recent file may not have been inserted yet.
    const touched = (await stat(file).catch(() => null))?.mtimeMs ?? now;
    if (now - touched > HOUR_MS) await rm(file, { force: true });
  }
}
