/** `longwave doctor`: checks the environment that Longwave needs; writes only probe files, and removes them. */
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import type pg from "pg";
import { type Config, loadConfig } from "../config.ts";
import { openLog, openTarget } from "../deps.ts";
import {
  checkBackup,
  checkDisk,
  checkEdge,
  checkLogs,
  checkMedia,
  checkProxy,
  checkSmtp,
  checkStatistics,
  type Finding,
  findingOf,
} from "../features/operations/health/checks.ts";
import { findFfmpeg } from "../platform/audio/ffmpeg.ts";
import { hasCluster } from "../platform/db/cluster.ts";
import { type Executor, openDatabase, openPool } from "../platform/db/database.ts";
import { inspectSchema } from "../platform/db/migrate.ts";
import { checkReplica } from "../platform/db/replica/check.ts";
import { listUnfinished } from "../platform/jobs/migrations/store.ts";
import { openMediaStore } from "../platform/media/open.ts";
import { requireRestored } from "../platform/restoremark.ts";
import { print, printJson } from "./deps.ts";

/** Returns a description if all is well; throws an error that describes the problem. */
type Check = (config: Config) => Promise<string>;

export function registerDoctor(program: Command): void {
  program
    .command("doctor")
    .description(
      "Check the runtime, data folder, database, replica, backups, media store, statistics engine, ffmpeg, mail server, proxy, edge, its logs and disk",
    )
    .option("--json", "Print the findings as JSON")
    .action(async ({ json }: { json?: true }) => {
      const findings = await examine(loadConfig());
      if (json) printJson(findings);
      else
        for (const { check, good, says, mend } of findings) {
          print(`${good ? "ok " : "BAD"}  ${check}: ${says}`);
          if (mend !== null) print(`     To mend it: ${mend}`);
        }
      if (findings.some(({ good }) => !good)) process.exitCode = 1;
    });
}

const OLDEST_NODE = 24;

const CHECKS: Record<string, Check> = {
  runtime: async () => {
    if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return `Node ${process.version}`;
    throw new Error(`Node ${process.version}; Longwave needs ${OLDEST_NODE} or newer.`);
  },
  "data folder": async ({ dataDir }) => {
    await requireRestored(dataDir);
    await mkdir(dataDir, { recursive: true });
    const probe = path.join(dataDir, `doctor-${process.pid}`);
    await writeFile(probe, "").finally(() => rm(probe, { force: true }));
    return `${dataDir} is writable`;
  },
  database: examineDatabase,
  replica: async (config) => {
    const { databaseReplicaUrl } = config;
    if (databaseReplicaUrl === null)
      return "DATABASE_REPLICA_URL is not set: reads go to the database";
    await using opened = new AsyncDisposableStack();
    const log = openLog({ ...config, logLevel: "fatal" });
    return checkReplica(await openTarget(config, log, opened), databaseReplicaUrl);
  },
  backup: (config) => examineRecords(config, checkBackup),
  media: async (config) => checkMedia(await openMediaStore(config), config),
  statistics: checkStatistics,
  audio: examineAudio,
  mail: checkSmtp,
  proxy: checkProxy,
  edge: checkEdge,
  logs: (config) => examineRecords(config, checkLogs),
  disk: async ({ dataDir }) => {
    const { bavail, bsize } = await statfs(dataDir);
    return checkDisk(bavail * bsize);
  },
};

async function examine(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, run] of Object.entries(CHECKS)) {
    findings.push(await findingOf(check, () => run(config)));
  }
  return findings;
}

/** What a check finds in the database. */
async function examineRecords(
  config: Config,
  check: (db: Executor, config: Config) => Promise<string>,
): Promise<string> {
  if (config.databaseUrl === null && !(await hasCluster(config.dataDir)))
    return "there is no database yet";
  await using opened = new AsyncDisposableStack();
  const log = openLog({ ...config, logLevel: "fatal" });
  const pool = openPool(await openTarget(config, log, opened), log, 1);
  opened.defer(() => pool.end());
  return await check(openDatabase(pool), config);
}

/** The one from npm is good enough, but the check says that and why it is used. */
async function examineAudio({ ffmpegPath }: Config): Promise<string> {
  const warnings: string[] = [];
  const found = await findFfmpeg(ffmpegPath, { warn: (message) => void warnings.push(message) });
  return warnings[0] ?? `ffmpeg ${found.version} at ${found.path}`;
}

/** How far the migrations are that workers carry out in the background; empty if none is going on. */
async function describeProgress(target: pg.ClientConfig): Promise<string> {
  const pool = openPool(target, { debug() {} }, 1);
  const unfinished = await listUnfinished(openDatabase(pool)).finally(() => pool.end());
  const parts = unfinished.map(({ name, done, total }) =>
    total === null
      ? `${name} waits for a worker`
      : `${name} has done ${done.toLocaleString("en")} of about ${total.toLocaleString("en")} rows`,
  );
  return parts.length === 0 ? "" : `; in the background ${parts.join(", ")}`;
}

/** Location, version and pending migrations of the database. */
async function examineDatabase(config: Config): Promise<string> {
  const kind = config.databaseUrl === null ? "embedded" : "outside";
  if (kind === "embedded" && !(await hasCluster(config.dataDir)))
    return "not created yet; the first start creates it";
  await using opened = new AsyncDisposableStack();
  const target = await openTarget(config, openLog({ ...config, logLevel: "fatal" }), opened);
  const { postgres, applied, pending, newer } = await inspectSchema(target);
  const where = `PostgreSQL ${postgres}, ${kind}`;
  const beyond = newer.length > 0 ? `, and ${newer.length} of a newer version` : "";
  if (pending.length === 0)
    return `${where}, all ${applied} migrations applied${beyond}${await describeProgress(target)}`;
  const names = pending.map(({ name }) => name).join(", ");
  throw new Error(
    `${where}: ${pending.length} migrations are pending (${names}); run longwave migrate.`,
  );
}
