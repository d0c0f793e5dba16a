/** Metrics of the last backup. */
import type { Executor } from "../../../platform/db/database.ts";
import type { Measures } from "../../../platform/metrics/measures.ts";
import type { Metric, MetricGroup } from "../../../platform/metrics/metric.ts";
import { findLastBackups } from "./store.ts";

type Last = Awaited<ReturnType<typeof findLastBackups>>;

const gauge = (name: string, help: string): Metric => ({ name, type: "gauge", help });

const AGE = gauge(
  "longwave_backup_age_seconds",
  "Time since the last backup that succeeded was begun.",
);
const FAILED = gauge("longwave_backup_failed", "1 if the last backup that ended failed, else 0.");
const MISSING = gauge(
  "longwave_backup_missing_files",
  "Files that the last backup could not copy, because the media store lacks them.",
);

const FIGURES: readonly (readonly [Metric, (found: Last) => number | null])[] = [
  [AGE, ({ good }) => good && (Date.now() - good.began_at.getTime()) / 1000],
  [FAILED, ({ last }) => last && Number(last.failure !== null)],
  [MISSING, ({ good }) => good?.missing_files ?? null],
];

export const backupMetrics: MetricGroup = { title: "Backups", metrics: [AGE, FAILED, MISSING] };

/** Reads the last backup whenever the metrics are read; without one they are left out. */
export function watchBackups(measures: Measures, db: Executor): void {
  measures.watch(backupMetrics.metrics, async () => {
    const found = await findLastBackups(db);
    return FIGURES.flatMap(([metric, read]) => {
      const value = read(found);
      return value === null ? [] : [{ metric, value }];
    });
  });
}
