/** Publishes events, finds those that no single write causes, and deletes old ones. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import type { Loop } from "../../../platform/jobs/loop.ts";
import { addDays, dayAt } from "../../../platform/statistics/calendar.ts";
import {
  deleteOldEvents,
  deleteOldMarks,
  hasUnpublished,
  lockEvents,
  noteBudgets,
  noteClosedDay,
  noteFailingPixels,
  noteStatuses,
  publishEvents,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

const PAUSE_MS = 250;
/** Events or rows for each statement, so that none runs long. */
const BATCH = 1000;
const KEPT_DAYS = 30;
const MARKED_DAYS = 60;
/** As long after its end, months of statistics are closed, too. */
const SETTLED_DAYS = 2;
const DAY_MS = 86_400_000;

export const eventLoops = (deps: Pick<Deps, "db">): Loop[] => [
  {
    name: "publishing events",
    pauseMs: PAUSE_MS,
    async run(signal) {
      while (!signal.aborted && (await publishBatch(deps)) === BATCH);
    },
  },
];

/** Publishes up to 1,000 events unless another process does; returns how many. */
export async function publishBatch({ db }: Pick<Deps, "db">): Promise<number> {
  if (!(await hasUnpublished(db))) return 0;
  return db
    .transaction()
    .execute(async (tx) => ((await lockEvents(tx, "publish")) ? publishEvents(tx, BATCH) : 0));
}

export const eventJobs = (deps: Needs): Job[] => [
  job({ name: "events.watch", payload: z.object({}) }, () => watch(deps), "* * * * *"),
  job({ name: "events.purge", payload: z.object({}) }, () => purge(deps), "53 3 * * *"),
];

/** Writes the events that time and counting cause. */
const watch = ({ db, clock }: Needs): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (!(await lockEvents(tx, "watch"))) return;
    const now = clock();
    await noteStatuses(tx, now);
    await noteBudgets(tx, now);
    await noteFailingPixels(tx, dayAt(now));
    await noteClosedDay(tx, addDays(dayAt(now), -SETTLED_DAYS - 1));
  });

async function purge({ db, clock }: Needs): Promise<void> {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  while ((await deleteOldEvents(db, daysAgo(KEPT_DAYS), BATCH)) === BATCH);
  await deleteOldMarks(db, daysAgo(MARKED_DAYS));
}
