/** Opens the stores that a backup is restored into: those of the configuration, or throw-away ones. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { closeOwnDataDir, openTarget } from "../deps.ts";
import type { Destination } from "../features/operations/backup/restoring.ts";
import type { Throwaway } from "../features/operations/backup/verifying.ts";
import { openDatabase, openPool } from "../platform/db/database.ts";
import { openEmbedded } from "../platform/db/embedded.ts";
import { migrate } from "../platform/db/migrate.ts";
import { migrateQueue } from "../platform/jobs/runner.ts";
import { openMediaStore } from "../platform/media/open.ts";
import { makeWorkFolder } from "../platform/media/workfolder.ts";

/** The stores of `config`, each opened when it is needed and closed with `opened`. */
export const openRestoring = (
  config: Config,
  log: Logger,
  opened: AsyncDisposableStack,
): Destination => ({
  config,
  async openMedia() {
    await closeOwnDataDir(config, log);
    return openMediaStore(config);
  },
  openTarget: () => openTarget(config, log, opened, { sole: true, meanwhile() {} }),
  prepareQueue: (target) => prepareQueue(target, log),
});

/** An embedded PostgreSQL in a folder below DATA_DIR, which is deleted with `opened`. */
export async function openThrowaway(
  { dataDir, machineMemory }: Config,
  log: Logger,
  opened: AsyncDisposableStack,
): Promise<Throwaway> {
  const tmpDir = path.join(dataDir, "tmp");
  await mkdir(tmpDir, { recursive: true, mode: 0o700 });
  const folder = await makeWorkFolder(tmpDir, "verify");
  opened.use(folder);
  const embedded = await openEmbedded({
    dataDir: folder.path,
    memory: machineMemory,
    durable: false,
    log,
  });
  opened.defer(() => embedded.close());
  const pool = openPool(embedded.connection, log, 2);
  opened.defer(() => pool.end());
  return {
    target: embedded.connection,
    db: openDatabase(pool),
    prepareQueue: (target) => prepareQueue(target, log),
    migrate,
  };
}

async function prepareQueue(target: pg.ClientConfig, log: Logger): Promise<void> {
  const pool = openPool(target, log, 1);
  await migrateQueue(pool, log).finally(() => pool.end());
}
