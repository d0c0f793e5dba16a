/** A running Longwave on an empty database: its own media folder and server, with clients. */
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { hash } from "@node-rs/argon2";
import type pg from "pg";
import { pino } from "pino";
import { buildApp } from "../../src/app/build.ts";
import { loadConfig } from "../../src/config.ts";
import { type Deps, openDataDisk } from "../../src/deps.ts";
import type { DeliveryPorts } from "../../src/features/listening/playback/schema.ts";
import { createToken } from "../../src/features/people/users/actions.ts";
import { insertUser } from "../../src/features/people/users/store.ts";
import { openGates } from "../../src/gates.ts";
import { openDatabase, openPool } from "../../src/platform/db/database.ts";
import { openMediaStore } from "../../src/platform/media/open.ts";
import { createMeasures } from "../../src/platform/metrics/measures.ts";
import { openTracing } from "../../src/platform/tracing/open.ts";
import { type Client, createClient } from "./client.ts";

export type Person = { user_id: number; username: string; token: string; api: Client };

export type World = {
  deps: Deps;
  baseUrl: string;
  /** Calls the server anonymously. */
  api: Client;
  /** Creates a user with a token and a client. */
  person(options?: { admin?: boolean; username?: string }): Promise<Person>;
  /** Sets the clock that `deps.clock` reads; null lets it run again. */
  setTime(time: Date | null): void;
};

/** Starts the server on a migrated `database`; `ports` replace the ad server and counting, by default the real ones. */
export async function openApp(
  database: pg.ClientConfig,
  env: Record<string, string> = {},
  ports?: DeliveryPorts,
) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-world-"));
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" });
  const config = loadConfig({ DATA_DIR: dataDir, RATE_LIMIT: "0", ...env });
  const pool = openPool(database, log, 8);
  const tracing = await openTracing(config.tracing, log);
  let fixed: Date | null = null;
  const deps: Deps = {
    config,
    pool,
    db: openDatabase(pool, undefined, config.databaseReplicaUrl !== null),
    media: await openMediaStore(config),
    disk: openDataDisk(config, log),
    gates: openGates(),
    measures: createMeasures(),
    tracing,
    clock: () => fixed ?? new Date(),
    log,
  };
  const app = await buildApp(deps, ports);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    deps,
    baseUrl,
    api: createClient(baseUrl, null),
    person: (options = {}) => makePerson(deps, baseUrl, options),
    setTime(time: Date | null) {
      fixed = time;
    },
    async close() {
      // Unread responses would delay closing the server for minutes.
      const closed = app.close();
      app.server.closeAllConnections();
      await closed;
      await tracing.close();
      await pool.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  } satisfies World & { close(): Promise<void> };
}

let people = 0;
/** The password of every person is "correct horse". Hashed once, because that takes 12 ms of processor time. */
const password_hash = await hash("correct horse");

async function makePerson(
  deps: Deps,
  baseUrl: string,
  { admin = false, username }: { admin?: boolean; username?: string },
): Promise<Person> {
  people += 1;
  const name = username ?? `person_${people}`;
  const user_id = await insertUser(deps.db, {
    username: name,
    email: `${name}@example.org`,
    fullname: `Person ${people}`,
    password_hash,
    is_admin: admin,
  });
  const token = await createToken(deps, name);
  return { user_id, username: name, token, api: createClient(baseUrl, token) };
}
