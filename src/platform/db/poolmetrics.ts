/** Metrics of the pool of database connections: how many there are, and how long callers wait when all are in use. */
import type pg from "pg";
import type { Measures } from "../metrics/measures.ts";
import type { Metric, MetricGroup } from "../metrics/metric.ts";

const UP: Metric = {
  name: "longwave_database_up",
  type: "gauge",
  help: "1 if the database answers, else 0.",
};
const CONNECTIONS: Metric = {
  name: "longwave_database_connections",
  type: "gauge",
  help: "Connections of this process's pool.",
  labels: { state: ["in-use", "idle"] },
};
const MOST: Metric = {
  name: "longwave_database_connections_max",
  type: "gauge",
  help: "The most connections that the pool opens.",
};
const WAITING: Metric = {
  name: "longwave_database_waiting",
  type: "gauge",
  help: "Callers that wait for a connection now.",
};
const WAITS: Metric = {
  name: "longwave_database_wait_seconds",
  type: "histogram",
  help: "How long callers waited for a connection, counted only where all were in use.",
  buckets: [0.001, 0.01, 0.1, 1, 10],
};
const SLOW: Metric = {
  name: "longwave_slow_queries_total",
  type: "counter",
  help: "Statements that took longer than `SLOW_QUERY_MS`, whether or not they were logged.",
};

export const databaseMetrics: MetricGroup = {
  title: "Database",
  metrics: [UP, CONNECTIONS, MOST, WAITING, WAITS, SLOW],
};

export const slowQueryCount = (measures: Measures) => measures.count(SLOW);

/** Measures the waits of `pool`: only a caller that finds no connection pays for it. */
export function measureWaits(pool: pg.Pool, max: number, measures: Measures): void {
  const connect = pool.connect.bind(pool) as (done: unknown) => unknown;
  const measured = (done: unknown) => {
    const mustWait = pool.idleCount === 0 && pool.totalCount >= max;
    if (!mustWait) return connect(done);
    const began = performance.now();
    const note = () => measures.observe(WAITS, (performance.now() - began) / 1000);
    if (typeof done === "function")
      return connect((...given: unknown[]) => {
        note();
        return done(...given);
      });
    const connected = connect(undefined) as Promise<unknown>;
    connected.then(note, note);
    return connected;
  };
  pool.connect = measured as typeof pool.connect;
}

/** Measures the state of `pool` whenever the metrics are read. */
export function watchPool(measures: Measures, pool: pg.Pool): void {
  measures.watch([CONNECTIONS, MOST, WAITING], async () => [
    {
      metric: CONNECTIONS,
      labels: { state: "in-use" },
      value: pool.totalCount - pool.idleCount,
    },
    { metric: CONNECTIONS, labels: { state: "idle" }, value: pool.idleCount },
    { metric: MOST, value: pool.options.max },
    { metric: WAITING, value: pool.waitingCount },
  ]);
  measures.watch([UP], async () => [
    {
      metric: UP,
      value: await pool.query("select 1").then(
        () => 1,
        () => 0,
      ),
    },
  ]);
}
