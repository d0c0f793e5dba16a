/** Lists the metrics of all features and of the platform, and watches what is measured when they are read. */
import type { Deps } from "../deps.ts";
import { adMetrics } from "../features/advertising/adserving/metrics.ts";
import { deliveryMetrics } from "../features/listening/playback/metrics.ts";
import { countingMetrics } from "../features/measurement/counting/metrics.ts";
import { edgeLogMetrics, watchEdgeLogs } from "../features/measurement/edgelogs/places/metrics.ts";
import { statisticsMetrics, watchStatistics } from "../features/measurement/statistics/metrics.ts";
import { backupMetrics, watchBackups } from "../features/operations/backup/metrics.ts";
import { encodingMetrics } from "../features/publishing/ingest/metrics.ts";
import { databaseMetrics, watchPool } from "../platform/db/poolmetrics.ts";
import { replicaMetrics } from "../platform/db/replica/metrics.ts";
import { requestMetrics } from "../platform/http/metrics.ts";
import { jobMetrics, watchBacklog } from "../platform/jobs/backlog.ts";
import { migrationMetrics, watchMigrations } from "../platform/jobs/migrations/metrics.ts";
import { cacheMetrics } from "../platform/metrics/caches.ts";
import type { Metric, MetricGroup } from "../platform/metrics/metric.ts";
import { diskMetrics, watchDisk } from "../platform/storage/metrics.ts";

const INFO: Metric = {
  name: "longwave_info",
  type: "gauge",
  help: "Always 1.",
  labels: { node: "the version of Node", role: ["web", "worker", "all"] },
};

/** All metrics that Longwave measures itself, as listed in `docs/metrics.md`. */
export const allMetrics: readonly MetricGroup[] = [
  requestMetrics,
  deliveryMetrics,
  adMetrics,
  countingMetrics,
  edgeLogMetrics,
  statisticsMetrics,
  encodingMetrics,
  jobMetrics,
  databaseMetrics,
  replicaMetrics,
  cacheMetrics,
  diskMetrics,
  backupMetrics,
  migrationMetrics,
  { title: "Process", metrics: [INFO] },
];

/**
 * Measures the stores of a process whenever its metrics are read. `alone`: whether to measure what all processes of this
 * server share, too; one of them does.
 */
export function watchMetrics(deps: Deps, role: string, alone = true): void {
  const { measures } = deps;
  measures.count(INFO, { node: process.version, role }).value = 1;
  for (const { metrics } of allMetrics) measures.declare(metrics);
  watchPool(measures, deps.pool);
  if (!alone) return;
  watchBacklog(measures, deps.db);
  watchEdgeLogs(deps);
  watchStatistics(deps);
  watchDisk(measures, deps.disk);
  watchBackups(measures, deps.db);
  watchMigrations(measures, deps.db);
}
