/** A temporary PostgreSQL, or the one of TEST_DATABASE_URL. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { pino } from "pino";
import { openEmbedded } from "../../src/platform/db/embedded.ts";

export type ThrowAway = { target: pg.ClientConfig; close(): Promise<void> };

/** The server's connection settings; callers create their own databases. */
export async function openThrowAway(): Promise<ThrowAway> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { target: partsOf(given), close: async () => {} };
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-test-"));
  const log = pino({ level: "fatal" });
  const server = await openEmbedded({ dataDir, memory: 2 ** 31, durable: false, log });
  return {
    target: server.connection,
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Splits a connection string, because callers choose another database on the same server. */
function partsOf(text: string): pg.ClientConfig {
  const url = new URL(text.replace("@/", "@socket/"));
  return {
    host: url.searchParams.get("host") ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1) || "postgres",
  };
}
