/** Counting's work in the background: what dead processes left, pixels, accruals, upkeep, rule 6. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { type Job, job } from "../../platform/jobs/job.ts";
import { journalFolder } from "./actions.ts";
import { type Classifier, openClassifier } from "./classifying.ts";
import { openFolding } from "./folding/apply.ts";
import { DAY_MS, dayOf } from "./folding/rules.ts";
import { applyJournals } from "./journal/apply.ts";
import { accrue } from "./ledger/accruals/actions.ts";
import { sendPixels } from "./ledger/pixels/sending.ts";
import { once } from "./lru.ts";
import { noteUnrealistic } from "./networks/store.ts";
import { recount } from "./recounting/actions.ts";
import { keepUp } from "./upkeep/actions.ts";

type Needs = Pick<Deps, "db" | "config" | "clock" | "log">;

const declared = (name: string) => ({ name, payload: z.object({}), maxAttempts: 3 });

export function countingJobs(deps: Needs): Job[] {
  const { config, clock } = deps;
  // Reading the lists takes a moment that a process without this work need not spend.
  const classifier = once(() => openClassifier(config));
  const folding = once(() => openFolding(classifier().version));
  return [
    job(
      declared("apply-journals"),
      () => applyJournals(deps, folding(), journalFolder(config)),
      "* * * * *",
    ),
    job(
      declared("send-pixels"),
      (_, { signal }) => sendPixels(deps, { allowPrivate: false, signal }),
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
  ];
}

/** Rule 6: addresses with more downloads than people make lose all of that day (first ms). */
async function excludeUnrealistic(
  { db, config, log }: Needs,
  classifier: () => Classifier,
  day: number,
): Promise<void> {
  const limit = config.unrealisticDownloads;
  if (limit === 0) return;
  const found = await noteUnrealistic(db, new Date(day).toISOString().slice(0, 10), limit);
  if (found.length === 0) return;
  log.warn({ addresses: found.length, day: new Date(day) }, "addresses with unrealistic downloads");
  await recount({ db }, classifier(), day, day);
}
