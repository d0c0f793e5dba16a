/** Background jobs of counting: journals of dead processes, pixels, accruals, retention, rule 6, the archive. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { journalFolder } from "./actions.ts";
import { openAggregation } from "./aggregation/apply.ts";
import { DAY_MS, dayOf } from "./aggregation/rules.ts";
import { type Classifier, openClassifier } from "./classifying.ts";
import { historyJobs } from "./history/jobs.ts";
import { applyJournals } from "./journal/apply.ts";
import { openAbandonedFiles } from "./journal/reader.ts";
import { type CountedTraces, recordCounted } from "./journal/traces.ts";
import { accrue } from "./ledger/accruals/actions.ts";
import { sendPixels } from "./ledger/pixels/sending.ts";
import { lazy } from "./memoize.ts";
import { noteUnrealistic } from "./networks/store.ts";
import { recount } from "./recounting/actions.ts";
import { keepUp } from "./upkeep/actions.ts";

type Needs = Pick<Deps, "db" | "pool" | "media" | "disk" | "config" | "clock" | "log" | "tracing">;

const declared = (name: string) => ({ name, payload: z.object({}), maxAttempts: 3 });

export function countingJobs(deps: Needs): Job[] {
  const { config, clock, tracing } = deps;
  const onCounted = (counted: CountedTraces) => recordCounted(tracing, counted);
  // Reading the lists takes a moment, so only processes that run these jobs do it.
  const classifier = lazy(() => openClassifier(config));
  const state = lazy(() => openAggregation(classifier().version));
  const sealAbandoned = openAbandonedFiles(journalFolder(config));
  return [
    job(
      declared("apply-journals"),
      async () => {
        await sealAbandoned();
        await applyJournals({ ...deps, onCounted }, state, journalFolder(config));
      },
      "* * * * *",
    ),
    job(
      declared("send-pixels"),
      (_, { signal }) => sendPixels(deps, { allowPrivate: deps.config.outboundPrivate, signal }),
      "* * * * *",
    ),
    job(
      declared("find-unrealistic"),
      async () => {
        const today = dayOf(clock().getTime());
        for (const day of [today - DAY_MS, today]) await excludeUnrealistic(deps, classifier, day);
      },
      "*/10 * * * *",
    ),
    job(declared("accrue-flat"), () => accrue(deps), "20 0 * * *"),
    job(declared("keep-counting"), () => keepUp(deps), "10 0 * * *"),
    ...historyJobs(deps),
  ];
}

/** Rule 6: an address with more downloads than a person makes loses all of that day (first ms). */
async function excludeUnrealistic(
  deps: Needs,
  classifier: () => Classifier,
  day: number,
): Promise<void> {
  const { db, config, log } = deps;
  const limit = config.unrealisticDownloads;
  if (limit === 0) return;
  const found = await noteUnrealistic(db, new Date(day).toISOString().slice(0, 10), limit);
  if (found.length === 0) return;
  log.warn({ addresses: found.length, day: new Date(day) }, "addresses with unrealistic downloads");
  await recount(deps, classifier(), day, day);
}
