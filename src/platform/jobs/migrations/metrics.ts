/** Metrics of the progress of background migrations. */
import type { Executor } from "../../db/database.ts";
import type { Measures } from "../../metrics/measures.ts";
import type { Metric, MetricGroup } from "../../metrics/metric.ts";
import { listUnfinished } from "./store.ts";

const gauge = (name: string, help: string): Metric => ({
  name,
  type: "gauge",
  help,
  labels: { migration: "the name of the migration" },
});

const ROWS = gauge(
  "longwave_background_migration_rows",
  "Rows that an unfinished background migration visits in all.",
);
const DONE = gauge(
  "longwave_background_migration_rows_done",
  "Rows that an unfinished background migration has visited.",
);

export const migrationMetrics: MetricGroup = {
  title: "Background migrations",
  metrics: [ROWS, DONE],
};

/** Reads the progress whenever the metrics are read; when all are finished there are none. */
export function watchMigrations(measures: Measures, db: Executor): void {
  measures.watch(migrationMetrics.metrics, async () =>
    (await listUnfinished(db)).flatMap(({ name: migration, total, done }) => [
      { metric: ROWS, labels: { migration }, value: total ?? 0 },
      { metric: DONE, labels: { migration }, value: done },
    ]),
  );
}
