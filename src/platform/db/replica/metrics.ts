/** Metrics of reads from a replica. */
import type { Measures } from "../../metrics/measures.ts";
import type { Metric, MetricGroup } from "../../metrics/metric.ts";

const READS: Metric = {
  name: "longwave_replica_reads_total",
  type: "counter",
  help: "Requests that may be answered from the replica of `DATABASE_REPLICA_URL`, by where they were.",
  labels: { from: ["replica", "primary"] },
};
const USED: Metric = {
  name: "longwave_replica_up",
  type: "gauge",
  help: "1 if reads go to the replica; 0 if it is away, too far behind or no standby. Only with `DATABASE_REPLICA_URL`.",
};
const LAG: Metric = {
  name: "longwave_replica_lag_seconds",
  type: "gauge",
  help: "How far the replica is behind, as seen once a second; at most about a minute. Only while it answers.",
};

export const replicaMetrics: MetricGroup = { title: "Replica", metrics: [READS, USED, LAG] };

/** `lag` in ms; null if it is unknown. */
type State = Readonly<{ isUsed: boolean; lag: number | null }>;

/** Counts reads, and measures the replica's state whenever the metrics are read; null: there is no replica. */
export function countReads(measures: Measures, read: () => State | null) {
  measures.watch([USED, LAG], async () => {
    const state = read();
    if (state === null) return [];
    const used = { metric: USED, value: state.isUsed ? 1 : 0 };
    return state.lag === null ? [used] : [used, { metric: LAG, value: state.lag / 1000 }];
  });
  return {
    replica: measures.count(READS, { from: "replica" }),
    primary: measures.count(READS, { from: "primary" }),
  };
}
