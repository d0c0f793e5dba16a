/** `longwave doctor`: checks the environment that Longwave needs; writes only probe files, and removes them. */
import { randomUUID } from "node:crypto";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { Command } from "commander";
import type pg from "pg";
import { type Config, loadConfig } from "../config.ts";
import { openLog, openTarget } from "../deps.ts";
import { findLastBackups } from "../features/operations/backup/store.ts";
import { findFfmpeg } from "../platform/audio/ffmpeg.ts";
import { hasCluster } from "../platform/db/cluster.ts";
import { openDatabase, openPool } from "../platform/db/database.ts";
import { inspectSchema } from "../platform/db/migrate.ts";
import { findServers } from "../platform/http/announcement.ts";
import { listUnfinished } from "../platform/jobs/migrations/store.ts";
import { checkMail } from "../platform/mail/mail.ts";
import { openMediaStore } from "../platform/media/open.ts";
import { requireRestored } from "../platform/restoremark.ts";
import { openClickhouse } from "../platform/statistics/clickhouse.ts";
import { print, printJson } from "./deps.ts";
import { explain } from "./errors.ts";
import { mendFor } from "./mending.ts";

/** `mend`: what to do about it; null if all is well. */
type Finding = { check: string; good: boolean; says: string; mend: string | null };
/** Returns a description if all is well; throws an error that describes the problem. */
type Check = (config: Config) => Promise<string>;

export function registerDoctor(program: Command): void {
  program
    .command("doctor")
    .description(
      "Check the runtime, data folder, database, backups, media store, statistics engine, ffmpeg, mail server, proxy and disk",
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
const LEAST_FREE_BYTES = 2 ** 30;

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
  backup: examineBackup,
  media: examineMedia,
  statistics: examineStatistics,
  audio: examineAudio,
  mail: examineMail,
  proxy: examineProxy,
  disk: async ({ dataDir }) => {
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const text = `${(free / 2 ** 30).toFixed(1)} GiB free`;
    if (free >= LEAST_FREE_BYTES) return text;
    throw new Error(`${text}; Longwave needs at least 1 GiB.`);
  },
};

async function examine(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, run] of Object.entries(CHECKS)) {
    const finding = await run(config).then(
      (says) => ({ check, good: true, says, mend: null }),
      (error: unknown) => {
        const says = explain(error);
        return { check, good: false, says, mend: mendFor(check, says) };
      },
    );
    findings.push(finding);
  }
  return findings;
}

const HOUR_MS = 3_600_000;
/** A night, and the time that a backup may take. */
const OLDEST_BACKUP_MS = 30 * HOUR_MS;

/** Age and outcome of the last backup. */
async function examineBackup(config: Config): Promise<string> {
  if (config.databaseUrl === null && !(await hasCluster(config.dataDir)))
    return "there is no database yet";
  await using opened = new AsyncDisposableStack();
  const log = openLog({ ...config, logLevel: "fatal" });
  const pool = openPool(await openTarget(config, log, opened), log, 1);
  opened.defer(() => pool.end());
  const { last, good } = await findLastBackups(openDatabase(pool));
  if (last !== null && last.failure !== null)
    throw new Error(
      `the backup of ${last.began_at.toISOString()} to ${last.place} failed: ${last.failure}`,
    );
  const age = good && Date.now() - good.began_at.getTime();
  if (config.backup.to === null)
    return good === null
      ? "none; set BACKUP_TO for one every night"
      : `the last one is ${hours(age ?? 0)} old; BACKUP_TO is not set`;
  if (good === null || age === null)
    throw new Error("there is none yet; run longwave backup, or keep a worker running at night");
  if (age > OLDEST_BACKUP_MS)
    throw new Error(
      `the last one is ${hours(age)} old; is a worker running at hour ${config.backup.hour} UTC?`,
    );
  if (good.missing_files > 0)
    throw new Error(
      `the last one lacks ${good.missing_files} files that the media store does not have; longwave backup names them`,
    );
  return `${good.name} in ${good.place}, ${hours(age)} old`;
}

const hours = (ms: number): string => `${Math.round(ms / HOUR_MS)} h`;

/** The old program from npm is good enough, but the check says that and why it is used. */
async function examineAudio({ ffmpegPath }: Config): Promise<string> {
  const warnings: string[] = [];
  const found = await findFfmpeg(ffmpegPath, { warn: (message) => void warnings.push(message) });
  return warnings[0] ?? `ffmpeg ${found.version} at ${found.path}`;
}

/** Writes a small file, reads a part of it and removes it, as serving and sweeping do. */
async function examineMedia(config: Config): Promise<string> {
  const media = await openMediaStore(config);
  const probe = path.join(media.tmpDir, `doctor-${randomUUID()}`);
  const text = `written by longwave doctor ${randomUUID()}`;
  try {
    await writeFile(probe, text);
    const key = await media.put(probe, "doctor", "txt");
    const got = await buffer(await media.read(key, { start: 11, end: 25 })).finally(() =>
      media.remove(key),
    );
    if (got.toString() !== text.slice(11, 26))
      throw new Error("it returns different bytes than were stored");
    if ((await media.find(key)) !== null) throw new Error("it does not delete files");
  } finally {
    await rm(probe, { force: true });
  }
  return `${describe(config)} stores, returns and deletes files`;
}

function describe({ media, dataDir }: Config): string {
  if (media === null) return path.join(dataDir, "media");
  return `bucket ${media.bucket} at ${media.endpoint ?? "Amazon"}`;
}

/** The version of the configured ClickHouse, if any. */
async function examineStatistics({ statistics }: Config): Promise<string> {
  if (statistics === null) return "read from PostgreSQL";
  const [row] = await openClickhouse(statistics).select<{ v: string }>("select version() as v");
  return `ClickHouse ${row?.v} at ${statistics.url}`;
}

/** Tries the SMTP server, if one is configured. */
async function examineMail({ smtpUrl }: Config): Promise<string> {
  if (smtpUrl === null)
    return "SMTP_URL is not set: users cannot reset a forgotten password by mail";
  const { host } = new URL(smtpUrl);
  await checkMail({ smtpUrl }).catch((error: Error) => {
    throw new Error(`The SMTP server ${host} does not accept mail from here: ${error.message}`);
  });
  return `SMTP server ${host} accepts mail`;
}

/** Whether a running server here gets X-Forwarded-For from a proxy that it does not trust. */
async function examineProxy({ dataDir, trustProxy }: Config): Promise<string> {
  const servers = await findServers(dataDir);
  const affected = servers.find(({ untrusted_forward_at }) => untrusted_forward_at !== null);
  if (affected !== undefined)
    throw new Error(
      `Since ${affected.untrusted_forward_at} the server at ${affected.address} has received X-Forwarded-For from a peer that is not in TRUST_PROXY. If that is your proxy, set TRUST_PROXY and restart: until then all of its clients share one address.`,
    );
  return trustProxy === false ? "none is trusted" : `TRUST_PROXY is ${trustProxy}`;
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
