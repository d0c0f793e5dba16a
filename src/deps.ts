/** The dependencies of features: created once at start and passed as arguments. */
import { access, constants } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { type Logger, pino } from "pino";
import { type Config, ConfigError } from "./config.ts";
import { type Gates, openGates } from "./gates.ts";
import { closeDataDir } from "./platform/datadir.ts";
import { type Database, openDatabase, openPool } from "./platform/db/database.ts";
import { openEmbedded } from "./platform/db/embedded.ts";
import { migrate, SCHEMA_DIR } from "./platform/db/migrate.ts";
import { LockTakenError } from "./platform/db/session.ts";
import { watchSlowQueries } from "./platform/db/slowqueries.ts";
import { migrateQueue } from "./platform/jobs/runner.ts";
import { createLog } from "./platform/log.ts";
import { openMediaStore } from "./platform/media/open.ts";
import type { MediaStore } from "./platform/media/store.ts";
import { createMeasures, type Measures } from "./platform/metrics/measures.ts";
import { requireRestored } from "./platform/restoremark.ts";
import { type Disk, openDisk } from "./platform/storage/disk.ts";
import { openTracing } from "./platform/tracing/open.ts";
import type { Tracing } from "./platform/tracing/tracing.ts";

/** The stores and services that features use. */
export type Deps = Readonly<{
  config: Config;
  db: Database;
  pool: pg.Pool;
  media: MediaStore;
  /** The disk for files, journals and the embedded database. */
  disk: Disk;
  /** The queues in front of costly work. */
  gates: Gates;
  /** What this process counts and times. */
  measures: Measures;
  /** Traces of plays. */
  tracing: Tracing;
  /** The current time; tests set their own. */
  clock: () => Date;
  log: Logger;
}>;

/** The dependencies of a process. `target` is for connections outside the pool. */
export type OpenDeps = Deps &
  Readonly<{
    target: pg.ClientConfig;
    /** Names of the migrations that opening applied. */
    migrated: readonly string[];
    close(): Promise<void>;
  }>;

/** The most connections of a process to PostgreSQL, in its pool. */
export const CONNECTIONS = 20;

/** Logs JSON lines to stderr, which keeps the output of commands clean. */
export const openLog = (config: Config, onError?: (line: string) => void): Logger =>
  createLog(config.logLevel, pino.destination(2), onError);

/** How a server opens its stores; commands may run beside it. */
type ServerOptions = Readonly<{
  /** Whether to throw `LockTakenError` if the embedded database already has a server. */
  sole: boolean;
  /** Called when PostgreSQL has been told to start, which takes it a while. */
  meanwhile?(): void;
  /** Connections that all processes of the server need; the embedded database allows at least 100. */
  connections?: number;
}>;

/** Opens the stores and updates the database schema. */
export async function openDeps(
  config: Config,
  log = openLog(config),
  server: ServerOptions | null = null,
  measures = createMeasures(),
): Promise<OpenDeps> {
  // If a later step fails, everything opened before is closed in reverse order.
  await using opened = new AsyncDisposableStack();
  await makeDataDir(config, log);
  const target = await openTarget(config, log, opened, server);
  const migrated = await migrate(target, SCHEMA_DIR, (sentence) => log.warn(sentence));
  const pool = openPool(target, log, CONNECTIONS, measures);
  opened.defer(() => pool.end());
  await migrateQueue(pool, log);
  const tracing = await openTracing(config.tracing, log);
  opened.defer(() => tracing.close());
  const media = await openMediaStore(config);
  const all = opened.move();
  return {
    config,
    db: openDatabase(
      pool,
      watchSlowQueries({ ...config, log, measures }),
      config.databaseReplicaUrl !== null,
    ),
    pool,
    target,
    migrated,
    media,
    disk: openDataDisk(config, log),
    gates: openGates(),
    measures,
    tracing,
    clock: () => new Date(),
    log,
    close: () => all.disposeAsync(),
  };
}

/** The disk of `DATA_DIR`, or the fullest one of those mounted below it. */
export const openDataDisk = (config: Config, log: Logger): Disk =>
  openDisk({
    folders: ["", "tmp", "uploads", "media", "postgres", "journal"].map((name) =>
      path.join(config.dataDir, name),
    ),
    reserveBytes: config.diskReserveBytes,
    log,
  });

/**
 * Creates DATA_DIR if necessary, and closes it to other users. Throws `ConfigError` if it cannot be used, and
 * `UnusableDataDir` if a restore into it was interrupted.
 */
async function makeDataDir(config: Config, log: Logger): Promise<void> {
  await requireRestored(config.dataDir);
  await closeOwnDataDir(config, log);
}

/** Creates DATA_DIR if necessary, and closes it to other users. Throws `ConfigError` if it cannot be used. */
export async function closeOwnDataDir(
  { dataDir, databaseUrl }: Config,
  log: Logger,
): Promise<void> {
  try {
    const left = await closeDataDir(dataDir, databaseUrl === null);
    if (left.length > 0)
      log.warn({ left }, "other users of this machine may be able to read these");
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new ConfigError(`Nothing can be written to DATA_DIR: ${(error as Error).message}.`);
  }
}

/**
 * The connection options of the database: the external one, or the embedded one, which is opened first and closed with
 * `opened`. Throws `ConfigError` if a server that must be the only one is not.
 */
export async function openTarget(
  config: Config,
  log: Logger,
  opened: AsyncDisposableStack,
  server: ServerOptions | null = null,
): Promise<pg.ClientConfig> {
  if (config.databaseUrl !== null) return { connectionString: config.databaseUrl };
  const { dataDir, machineMemory: memory } = config;
  const options = { dataDir, memory, durable: true, log, ...server };
  const embedded = await openEmbedded(options).catch(refuseSecond);
  opened.defer(() => embedded.close());
  return embedded.connection;
}

function refuseSecond(error: Error): never {
  if (!(error instanceof LockTakenError)) throw error;
  throw new ConfigError(
    "Another Longwave server uses this DATA_DIR. Stop it, or give this server its own DATA_DIR; to share a database between servers, set DATABASE_URL.",
  );
}
