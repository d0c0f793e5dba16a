/** The queue's SQL: graphile-worker's own function, called inside the caller's transaction. */
import { sql } from "kysely";
import type { Executor } from "../db/database.ts";

export type QueuedJob = {
  name: string;
  /** JSON text. */
  payload: string;
  max_attempts: number;
  key: string | null;
  run_at: Date | null;
};

export async function addJob(db: Executor, queued: QueuedJob): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${queued.name}, payload := ${queued.payload}::json, run_at := ${queued.run_at}::timestamptz,
    max_attempts := ${queued.max_attempts}::int, job_key := ${queued.key}::text)`.execute(db);
}
