/** Stages uploads for a write, and queues the steps that make audio of them. */
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Database, Executor } from "../../../platform/db/database.ts";
import { enqueueOwned, type OwnedJobName } from "../../../platform/jobs/job.ts";
import type { MediaStore } from "../../../platform/media/store.ts";
import { type IncomingFile, keepStaged, type StagedFile, stageFile } from "../media/actions.ts";
import { payForLeftover } from "../storage/actions.ts";
import type { IngestQueue, Upload } from "./schema.ts";

/** The audio at `path`, as it was sent or fetched. */
export const uploadAt = (path: string): IncomingFile => ({
  path,
  kind: "uploads",
  extension: "bin",
});

/** Stages the upload of a request, before the transaction that refers to it. */
export const stageUpload = (
  { media, gates }: Pick<Deps, "media" | "gates">,
  path: string,
): Promise<StagedFile> => gates.uploads(() => stageFile(media, uploadAt(path)));

/** Keeps a staged upload in the transaction that will refer to it. */
export async function keepUpload(
  db: Executor,
  media: MediaStore,
  staged: StagedFile,
): Promise<Upload> {
  await keepStaged(db, media, [staged]);
  return { upload_key: staged.key, upload_bytes: staged.bytes };
}

/**
 * Runs a write in one transaction. If it fails, the staged upload counts against the quota of `payer_id` until it is
 * swept.
 */
export const writeWithUpload = <T>(
  db: Database,
  payer_id: number,
  staged: Pick<StagedFile, "bytes"> | undefined,
  write: (db: Executor) => Promise<T>,
): Promise<T> =>
  payForLeftover(db, payer_id, staged?.bytes ?? 0, () => db.transaction().execute(write));

/** Declares a step of an ingest. Its eight attempts back off over half an hour. */
export const ingestStep = <P>(
  name: string,
  kind: "fetch" | "encode",
  payload: z.ZodType<P>,
): OwnedJobName<P> => ({ name, kind, payload, maxAttempts: 8 });

/** Queues a step of an ingest, in the transaction that makes it necessary. */
export async function queueStep<P>(
  db: Executor,
  queue: IngestQueue<P>,
  step: OwnedJobName<P>,
  payload: P,
  runAt?: Date,
): Promise<void> {
  const owner = await queue.findOwner(db, payload);
  const key = queue.keyOf(payload);
  await enqueueOwned(db, step, payload, { owner, key, ...(runAt && { runAt }) });
}
