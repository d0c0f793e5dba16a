/** Background jobs of the history: archives closed months if the operator wants it, and restores wanted ones. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { enqueue, type Job, job } from "../../../../platform/jobs/job.ts";
import { waitForDisk } from "../../../../platform/jobs/waiting.ts";
import { type Day, dayAt } from "../../../../platform/statistics/calendar.ts";
import { archiveMonth } from "./archiving.ts";
import { restoreMonth } from "./restoring.ts";
import { isClosed, isOlderThan } from "./rules.ts";
import { listArchived, listPresent, listRestored } from "./store.ts";

type Needs = Pick<Deps, "config" | "db" | "pool" | "media" | "disk" | "clock" | "log">;

const archive = { name: "history.archive", payload: z.object({}).loose(), heavy: true } as const;
const restore = { name: "history.restore", payload: z.object({}).loose(), heavy: true } as const;

/** A restored month stays for this long: somebody recounts it, or counts late records. */
const RESTORED_MS = 7 * 86_400_000;

/** The months that are to be archived, oldest first: all but the last `kept` closed ones. */
export async function monthsToArchive(
  { db, clock }: Pick<Deps, "db" | "clock">,
  kept: number,
): Promise<Day[]> {
  const today = dayAt(clock());
  const restored = await listRestored(db, new Date(clock().getTime() - RESTORED_MS));
  const ledgers = (await listPresent(db)).filter(({ ledger }) => ledger !== "media_parcels");
  return [...new Set(ledgers.map(({ day }) => day))].filter(
    (month) =>
      isClosed(month, today) && isOlderThan(month, kept, today) && !restored.includes(month),
  );
}

/** After the nightly backup, which keeps partitions from being dropped while it copies them. */
export const historyJobs = (deps: Needs): Job[] => [
  job(
    archive,
    waitForDisk(
      deps,
      (payload, runAt) => enqueue(deps.db, archive, payload, { key: archive.name, runAt }),
      async (_, { signal }) => {
        const { historyMonths } = deps.config;
        if (historyMonths === null) return;
        for (const month of await monthsToArchive(deps, historyMonths)) {
          const archived = await archiveMonth(deps, month, signal);
          deps.log.info(archived, "a month of the ledgers is archived");
        }
      },
    ),
    "40 4 * * *",
  ),
  job(
    restore,
    async (_, { signal }) => {
      for (const { month, wanted_at } of await listArchived(deps.db))
        if (wanted_at !== null) {
          deps.log.warn({ month }, "an archived month is restored, because records wait for it");
          await restoreMonth(deps, month, signal);
        }
    },
    "* * * * *",
  ),
];
