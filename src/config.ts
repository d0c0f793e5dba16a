/** Turns the environment into one frozen, validated object; the only reader of `process.env`. */
import { accessSync, constants, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { parseTrustProxy, type TrustProxy } from "./platform/http/address.ts";
import type { WireBudgets } from "./platform/http/wire.ts";
import { type BucketPlace, parseMediaUrl } from "./platform/media/place.ts";
import { type ClickhousePlace, parseStatisticsUrl } from "./platform/statistics/place.ts";
import { DEFAULT_PLANS, type Plans, parsePlans } from "./platform/storage/plans.ts";
import { withoutTrailing } from "./platform/text/plain.ts";

const digits = (max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, { error: `must be a whole number from 0 to ${max}` })
    .transform(Number)
    .refine((number) => number <= max, { error: `must be a whole number from 0 to ${max}` });

/** A whole number that is more than nothing. */
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

/** `postgres://user@/name?host=/folder` names a unix socket; it has no host where others have one. */
const parses = (text: string) => URL.canParse(text.replace("@/", "@socket/"));

const url = (protocols: string[]) =>
  z.string().refine((text) => parses(text) && protocols.some((name) => text.startsWith(name)), {
    error: `must be an address starting with ${protocols.join(" or ")}`,
  });

const mediaUrl = z.string().transform((text, context): BucketPlace => {
  const parsed = parseMediaUrl(text);
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
      "must be a number of proxies from 1 to 9, true, or a list of addresses, networks and “loopback”, joined by commas",
  });
  return z.NEVER;
});

const plans = z.string().transform((text, context): Plans => {
  const parsed = parsePlans(text);
  if (parsed !== null) return parsed;
  const message =
    "must list plans and their storage, such as basic=20GB,studio=500GB,unlimited=unlimited, with a plan basic";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const addresses = z.string().refine((text) => listOf(text).every(isWebAddress), {
  error: "must be a list of http or https addresses, joined by commas",
});

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** Every key Longwave reads (contract §11), each explained in settings.ts. An empty value counts as unset. */
export const environment = z.object({
  HOST: z.string().trim().default("127.0.0.1"),
  PORT: digits(65_535).default(8080),
  PUBLIC_URL: url(["http://", "https://"]).optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: url(["postgres://", "postgresql://"]).optional(),
  MEDIA_URL: mediaUrl.optional(),
  STATISTICS_URL: statisticsUrl.optional(),
  TRUST_PROXY: proxies.optional(),
  LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  SIGNUP: choice(["open", "closed"]).default("open"),
  SMTP_URL: url(["smtp://", "smtps://"]).optional(),
  MAIL_FROM: z.string().max(320).optional(),
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
  METRICS: choice(["loopback", "anyone"]).default("loopback"),
  FFMPEG_PATH: z.string().trim().optional(),
  GEOIP_PATH: z.string().trim().optional(),
  BOTS_PATH: z.string().trim().optional(),
  RECORD_DAYS: digits(3650).default(40),
  UNREALISTIC_DOWNLOADS: digits(1_000_000).default(500),
});

/** The validated configuration. Directories are absolute; `publicUrl` has no trailing slash. */
export type Config = Readonly<{
  host: string;
  port: number;
  /** Base of every absolute address in answers; null: taken from the request. */
  publicUrl: string | null;
  dataDir: string;
  /** null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** The bucket that audio and pictures lie in, with its secrets; null: the folder `dataDir/media`. */
  media: BucketPlace | null;
  /** The ClickHouse that statistics are asked of, with its password; null: PostgreSQL. */
  statistics: ClickhousePlace | null;
  /** Whose `X-Forwarded-*` headers are believed. */
  trustProxy: TrustProxy;
  logLevel: z.infer<typeof environment>["LOG_LEVEL"];
  signup: "open" | "closed";
  /** The server that mail goes out by, such as `smtp://user:password@host:587`; null: no mail. */
  smtpUrl: string | null;
  /** Sender of all mail, as in a `From` header; by default `longwave@` the host of `publicUrl`. */
  mailFrom: string;
  /** Requests a minute for one address without a token; 0 is off. */
  rateLimit: number;
  /** Time and connections that callers may take. */
  budgets: WireBudgets;
  /** Storage that each plan grants; operators give plans by `longwave user set --plan`. */
  plans: Plans;
  /** Disk space that uploads leave free; null: `RESERVE_BYTES`, or less on a small disk. */
  diskReserveBytes: number | null;
  /** So many people must report a message to hide it until an operator has looked; 0: none ever do. */
  reportsToHide: number;
  /** Cap of one audio file that is uploaded or fetched. */
  maxUploadBytes: number;
  /** WebSub hubs that feeds name, and that are told when a feed has changed. */
  websubHubs: readonly string[];
  /** A podping endpoint that is told of changed feeds, with its token; null: none. */
  podping: Readonly<{ url: string; token: string }> | null;
  /** Who may read `/metrics`. */
  metrics: "loopback" | "anyone";
  /** The ffmpeg to use, a file or a name on the PATH; null: `findFfmpeg` looks for one. */
  ffmpegPath: string | null;
  /** An mmdb file of countries; null: the one that comes along. */
  geoipPath: string | null;
  /** Regular expressions of user agents that are bots, beside those of the lists. */
  bots: readonly string[];
  /** Days for which the records that counts are made of are kept, and can be counted again. */
  recordDays: number;
  /** Downloads of one address in one day that no people make; 0: any number is believed. */
  unrealisticDownloads: number;
  /** Memory in bytes that this machine, or its container, has: what the embedded PostgreSQL is sized by. */
  machineMemory: number;
}>;

/** A setting that cannot be used. The message is a whole sentence for the operator. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Reads and checks the environment. Throws `ConfigError` naming the first bad key. */
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
    media: data.MEDIA_URL ?? null,
    statistics: data.STATISTICS_URL ?? null,
    trustProxy: data.TRUST_PROXY ?? false,
    logLevel: data.LOG_LEVEL,
    signup: data.SIGNUP,
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM ?? `Longwave <longwave@${hostOf(data.PUBLIC_URL)}>`,
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
    metrics: data.METRICS,
    ffmpegPath: data.FFMPEG_PATH ?? null,
    geoipPath: readable("GEOIP_PATH", data.GEOIP_PATH),
    bots: patternsIn(data.BOTS_PATH),
    recordDays: data.RECORD_DAYS,
    unrealisticDownloads: data.UNREALISTIC_DOWNLOADS,
    machineMemory: Math.min(os.totalmem(), process.constrainedMemory() || os.totalmem()),
  });
}

const hostOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname;

const budgetsOf = (data: z.infer<typeof environment>): WireBudgets => ({
  headersMs: data.HEADERS_TIMEOUT * 1000,
  idleMs: data.IDLE_TIMEOUT * 1000,
  bodyMs: data.BODY_TIMEOUT * 1000,
  bodyBytesPerSecond: data.BODY_MIN_RATE,
  answerMs: data.ANSWER_TIMEOUT * 1000,
  connectionsPerAddress: data.CONNECTIONS_PER_ADDRESS,
  connections: data.MAX_CONNECTIONS,
});

/** A file that is there. Throws `ConfigError`. */
function readable(key: string, file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new ConfigError(`The setting ${key} cannot be used: ${file} cannot be read.`);
  }
  return path.resolve(file);
}

/** A file with one regular expression a line; empty lines and those after # are left out. */
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
        `The setting BOTS_PATH cannot be used: “${pattern}” is no regular expression.`,
      );
    }
  return patterns;
}
