/** Metrics of the logs that a worker counts from the place in `LOGS_URL`. */
import type { Deps } from "../../../../deps.ts";
import type { Metric, MetricGroup } from "../../../../platform/metrics/metric.ts";
import { openLogPlace } from "./open.ts";
import { measureLogLag } from "./store.ts";

const gauge = (name: string, help: string): Metric => ({ name, type: "gauge", help });

const LAG = gauge(
  "longwave_edge_logs_lag_seconds",
  "How long ago a worker last began a look at `LOGS_URL` after which everything there was counted.",
);
const NEWEST = gauge(
  "longwave_edge_logs_newest_seconds",
  "Age of the newest log there: if it grows, the edge has ceased to write logs.",
);
const DAMAGED = gauge(
  "longwave_edge_logs_damaged",
  "Logs of the last three days that could not be read to their ends.",
);

export const edgeLogMetrics: MetricGroup = {
  title: "Logs of edges",
  metrics: [LAG, NEWEST, DAMAGED],
};

/** Measures whenever the metrics are read; without `LOGS_URL`, or before the first look, they are left out. */
export function watchEdgeLogs({
  measures,
  db,
  config,
}: Pick<Deps, "measures" | "db" | "config">): void {
  measures.watch(edgeLogMetrics.metrics, async () => {
    if (config.logs === null) return [];
    const { label } = await openLogPlace(config.logs.place);
    const found = await measureLogLag(db, label);
    if (found === null) return [];
    const { lag_seconds, newest_seconds, damaged } = found;
    return [
      { metric: LAG, value: lag_seconds },
      { metric: DAMAGED, value: damaged },
      ...(newest_seconds === null ? [] : [{ metric: NEWEST, value: newest_seconds }]),
    ];
  });
}
