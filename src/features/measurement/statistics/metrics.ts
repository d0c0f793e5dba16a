/** Metrics of statistics: how far they are behind the ledgers. */
import type { Deps } from "../../../deps.ts";
import type { Metric, MetricGroup } from "../../../platform/metrics/metric.ts";
import { measureUnaggregated, measureUnsent } from "../counting/ledger/batches/store.ts";

const gauge = (name: string, help: string): Metric => ({ name, type: "gauge", help });

const WAITING = gauge(
  "longwave_statistics_waiting_batches",
  "Batches of the ledgers that are not in the statistics yet.",
);
const LAG = gauge(
  "longwave_statistics_lag_seconds",
  "Age of the oldest of these batches; 0 if there is none.",
);
const UNSENT = gauge(
  "longwave_clickhouse_unsent_batches",
  "Batches of the ledgers that ClickHouse does not have yet; only with `STATISTICS_URL`.",
);

export const statisticsMetrics: MetricGroup = {
  title: "Statistics",
  metrics: [WAITING, LAG, UNSENT],
};

/** Measures the lag whenever the metrics are read. */
export function watchStatistics({
  measures,
  db,
  config,
}: Pick<Deps, "measures" | "db" | "config">) {
  measures.watch([WAITING, LAG], async () => {
    const { batches, oldest_seconds } = await measureUnaggregated(db);
    return [
      { metric: WAITING, value: batches },
      { metric: LAG, value: oldest_seconds },
    ];
  });
  measures.watch([UNSENT], async () =>
    config.statistics === null ? [] : [{ metric: UNSENT, value: await measureUnsent(db) }],
  );
}
