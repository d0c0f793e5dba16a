/** A database as an older version left it, for tests of what an upgrade does with its rows. */
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, inject } from "vitest";
import { openPool } from "../../src/platform/db/database.ts";
import { migrate, SCHEMA_DIR } from "../../src/platform/db/migrate.ts";

const administer = async (text: string): Promise<void> => {
  const client = new pg.Client(inject("postgres"));
  await client.connect();
  await client.query(text);
  await client.end();
};

/** Makes a database for a file's tests, with the migrations before `migration` (its file name). */
export function useDatabaseBefore(migration: string) {
  const database = `longwave_${path.parse(migration).name}_${process.pid}`;
  const target = () => ({ ...inject("postgres"), database });
  const old = {} as { pool: pg.Pool };
  let folder: string;
  beforeAll(async () => {
    await administer(`create database ${database}`);
    folder = await mkdtemp(path.join(os.tmpdir(), "longwave-migrations-"));
    for (const name of await readdir(path.join(SCHEMA_DIR, "migrations")))
      if (name < migration)
        await cp(path.join(SCHEMA_DIR, "migrations", name), path.join(folder, "migrations", name));
    await migrate(target(), folder);
    old.pool = openPool(target(), pino({ level: "silent" }), 2);
  });
  afterAll(async () => {
    await old.pool.end();
    await administer(`drop database ${database}`);
    await rm(folder, { recursive: true });
  });
  /** Applies all other migrations; returns their names. */
  return { old, upgrade: () => migrate(target()) };
}
