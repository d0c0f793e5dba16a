/** Carries out background migrations in workers, a minute after an upgrade at the latest. */
import { z } from "zod";
import type { Database } from "../../db/database.ts";
import { type Job, job } from "../job.ts";
import { type BackgroundMigration, continueMigrations } from "./migration.ts";

const proceed = { name: "migrations.continue", payload: z.object({}), heavy: true } as const;

/** The job that continues `migrations`. */
export const migrationJobs = (
  { db }: { db: Database },
  migrations: readonly BackgroundMigration[],
): Job[] => [
  job(proceed, (_, { signal }) => continueMigrations(db, migrations, signal), "* * * * *"),
];
