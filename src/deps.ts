/** What features are given: built once at start, passed by hand. */
import { mkdir } from "node:fs/promises";
import type pg from "pg";
import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";
import { type Database, openDatabase, openPool } from "./platform/db/database.ts";
import { type EmbeddedPostgres, openEmbedded } from "./platform/db/embedded.ts";
import { migrate } from "./platform/db/migrate.ts";
import { migrateQueue } from "./platform/jobs/runner.ts";
import { type MediaStore, openMediaStore } from "./platform/media/store.ts";

/** The outside world as features see it. */
export type Deps = Readonly<{
  config: Config;
  db: Database;
  pool: pg.Pool;
  media: MediaStore;
  /** The present moment; tests set their own. */
  clock: () => Date;
  log: Logger;
}>;

export type OpenDeps = Deps & { close(): Promise<void> };

/** Logs as JSON lines on stderr, so that what a command prints stays clean. */
export const openLog = (config: Config): Logger =>
  pino({ level: config.logLevel, base: null }, pino.destination(2));

/** Opens the stores, brings the database up to date, and gives all of it to the caller. */
export async function openDeps(config: Config, log = openLog(config)): Promise<OpenDeps> {
  await mkdir(config.dataDir, { recursive: true });
  const embedded = config.databaseUrl === null ? await openOwnPostgres(config, log) : null;
  try {
    const target: pg.PoolConfig = embedded?.connection ?? {
      connectionString: config.databaseUrl ?? "",
    };
    await migrate(target);
    const pool = openPool(target, log, 20);
    await migrateQueue(pool, log);
    return {
      config,
      db: openDatabase(pool),
      pool,
      media: await openMediaStore(config.dataDir),
      clock: () => new Date(),
      log,
      async close() {
        await pool.end();
        await embedded?.close();
      },
    };
  } catch (error) {
    await embedded?.close();
    throw error;
  }
}

function openOwnPostgres(config: Config, log: Logger): Promise<EmbeddedPostgres> {
  return openEmbedded({
    dataDir: config.dataDir,
    memory: config.machineMemory,
    durable: true,
    log,
  });
}
