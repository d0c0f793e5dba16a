/** Exports the progress of background migrations for Prometheus. */
import { Gauge, type Registry } from "prom-client";
import type { Executor } from "../../db/database.ts";
import { listUnfinished } from "./store.ts";

/** Adds gauges to `register` that query the database whenever they are read; without a database they are empty. */
export function registerMigrations(register: Registry, database: () => Executor | null): void {
  const labelNames = ["migration"];
  new Gauge({
    name: "longwave_background_migration_rows",
    help: "Rows that an unfinished background migration visits in all.",
    labelNames,
    registers: [register],
    async collect() {
      this.reset();
      for (const { name, total } of await unfinished(database()))
        this.set({ migration: name }, total ?? 0);
    },
  });
  new Gauge({
    name: "longwave_background_migration_rows_done",
    help: "Rows that an unfinished background migration has visited.",
    labelNames,
    registers: [register],
    async collect() {
      this.reset();
      for (const { name, done } of await unfinished(database()))
        this.set({ migration: name }, done);
    },
  });
}

/** While the database is away, the other metrics are still of use. */
const unfinished = async (db: Executor | null) =>
  db === null ? [] : listUnfinished(db).catch(() => []);
