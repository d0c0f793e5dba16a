/** Metrics of background jobs: those that wait and run in the database, and those that this process has run. */
import type { Executor } from "../db/database.ts";
import type { Count, Measures, Reading } from "../metrics/measures.ts";
import type { Metric, MetricGroup } from "../metrics/metric.ts";
import type { Job } from "./job.ts";
import { KINDS } from "./kinds.ts";
import { type Backlog, measureBacklog } from "./owned/store.ts";
import { measureOwnBacklog } from "./store.ts";

/** The kind under which Longwave's own jobs are measured together. */
const OWN = "longwave";

const labels = { kind: [...Object.keys(KINDS), OWN] };
const gauge = (name: string, help: string): Metric => ({ name, type: "gauge", help, labels });

const FIGURES: Readonly<Record<keyof Omit<Backlog, "kind">, Metric>> = {
  waiting: gauge(
    "longwave_jobs_waiting",
    "Jobs that wait. `longwave` is Longwave's own maintenance, of which only jobs that are due count.",
  ),
  running: gauge("longwave_jobs_running", "Jobs that run now, in any process."),
  owners: gauge("longwave_jobs_owners", "Users and teams that have jobs waiting."),
  oldest_seconds: gauge(
    "longwave_jobs_oldest_seconds",
    "How long the job that was due first has waited.",
  ),
};
const GIVEN_UP: Metric = {
  name: "longwave_jobs_given_up",
  type: "gauge",
  help: "Longwave's own jobs that have used up all of their attempts; `longwave status` names them.",
};
const RUNS: Metric = {
  name: "longwave_job_runs_total",
  type: "counter",
  help: "Attempts at jobs that this process has made.",
  labels: { job: "the name of the job", outcome: ["done", "failed"] },
};
const SECONDS: Metric = {
  name: "longwave_job_seconds_total",
  type: "counter",
  help: "Seconds that these attempts took.",
  labels: { job: "the name of the job" },
};

export const jobMetrics: MetricGroup = {
  title: "Background jobs",
  metrics: [...Object.values(FIGURES), GIVEN_UP, RUNS, SECONDS],
};

/** Measures the queues whenever the metrics are read. */
export function watchBacklog(measures: Measures, db: Executor): void {
  measures.watch([...Object.values(FIGURES), GIVEN_UP], async () => {
    const [owned, own] = await Promise.all([measureBacklog(db), measureOwnBacklog(db)]);
    const none = { waiting: 0, running: 0, owners: 0, oldest_seconds: 0 };
    const found = new Map(owned.map((row) => [row.kind, row]));
    const kinds = Object.keys(KINDS).map((kind) => found.get(kind) ?? { kind, ...none });
    return [
      ...[...kinds, { ...none, ...own, kind: OWN }].flatMap(readingsOf),
      { metric: GIVEN_UP, value: own.given_up },
    ];
  });
}

const readingsOf = ({ kind, ...figures }: Backlog): Reading[] =>
  Object.entries(FIGURES).map(([name, metric]) => ({
    metric,
    labels: { kind },
    value: figures[name as keyof typeof figures],
  }));

/** The same jobs, whose runs are counted. */
export const countRuns = (measures: Measures, jobs: readonly Job[]): Job[] =>
  jobs.map((job) => {
    const count = (outcome: string) => measures.count(RUNS, { job: job.name, outcome });
    const counts = { done: count("done"), failed: count("failed") };
    return { ...job, run: countedRun(job, counts, measures.count(SECONDS, { job: job.name })) };
  });

function countedRun(
  { run }: Job,
  { done, failed }: Readonly<{ done: Count; failed: Count }>,
  seconds: Count,
): Job["run"] {
  return async (payload, attempt) => {
    const began = performance.now();
    try {
      await run(payload, attempt);
      done.value += 1;
    } catch (error) {
      failed.value += 1;
      throw error;
    } finally {
      seconds.value += (performance.now() - began) / 1000;
    }
  };
}
