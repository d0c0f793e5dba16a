/** Exports metrics of waiting background jobs for Prometheus. */
import { Gauge, type Registry } from "prom-client";
import type { Executor } from "../db/database.ts";
import { type Backlog, measureBacklog } from "./owned/store.ts";

const FIGURES: readonly (readonly [keyof Omit<Backlog, "kind">, string])[] = [
  ["waiting", "Jobs of users that wait, by kind."],
  ["running", "Jobs of users that run, by kind."],
  ["owners", "Owners of the jobs that wait, by kind."],
  ["oldest_seconds", "For how long the job that was due first has waited, by kind."],
];

/** Adds gauges to `register` that query the database whenever they are read; without a database they are empty. */
export function registerBacklog(register: Registry, database: () => Executor | null): void {
  for (const [figure, help] of FIGURES)
    new Gauge({
      name: `longwave_jobs_${figure}`,
      help,
      labelNames: ["kind"],
      registers: [register],
      async collect() {
        this.reset();
        const db = database();
        const backlog = db === null ? [] : await measureBacklog(db).catch(() => []);
        for (const row of backlog) this.set({ kind: row.kind }, row[figure]);
      },
    });
}
