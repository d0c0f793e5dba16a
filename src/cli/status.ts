/** `longwave status`: what an operator wants to know first, on one screen. Changes nothing. */
import type { Command } from "commander";
import type pg from "pg";
import packageJson from "../../package.json" with { type: "json" };
import { loadConfig } from "../config.ts";
import { openDataDisk, openLog, openTarget } from "../deps.ts";
import { journalFolder } from "../features/measurement/counting/actions.ts";
import { measureUnaggregated } from "../features/measurement/counting/ledger/batches/store.ts";
import { measureJournal } from "../features/measurement/counting/metrics.ts";
import { findLastBackups } from "../features/operations/backup/store.ts";
import { openDatabase, openPool } from "../platform/db/database.ts";
import { inspectSchema } from "../platform/db/migrate.ts";
import { checkReplica } from "../platform/db/replica/check.ts";
import { explain } from "../platform/explain.ts";
import { findServers } from "../platform/http/announcement.ts";
import { measureBacklog } from "../platform/jobs/owned/store.ts";
import { listGivenUp, measureOwnBacklog } from "../platform/jobs/store.ts";
import { readLastErrors } from "../platform/lasterrors.ts";
import { print, printJson } from "./deps.ts";
import { describeServer, type ServerState } from "./serverstate.ts";

export function registerStatus(program: Command): void {
  program
    .command("status")
    .description("Show servers, jobs, counting, statistics, disk, failed jobs and exceeded limits")
    .option("--json", "Print the status as JSON")
    .action(async ({ json }: { json?: true }) => {
      const status = await readStatus();
      if (json) printJson(status);
      else for (const [title, lines] of linesOf(status)) printPart(title, lines);
      if ("fault" in status.database) process.exitCode = 1;
    });
}

type Status = Awaited<ReturnType<typeof readStatus>>;

async function readStatus() {
  const config = loadConfig();
  const log = openLog({ ...config, logLevel: "fatal" });
  const { free, isLow } = await openDataDisk(config, log).state();
  const servers = await findServers(config.dataDir);
  return {
    version: packageJson.version,
    servers: await Promise.all(servers.map(describeServer)),
    disk: { free_bytes: free, low: isLow },
    journal: await measureJournal(journalFolder(config)),
    last_errors: await readLastErrors(config.dataDir),
    database: await readDatabase(config).catch((error: unknown) => ({ fault: explain(error) })),
  };
}

/** What the database knows. It is not migrated: a newer version may be running. */
async function readDatabase(config: ReturnType<typeof loadConfig>) {
  await using opened = new AsyncDisposableStack();
  const log = openLog({ ...config, logLevel: "fatal" });
  const target = await openTarget(config, log, opened);
  const { postgres, applied, pending } = await inspectSchema(target);
  const pool = openPool(target, log, 2);
  opened.defer(() => pool.end());
  const db = openDatabase(pool);
  return {
    postgres,
    migrations: applied,
    pending,
    jobs: await measureBacklog(db),
    own_jobs: await measureOwnBacklog(db),
    given_up: await listGivenUp(db, 5),
    statistics: await measureUnaggregated(db),
    backup: await findLastBackups(db),
    replica: await describeReplica(target, config.databaseReplicaUrl),
  };
}

/** `says`: how far it is behind, or why reads do not go there; null: there is none. */
async function describeReplica(target: pg.ClientConfig, url: string | null) {
  if (url === null) return null;
  return checkReplica(target, url).then(
    (says) => ({ is_used: true, says }),
    (error: unknown) => ({ is_used: false, says: explain(error) }),
  );
}

function printPart(title: string, lines: readonly string[]): void {
  for (const [at, line] of lines.entries()) print(`${(at === 0 ? title : "").padEnd(12)}${line}`);
}

/** The status in words, by the titles of its parts. */
function linesOf({
  version,
  servers,
  disk,
  journal,
  last_errors,
  database,
}: Status): [string, string[]][] {
  const { files, bytes, oldest_seconds } = journal;
  const counting = `${files} journal files with ${bytes} bytes wait${files > 0 ? `, the oldest for ${age(oldest_seconds)}` : ""}`;
  const space = `${(disk.free_bytes / 2 ** 30).toFixed(1)} GiB free${disk.low ? ": ALMOST FULL, writes are refused" : ""}`;
  return [
    ["version", [`${version} on Node ${process.versions.node}`]],
    ["servers", servers.length === 0 ? ["none runs on this DATA_DIR"] : servers.map(serverLine)],
    ...databaseLines(database),
    ["counting", [counting]],
    ["disk", [space]],
    ["limits", limitLines(servers)],
    ["last errors", errorLines(last_errors)],
  ];
}

const serverLine = ({ address, state, uptime_seconds }: ServerState): string =>
  `${address} is ${state}${uptime_seconds === null ? "" : `, up for ${age(uptime_seconds)}`}`;

function errorLines(errors: Status["last_errors"]): string[] {
  return errors.length > 0
    ? errors.map(({ at, message }) => `${at} ${message}`)
    : ["none in a week"];
}

function limitLines(servers: readonly ServerState[]): string[] {
  const lines = servers.flatMap(({ address, limits_exceeded }) =>
    Object.entries(limits_exceeded).map(
      ([limit, times]) => `${limit}: ${times} times at ${address}`,
    ),
  );
  return lines.length > 0 ? lines : ["none was exceeded since the start"];
}

function databaseLines(database: Status["database"]): [string, string[]][] {
  if ("fault" in database)
    return [["database", [database.fault, "Run `longwave doctor` to see how to mend it."]]];
  const { postgres, migrations, pending, jobs, own_jobs, given_up, statistics, backup, replica } =
    database;
  const schema =
    pending.length === 0 ? `all ${migrations} migrations applied` : `${pending.length} pending`;
  const busy = jobs.map(
    ({ kind, waiting, running, owners, oldest_seconds }) =>
      `${kind}: ${waiting} wait, ${running} run, of ${owners} owners, the oldest for ${age(oldest_seconds)}`,
  );
  const own = `longwave: ${own_jobs.waiting} due, ${own_jobs.running} run, the oldest for ${age(own_jobs.oldest_seconds)}`;
  const failed = given_up.map(({ job, at, error }) => `${at.toISOString()} ${job}: ${error}`);
  return [
    ["database", [`PostgreSQL ${postgres}, ${schema}`]],
    ...(replica === null ? [] : [["replica", [replicaLine(replica)]] as [string, string[]]]),
    ["jobs", [...busy, own]],
    ["failed jobs", failed.length > 0 ? failed : ["none"]],
    [
      "statistics",
      [`${statistics.batches} batches behind, the oldest by ${age(statistics.oldest_seconds)}`],
    ],
    ["backup", [backupLine(backup)]],
  ];
}

const replicaLine = ({ is_used, says }: Readonly<{ is_used: boolean; says: string }>): string =>
  is_used ? says : `NOT USED, reads go to the database: ${says}`;

function backupLine({ last, good }: Awaited<ReturnType<typeof findLastBackups>>): string {
  const fault = last?.failure ?? null;
  if (good === null) return fault === null ? "none" : `none; the last one failed: ${fault}`;
  const old = age((Date.now() - good.began_at.getTime()) / 1000);
  const newer = fault === null ? "" : `; a newer one failed: ${fault}`;
  return `${good.name} in ${good.place}, ${old} old${newer}`;
}

/** A duration in its largest whole unit. */
function age(seconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ["s", 1];
  return `${Math.floor(seconds / length)} ${unit}`;
}
const UNITS: readonly (readonly [string, number])[] = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
];
