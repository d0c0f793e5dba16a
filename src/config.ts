/** Turns the environment into one frozen, validated object; the only reader of `process.env`. */
import os from "node:os";
import path from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65535);
const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address starting with ${protocols.map((name) => `${name}//`).join(" or ")}`,
  });

/** Every key Longwave reads (contract §11). An empty value counts as unset. */
const environment = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(8080),
  PUBLIC_URL: url(["http:", "https:"]).optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: url(["postgres:", "postgresql:"]).optional(),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  SIGNUP: z.enum(["open", "closed"]).default("open"),
  RATE_LIMIT: z.coerce.number().int().min(0).default(600),
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
  /** What Fastify's `trustProxy` takes: whose `X-Forwarded-*` headers are believed. */
  trustProxy: boolean | string;
  logLevel: z.infer<typeof environment>["LOG_LEVEL"];
  signup: "open" | "closed";
  /** Requests a minute for one address without a token; 0 is off. */
  rateLimit: number;
  /** Memory of the machine in bytes: what the embedded PostgreSQL is sized by. */
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
      `The setting ${issue?.path.join(".")} cannot be used: ${issue?.message}.`,
    );
  }
  const { data } = parsed;
  return Object.freeze({
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    dataDir: path.resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL ?? null,
    trustProxy: trustProxy(data.TRUST_PROXY),
    logLevel: data.LOG_LEVEL,
    signup: data.SIGNUP,
    rateLimit: data.RATE_LIMIT,
    machineMemory: os.totalmem(),
  });
}

function trustProxy(value: string | undefined): boolean | string {
  if (value === undefined || value === "false") return false;
  return value === "true" ? true : value;
}
