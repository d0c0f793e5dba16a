/** Checks what a server depends on, for `longwave doctor` and for admins: each says what it found, or what is wrong. */
import { randomBytes, randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { Config } from "../../../config.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { explain } from "../../../platform/explain.ts";
import { findServers } from "../../../platform/http/announcement.ts";
import { checkMail } from "../../../platform/mail/mail.ts";
import type { MediaStore } from "../../../platform/media/store.ts";
import { openClickhouse } from "../../../platform/statistics/clickhouse.ts";
import { openLogPlace } from "../../measurement/edgelogs/places/open.ts";
import { measureLogLag } from "../../measurement/edgelogs/places/store.ts";
import { findLastBackups } from "../backup/store.ts";
import { mendFor } from "./mending.ts";

/** `mend`: what to do about it; null if all is well. */
export type Finding = Readonly<{
  check: string;
  good: boolean;
  says: string;
  mend: string | null;
}>;

/** What a check says, or why it failed and how to mend that. */
export const findingOf = (check: string, run: () => Promise<string>): Promise<Finding> =>
  run().then(
    (says) => ({ check, good: true, says, mend: null }),
    (error: unknown) => {
      const says = explain(error);
      return { check, good: false, says, mend: mendFor(check, says) };
    },
  );

const LEAST_FREE_BYTES = 2 ** 30;

/** Fails if less than 1 GiB is free. */
export function checkDisk(freeBytes: number): string {
  const text = `${(freeBytes / 2 ** 30).toFixed(1)} GiB free`;
  if (freeBytes >= LEAST_FREE_BYTES) return text;
  throw new Error(`${text}; Longwave needs at least 1 GiB.`);
}

const HOUR_MS = 3_600_000;
/** A night, and the time that a backup may take. */
const OLDEST_BACKUP_MS = 30 * HOUR_MS;

/** Age and outcome of the last backup. */
export async function checkBackup(
  db: Executor,
  { backup }: Pick<Config, "backup">,
): Promise<string> {
  const { last, good } = await findLastBackups(db);
  if (last !== null && last.failure !== null)
    throw new Error(
      `the backup of ${last.began_at.toISOString()} to ${last.place} failed: ${last.failure}`,
    );
  const age = good && Date.now() - good.began_at.getTime();
  if (backup.to === null)
    return good === null
      ? "none; set BACKUP_TO for one every night"
      : `the last one is ${hours(age ?? 0)} old; BACKUP_TO is not set`;
  if (good === null || age === null)
    throw new Error("there is none yet; run longwave backup, or keep a worker running at night");
  if (age > OLDEST_BACKUP_MS)
    throw new Error(
      `the last one is ${hours(age)} old; is a worker running at hour ${backup.hour} UTC?`,
    );
  if (good.missing_files > 0)
    throw new Error(
      `the last one lacks ${good.missing_files} files that the media store does not have; longwave backup names them`,
    );
  return `${good.name} in ${good.place}, ${hours(age)} old`;
}

const hours = (ms: number): string => `${Math.round(ms / HOUR_MS)} h`;

/** Writes a small file, reads a part of it and removes it, as serving and sweeping do. */
export async function checkMedia(
  media: MediaStore,
  config: Pick<Config, "media" | "dataDir">,
): Promise<string> {
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

function describe({ media, dataDir }: Pick<Config, "media" | "dataDir">): string {
  if (media === null) return path.join(dataDir, "media");
  return `bucket ${media.bucket} at ${media.endpoint ?? "Amazon"}`;
}

/** The version of the configured ClickHouse, if any. */
export async function checkStatistics({ statistics }: Pick<Config, "statistics">): Promise<string> {
  if (statistics === null) return "read from PostgreSQL";
  const [row] = await openClickhouse(statistics).select<{ v: string }>("select version() as v");
  return `ClickHouse ${row?.v} at ${statistics.url}`;
}

/** Tries the SMTP server, if one is configured. */
export async function checkSmtp({ smtpUrl }: Pick<Config, "smtpUrl">): Promise<string> {
  if (smtpUrl === null)
    return "SMTP_URL is not set: users cannot reset a forgotten password by mail";
  const { host } = new URL(smtpUrl);
  await checkMail({ smtpUrl }).catch((error: Error) => {
    throw new Error(`The SMTP server ${host} does not accept mail from here: ${error.message}`);
  });
  return `SMTP server ${host} accepts mail`;
}

const EDGE_MS = 10_000;

/**
 * Whether the edge at `CDN_URL` passes requests on, and this server recognises them as the edge's own. The digest that is
 * asked for belongs to no audio, and is in no cache.
 */
export async function checkEdge({ cdn }: Pick<Config, "cdn">): Promise<string> {
  if (cdn.url === null) return "CDN_URL is not set: audio has addresses of this server";
  const { host } = new URL(cdn.url);
  const answer = await fetch(`${cdn.url}/media/r/${randomBytes(32).toString("hex")}/check.mp3`, {
    redirect: "manual",
    signal: AbortSignal.timeout(EDGE_MS),
  }).catch((error: Error) => {
    throw new Error(`${host} does not respond: ${explain(error.cause ?? error)}`);
  });
  await answer.body?.cancel();
  if (answer.headers.get("x-longwave-edge") !== null)
    return `${host} passes requests on, and is recognised by the server`;
  if (answer.status === 404)
    throw new Error(
      `${host} passes requests on, but is not recognised by the server: what it fetches would be counted as downloads`,
    );
  throw new Error(`${host} answers ${answer.status} instead of passing requests on to the server`);
}

/** A look every minute, and the time that a large log may take. */
const LATE_LOGS_SECONDS = 900;

/** How far counting is behind the logs that edges write to `LOGS_URL`. */
export async function checkLogs(db: Executor, { logs }: Pick<Config, "logs">): Promise<string> {
  if (logs === null) return "LOGS_URL is not set: no worker looks for logs of edges";
  const { label } = await openLogPlace(logs.place);
  const found = await measureLogLag(db, label);
  if (found === null) throw new Error(`Late: no worker has counted the logs in ${label} yet.`);
  const { lag_seconds, newest_seconds, damaged } = found;
  const newest =
    newest_seconds === null
      ? "none was there"
      : `the newest is ${Math.round(newest_seconds)} s old`;
  const text = `all logs in ${label} were counted ${Math.round(lag_seconds)} s ago; ${newest}`;
  if (lag_seconds > LATE_LOGS_SECONDS) throw new Error(`Late: ${text}`);
  if (damaged > 0)
    throw new Error(`${damaged} logs of the last three days are damaged, and were counted in part`);
  return text;
}

/** Whether a running server here gets X-Forwarded-For from a proxy that it does not trust. */
export async function checkProxy({
  dataDir,
  trustProxy,
}: Pick<Config, "dataDir" | "trustProxy">): Promise<string> {
  const servers = await findServers(dataDir);
  const affected = servers.find(({ untrusted_forward_at }) => untrusted_forward_at !== null);
  if (affected !== undefined)
    throw new Error(
      `Since ${affected.untrusted_forward_at} the server at ${affected.address} has received X-Forwarded-For from a peer that is not in TRUST_PROXY. If that is your proxy, set TRUST_PROXY and restart: until then all of its clients share one address.`,
    );
  return trustProxy === false ? "none is trusted" : `TRUST_PROXY is ${trustProxy}`;
}
