/**
 * Prepares a run: installs what tests start, starts PostgreSQL once and migrates the template that every worker's database is
 * cloned from.
 */
import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { openPool } from "../../src/platform/db/database.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { migrateQueue } from "../../src/platform/jobs/runner.ts";
import { openThrowAway } from "./cluster.ts";
import { installPrograms } from "./programs.ts";
import { useRunFolder } from "./runfolder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection settings of the server; `database` is any database on it. */
    postgres: pg.ClientConfig;
    /** Name of the migrated, empty database to clone. */
    template: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Worker threads and the processes of journeys load the same modules hundreds of times.
  process.env.NODE_COMPILE_CACHE = path.resolve("node_modules/.cache/compiled");
  installPrograms();
  const deleteFiles = await useRunFolder();
  const { target, close } = await openThrowAway();
  const template = `longwave_template_${process.pid}`;
  await command(target, `create database ${template}`);
  const to = { ...target, database: template };
  await migrate(to);
  const pool = openPool(to, pino({ level: "silent" }));
  await migrateQueue(pool, pino({ level: "silent" }));
  await pool.end();
  project.provide("postgres", target);
  project.provide("template", template);
  return async () => {
    await command(target, `drop database ${template} with (force)`);
    await close();
    await deleteFiles();
  };
}

async function command(target: pg.ClientConfig, text: string): Promise<void> {
  const client = new pg.Client(target);
  await client.connect();
  await client.query(text);
  await client.end();
}
