/** Exports the age and the outcome of the last backup for Prometheus. */
import { Gauge, type Registry } from "prom-client";
import type { Executor } from "../../../platform/db/database.ts";
import { findLastBackups } from "./store.ts";

type Last = Awaited<ReturnType<typeof findLastBackups>>;

const FIGURES: readonly (readonly [string, string, (found: Last) => number | null])[] = [
  [
    "longwave_backup_age_seconds",
    "Time since the last backup that succeeded was begun.",
    ({ good }) => good && (Date.now() - good.began_at.getTime()) / 1000,
  ],
  [
    "longwave_backup_failed",
    "1 if the last backup that ended failed, else 0.",
    ({ last }) => last && Number(last.failure !== null),
  ],
  [
    "longwave_backup_missing_files",
    "Files that the last backup could not copy, because the media store lacks them.",
    ({ good }) => good?.missing_files ?? null,
  ],
];

/** Adds gauges to `register` that query the database whenever they are read; without a backup they are empty. */
export function registerBackupMetrics(register: Registry, database: () => Executor | null): void {
  for (const [name, help, read] of FIGURES)
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.reset();
        this.remove();
        const db = database();
        const found = db === null ? null : await findLastBackups(db).catch(() => null);
        const value = found && read(found);
        if (value !== null) this.set(value);
      },
    });
}
