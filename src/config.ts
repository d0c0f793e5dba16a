/** Parses the environment into one frozen, validated object; the only reader of `process.env`. */
import { accessSync, constants, readFileSync } from "node:fs";
import type { BlockList } from "node:net";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { type PlaceName, parsePlace } from "./platform/archive/open.ts";
import { parseTrustProxy, type TrustProxy } from "./platform/http/address.ts";
import { isContact, isWebAddress, type SiteIdentity } from "./platform/http/site.ts";
import type { ConnectionLimits } from "./platform/http/wire.ts";
import { type BucketPlace, parseMediaUrl } from "./platform/media/place.ts";
import {
  FIELDS,
  type FieldMap,
  FORMATS,
  type FormatName,
  parseFieldMap,
} from "./platform/net/accesslogs.ts";
import { type PrivateAccess, parseNetworks } from "./platform/net/addresses.ts";
import { type ClickhousePlace, parseStatisticsUrl } from "./platform/statistics/place.ts";
import { DEFAULT_PLANS, type Plans, parsePlans } from "./platform/storage/plans.ts";
import { withoutTrailing } from "./platform/text/plain.ts";
import type { TracingOptions } from "./platform/tracing/tracing.ts";

const digits = (max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, { error: `must be a whole number from 0 to ${max}` })
    .transform(Number)
    .refine((number) => number <= max, { error: `must be a whole number from 0 to ${max}` });

/** From 0 to 1. */
const share = z
  .string()
  .regex(/^(?:0|1|0?\.\d{1,9}|1\.0)$/, { error: "must be a number from 0 to 1, such as 0.01" })
  .transform(Number);

/** A whole number above 0. */
const positive = (max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, { error: `must be a whole number from 1 to ${max}` })
    .transform(Number)
    .refine((number) => number >= 1 && number <= max, {
      error: `must be a whole number from 1 to ${max}`,
    });

const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });

/** `postgres://user@/name?host=/folder` names a Unix socket; its host part is empty. */
const parses = (text: string) => URL.canParse(text.replace("@/", "@socket/"));

const url = (protocols: string[]) =>
  z.string().refine((text) => parses(text) && protocols.some((name) => text.startsWith(name)), {
    error: `must be a URL starting with ${protocols.join(" or ")}`,
  });

const mediaUrl = z.string().transform((text, context): BucketPlace => {
  const parsed = parseMediaUrl(text);
  if (typeof parsed !== "string") return parsed;
  context.addIssue({ code: "custom", message: parsed });
  return z.NEVER;
});

const archivePlace = z.string().transform((text, context): PlaceName => {
  const parsed = parsePlace(text);
  if (typeof parsed !== "string") return parsed;
  context.addIssue({ code: "custom", message: parsed });
  return z.NEVER;
});

const statisticsUrl = z.string().transform((text, context): ClickhousePlace => {
  const parsed = parseStatisticsUrl(text);
  if (typeof parsed !== "string") return parsed;
  context.addIssue({ code: "custom", message: parsed });
  return z.NEVER;
});

const proxies = z.string().transform((text, context): TrustProxy => {
  const parsed = parseTrustProxy(text);
  if (parsed !== null) return parsed;
  context.addIssue({
    code: "custom",
    message:
      "must be a number of proxies from 1 to 9, true, or a list of comma-separated addresses, networks and “loopback”",
  });
  return z.NEVER;
});

const origin = z.string().transform((text, context): string => {
  const found = URL.parse(text);
  if (/^https?:\/\//.test(text) && found !== null && found.href === `${found.origin}/`)
    return found.origin;
  const message = "must be a URL without a path, such as https://cdn.example.org";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const isPurge = (text: string): boolean =>
  text.includes("{digest}") && /^(?:(?:GET|POST|PURGE|DELETE) )?https?:\/\/\S+$/.test(text);

const purge = z
  .string()
  .refine(isPurge, {
    error:
      "must be a URL that contains {digest}, after GET, POST, PURGE or DELETE and a space if it is not POST",
  })
  .transform((text) => {
    const [, method = "POST", url = ""] = /^(?:([A-Z]+) )?(.*)$/.exec(text) ?? [];
    return { method, url };
  });

const header = z
  .string()
  .max(2000)
  .regex(/^[\w-]+: ?[\x20-\x7e]+$/, { error: "must be a header such as “AccessKey: …”" })
  .transform((text) => {
    const colon = text.indexOf(":");
    return { name: text.slice(0, colon).toLowerCase(), value: text.slice(colon + 1).trim() };
  });

const fieldMap = z.string().transform((text, context): FieldMap => {
  const parsed = parseFieldMap(text);
  if (parsed !== null) return parsed;
  const message = `must have pairs such as bytes=sent, of the fields ${FIELDS.join(", ")}`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const networks = z.string().transform((text, context): BlockList => {
  const parsed = parseNetworks(text);
  if (parsed !== null) return parsed;
  const message =
    "must be a list of comma-separated addresses and networks, such as 10.1.2.0/24,fd00::/8";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const plans = z.string().transform((text, context): Plans => {
  const parsed = parsePlans(text);
  if (parsed !== null) return parsed;
  const message =
    "must be a list of plans and their storage that contains basic, such as basic=20GB,studio=500GB,unlimited=unlimited";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const addresses = z.string().refine((text) => listOf(text).every(isWebAddress), {
  error: "must be a comma-separated list of http or https URLs",
});

const colour = z
  .string()
  .regex(/^#?[0-9a-f]{6}$/i, { error: "must be a colour such as #1d4a53" })
  .transform((text) => `#${text.replace("#", "").toLowerCase()}`);

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Every key that Longwave reads (contract §11); settings.ts explains each. An empty value counts as unset. */
export const environment = z.object({
  HOST: z.string().trim().default("127.0.0.1"),
  PORT: digits(65_535).default(8080),
  PUBLIC_URL: url(["http://", "https://"]).optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: url(["postgres://", "postgresql://"]).optional(),
  DATABASE_REPLICA_URL: url(["postgres://", "postgresql://"]).optional(),
  MEDIA_URL: mediaUrl.optional(),
  STATISTICS_URL: statisticsUrl.optional(),
  TRUST_PROXY: proxies.optional(),
  LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  SIGNUP: choice(["open", "closed"]).default("open"),
  SMTP_URL: url(["smtp://", "smtps://"]).optional(),
  MAIL_FROM: z.string().max(320).optional(),
  SITE_NAME: z.string().trim().max(60).default("Longwave"),
  SITE_TAGLINE: z.string().trim().max(140).optional(),
  SITE_ACCENT: colour.optional(),
  SITE_IMPRINT: z.string().trim().max(20_000).optional(),
  SITE_PRIVACY: z.string().trim().max(50_000).optional(),
  SITE_CONTACT: z
    .string()
    .trim()
    .max(300)
    .refine(isContact, { error: "must be an e-mail address or the http or https URL of a page" })
    .optional(),
  RATE_LIMIT: digits(1_000_000).default(600),
  HEADERS_TIMEOUT: positive(3600).default(60),
  BODY_TIMEOUT: positive(3600).default(90),
  BODY_MIN_RATE: positive(1_000_000).default(500),
  IDLE_TIMEOUT: positive(3600).default(72),
  ANSWER_TIMEOUT: positive(3600).default(600),
  CONNECTIONS_PER_ADDRESS: digits(1_000_000).default(1024),
  MAX_CONNECTIONS: positive(1_000_000).default(20_000),
  PLANS: z.string().default(DEFAULT_PLANS).pipe(plans),
  DISK_RESERVE_BYTES: digits(999_999_999_999).optional(),
  REPORTS_TO_HIDE: digits(1_000_000).default(3),
  MAX_UPLOAD_BYTES: digits(999_999_999_999).default(314_572_800),
  WEBSUB_HUBS: addresses.optional(),
  PODPING_URL: url(["http://", "https://"]).optional(),
  PODPING_TOKEN: z.string().max(1000).optional(),
  OUTBOUND_PRIVATE: networks.optional(),
  METRICS: choice(["loopback", "anyone"]).default("loopback"),
  METRICS_PORT: digits(65_535).optional(),
  FFMPEG_PATH: z.string().trim().optional(),
  SLOW_QUERY_MS: digits(3_600_000).default(1000),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(["http://", "https://"]).optional(),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  GEOIP_PATH: z.string().trim().optional(),
  BOTS_PATH: z.string().trim().optional(),
  CDN_URL: origin.optional(),
  CDN_SECRET: z.string().min(16, { error: "must have at least 16 characters" }).max(200).optional(),
  CDN_NETWORKS: networks.optional(),
  CDN_PURGE_URL: purge.optional(),
  CDN_PURGE_HEADER: header.optional(),
  LOGS_URL: archivePlace.optional(),
  LOGS_FORMAT: choice(FORMATS).optional(),
  LOGS_MAP: fieldMap.optional(),
  RECORD_DAYS: digits(3650).default(40),
  HISTORY_MONTHS: positive(1200).optional(),
  UNREALISTIC_DOWNLOADS: digits(1_000_000).default(500),
  BACKUP_TO: archivePlace.optional(),
  BACKUP_PASSPHRASE: z.string().min(12, { error: "must have at least 12 characters" }).optional(),
  BACKUP_HOUR: digits(23).default(2),
  BACKUP_KEEP: positive(10_000).default(7),
});

/** The validated configuration. Paths are absolute; `publicUrl` has no trailing slash. */
export type Config = Readonly<{
  host: string;
  port: number;
  /** Base of every absolute URL in responses; null: taken from the request. */
  publicUrl: string | null;
  dataDir: string;
  /** null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** A standby of `databaseUrl` that reads may come from; null: none. */
  databaseReplicaUrl: string | null;
  /** The bucket for audio and images, with its secrets; null: the folder `dataDir/media`. */
  media: BucketPlace | null;
  /** The ClickHouse for statistics, with its password; null: PostgreSQL. */
  statistics: ClickhousePlace | null;
  /** Whose `X-Forwarded-*` headers are trusted. */
  trustProxy: TrustProxy;
  logLevel: z.infer<typeof environment>["LOG_LEVEL"];
  signup: "open" | "closed";
  /** The SMTP server for outgoing mail, such as `smtp://user:password@host:587`; null: no mail. */
  smtpUrl: string | null;
  /** Sender of all mail, as in a `From` header; null: the site's name and `mailAddress`. */
  mailFrom: string | null;
  /** `longwave@` the host of `publicUrl`. */
  mailAddress: string;
  /** How the site presents itself until the operator chooses otherwise (`features/web/identity`). */
  site: Omit<SiteIdentity, "about" | "logo">;
  /** Requests per minute for one address without a token; 0 turns the limit off. */
  rateLimit: number;
  /** Limits on time and connections of callers. */
  budgets: ConnectionLimits;
  /** Storage quota of each plan; operators assign plans with `longwave user set --plan`. */
  plans: Plans;
  /** Disk space that uploads leave free; null: `RESERVE_BYTES`, or less on a small disk. */
  diskReserveBytes: number | null;
  /** Number of reports that hide a message until an operator has reviewed it; 0: none. */
  reportsToHide: number;
  /** Maximum size of one uploaded or fetched audio file. */
  maxUploadBytes: number;
  /** WebSub hubs that feeds name and that are notified when a feed changes. */
  websubHubs: readonly string[];
  /** A podping endpoint that is notified of changed feeds, with its token; null: none. */
  podping: Readonly<{ url: string; token: string }> | null;
  /** Addresses that are not public and to which users may make this server connect. */
  outboundPrivate: PrivateAccess;
  /** Which callers may read `/metrics`. */
  metrics: "loopback" | "anyone";
  /** The port for health checks and metrics of a process without HTTP; null: none. */
  metricsPort: number | null;
  /** Statements that take longer are logged, in ms; 0: none. */
  slowQueryMs: number;
  /** Where traces of plays are sent, if anywhere, and of which share of them. */
  tracing: TracingOptions;
  /** The ffmpeg to use, a file or a name on the PATH; null: `findFfmpeg` searches for one. */
  ffmpegPath: string | null;
  /** An mmdb file of countries; null: the bundled one. */
  geoipPath: string | null;
  /** Regular expressions of user agents that are bots, in addition to those in the lists. */
  bots: readonly string[];
  /** Edges: CDNs and caching proxies that send audio in place of this server, and are counted from their logs. */
  cdn: Readonly<{
    /** Where listeners fetch audio, without a final slash; null: at this server. */
    url: string | null;
    /** What edges send with their own requests; secret; null: nothing. */
    secret: string | null;
    /** From where edges send their own requests; null: from anywhere. */
    networks: BlockList | null;
    /** The request that makes edges remove a rendition, with a header that may be secret; null: none. */
    purge: Readonly<{
      method: string;
      url: string;
      header: Readonly<{ name: string; value: string }> | null;
    }> | null;
  }>;
  /** Where edges write logs that a worker counts, with its secrets, and how to read them; null: nowhere. */
  logs: Readonly<{ place: PlaceName; format: FormatName; map: FieldMap }> | null;
  /** Number of days for which delivery records are kept and can be counted again. */
  recordDays: number;
  /** Closed months whose ledgers stay in the database; null: all. */
  historyMonths: number | null;
  /** Downloads from one address in one day above which none are counted as real; 0: no limit. */
  unrealisticDownloads: number;
  backup: Readonly<{
    /** The archive of nightly backups, with its secrets; null: none are made. */
    to: PlaceName | null;
    /** Encrypts new archives, and opens encrypted ones; secret. */
    passphrase: string | null;
    /** Hour of the nightly backup, UTC. */
    hour: number;
    /** Number of backups to keep. */
    keep: number;
  }>;
  /** Memory in bytes of this machine or its container, from which the embedded PostgreSQL is sized. */
  machineMemory: number;
}>;

/** An invalid setting. The message is a complete sentence for the operator. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Parses and validates the environment. Throws `ConfigError` naming the first invalid key. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(
      `The setting ${issue?.path.join(".")} cannot be used: it ${issue?.message}.`,
    );
  }
  const { data } = parsed;
  return Object.freeze({
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL === undefined ? null : withoutTrailing(data.PUBLIC_URL, "/"),
    dataDir: path.resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL ?? null,
    databaseReplicaUrl: replicaOf(data),
    media: data.MEDIA_URL ?? null,
    statistics: data.STATISTICS_URL ?? null,
    trustProxy: data.TRUST_PROXY ?? false,
    logLevel: data.LOG_LEVEL,
    signup: data.SIGNUP,
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM ?? null,
    mailAddress: `longwave@${hostOf(data.PUBLIC_URL)}`,
    site: siteOf(data),
    rateLimit: data.RATE_LIMIT,
    budgets: budgetsOf(data),
    plans: data.PLANS,
    diskReserveBytes: data.DISK_RESERVE_BYTES ?? null,
    reportsToHide: data.REPORTS_TO_HIDE,
    maxUploadBytes: data.MAX_UPLOAD_BYTES,
    websubHubs: listOf(data.WEBSUB_HUBS ?? ""),
    podping:
      data.PODPING_URL === undefined
        ? null
        : { url: data.PODPING_URL, token: data.PODPING_TOKEN ?? "" },
    outboundPrivate: data.OUTBOUND_PRIVATE ?? false,
    metrics: data.METRICS,
    metricsPort: data.METRICS_PORT ?? null,
    slowQueryMs: data.SLOW_QUERY_MS,
    tracing: {
      endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
      share: data.OTEL_TRACES_SAMPLER_ARG,
    },
    ffmpegPath: data.FFMPEG_PATH ?? null,
    geoipPath: readable("GEOIP_PATH", data.GEOIP_PATH),
    bots: patternsIn(data.BOTS_PATH),
    cdn: cdnOf(data),
    logs: logsOf(data),
    recordDays: data.RECORD_DAYS,
    historyMonths: data.HISTORY_MONTHS ?? null,
    unrealisticDownloads: data.UNREALISTIC_DOWNLOADS,
    backup: {
      to: data.BACKUP_TO ?? null,
      passphrase: data.BACKUP_PASSPHRASE ?? null,
      hour: data.BACKUP_HOUR,
      keep: data.BACKUP_KEEP,
    },
    machineMemory: Math.min(os.totalmem(), process.constrainedMemory() || os.totalmem()),
  });
}

/** Throws `ConfigError`: the embedded PostgreSQL has no replica. */
function replicaOf(data: z.infer<typeof environment>): string | null {
  const { DATABASE_URL, DATABASE_REPLICA_URL } = data;
  if (DATABASE_REPLICA_URL !== undefined && DATABASE_URL === undefined)
    throw new ConfigError(
      "The setting DATABASE_REPLICA_URL cannot be used: it needs DATABASE_URL, the primary that the replica follows.",
    );
  return DATABASE_REPLICA_URL ?? null;
}

/** Throws `ConfigError`: requests of edges that are not recognised would count, and again with the edges' logs. */
function cdnOf(data: z.infer<typeof environment>): Config["cdn"] {
  const { CDN_URL, CDN_SECRET, CDN_NETWORKS, CDN_PURGE_URL, CDN_PURGE_HEADER } = data;
  if (CDN_URL !== undefined && CDN_SECRET === undefined && CDN_NETWORKS === undefined)
    throw new ConfigError(
      "The setting CDN_URL cannot be used: it needs CDN_SECRET or CDN_NETWORKS, so that what the edge fetches is not counted.",
    );
  return {
    url: CDN_URL ?? null,
    secret: CDN_SECRET ?? null,
    networks: CDN_NETWORKS ?? null,
    purge:
      CDN_PURGE_URL === undefined ? null : { ...CDN_PURGE_URL, header: CDN_PURGE_HEADER ?? null },
  };
}

/** Throws `ConfigError`: logs cannot be read without the name of their format. */
function logsOf({ LOGS_URL, LOGS_FORMAT, LOGS_MAP }: z.infer<typeof environment>): Config["logs"] {
  if (LOGS_URL === undefined) return null;
  if (LOGS_FORMAT !== undefined)
    return { place: LOGS_URL, format: LOGS_FORMAT, map: LOGS_MAP ?? {} };
  throw new ConfigError(
    `The setting LOGS_URL cannot be used: it needs LOGS_FORMAT, one of ${FORMATS.join(", ")}.`,
  );
}

const hostOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname;

const siteOf = (data: z.infer<typeof environment>): Config["site"] => ({
  name: data.SITE_NAME,
  tagline: data.SITE_TAGLINE ?? null,
  accent: data.SITE_ACCENT ?? null,
  imprint: data.SITE_IMPRINT ?? null,
  privacy: data.SITE_PRIVACY ?? null,
  contact: data.SITE_CONTACT ?? null,
});

const budgetsOf = (data: z.infer<typeof environment>): ConnectionLimits => ({
  headersMs: data.HEADERS_TIMEOUT * 1000,
  idleMs: data.IDLE_TIMEOUT * 1000,
  bodyMs: data.BODY_TIMEOUT * 1000,
  bodyBytesPerSecond: data.BODY_MIN_RATE,
  answerMs: data.ANSWER_TIMEOUT * 1000,
  connectionsPerAddress: data.CONNECTIONS_PER_ADDRESS,
  connections: data.MAX_CONNECTIONS,
});

/** An existing, readable file. Throws `ConfigError`. */
function readable(key: string, file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new ConfigError(`The setting ${key} cannot be used: ${file} cannot be read.`);
  }
  return path.resolve(file);
}

/** A file with one regular expression per line; empty lines and lines that begin with # are ignored. */
function patternsIn(file: string | undefined): string[] {
  const found = readable("BOTS_PATH", file);
  if (found === null) return [];
  const lines = readFileSync(found, "utf8").split(/\r?\n/);
  const patterns = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  for (const pattern of patterns)
    try {
      RegExp(pattern);
    } catch {
      throw new ConfigError(
        `The setting BOTS_PATH cannot be used: “${pattern}” is not a regular expression.`,
      );
    }
  return patterns;
}
