/** Runs jobs again and deletes them, for admins. */
import type { Deps } from "../../../deps.ts";
import { conflict, notFound } from "../../../platform/failure.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { deleteJob, hasJob, rerunJob } from "../../../platform/jobs/listing/store.ts";
import { requireServerAdmin } from "../../people/users/rights.ts";
import type { JobId } from "./schema.ts";

type Act = (db: Deps["db"], job: JobId) => Promise<boolean>;

/** Fails with 404 if there is no such job, and with 409 if it runs. */
const acting =
  (act: Act) =>
  async ({ db }: Pick<Deps, "db">, caller: Caller, job: JobId): Promise<void> => {
    requireServerAdmin(caller);
    if (await act(db, job)) return;
    if (await hasJob(db, job)) throw conflict("job-running", "The job is running.");
    throw notFound("job");
  };

/** Makes a job due now, with all its attempts again. */
export const retryJob = acting(rerunJob);

/** Deletes a job: what it would have done is not done. */
export const removeJob = acting(deleteJob);
