/** A server of test routes on a world's database, for tests of the HTTP conventions. */
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import net from "node:net";
import { afterAll, beforeAll } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { createAuthenticator } from "../../src/features/people/users/actions.ts";
import type { Database } from "../../src/platform/db/database.ts";
import type { HttpOptions } from "../../src/platform/http/options.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { buildServer } from "../../src/platform/http/server.ts";
import { createLog } from "../../src/platform/log.ts";
import { type Client, createClient } from "../setup/client.ts";
import { openWorld, type Person } from "../setup/world.ts";

type LogLine = Record<string, unknown> & { level: number; msg: string };

export type Harness = {
  baseUrl: string;
  /** Calls the test routes anonymously. */
  api: Client;
  /** Creates a user whose client calls the test routes. */
  person(): Promise<Person>;
  /** Sends `text` unchanged on a new connection; returns all received data. */
  exchange(text: string): Promise<string>;
  db: Database;
  /** Names of the files in the folder for uploads. */
  uploads(): Promise<string[]>;
  /** Log lines so far, oldest first. */
  log: LogLine[];
  setTime(time: Date | null): void;
};

/** Starts a server of `routes` before the file's tests and stops it after them. */
export function useServer(routes: readonly Route[], options: Partial<HttpOptions> = {}): Harness {
  const harness = {} as Harness & { close(): Promise<void> };
  beforeAll(async () => {
    Object.assign(harness, await startServer(routes, options));
  });
  afterAll(() => harness.close());
  return harness;
}

async function startServer(routes: readonly Route[], options: Partial<HttpOptions>) {
  const world = await openWorld();
  const { db, media, clock } = world.deps;
  const log: LogLine[] = [];
  const app = await buildServer(routes, null, {
    db,
    clock,
    log: createLog("debug", { write: (line: string) => void log.push(JSON.parse(line)) }),
    tmpDir: media.tmpDir,
    publicUrl: null,
    trustProxy: false,
    budgets: loadConfig({}).budgets,
    rateLimit: 0,
    authenticate: createAuthenticator(world.deps, async () => null),
    ...options,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    db,
    api: createClient(baseUrl, null),
    async person() {
      const person = await world.person();
      return { ...person, api: createClient(baseUrl, person.token) };
    },
    exchange: (text: string) => exchange(port, text),
    uploads: () => readdir(media.tmpDir),
    log,
    setTime: world.setTime,
    async close() {
      await app.close();
      await world.close();
    },
  } satisfies Harness & { close(): Promise<void> };
}

async function exchange(port: number, text: string): Promise<string> {
  const socket = net.connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.write(text);
  await once(socket, "close");
  return Buffer.concat(chunks).toString();
}

/** A plain request as text; the server closes the connection after its response. */
export const requestText = (
  line: string,
  headers: Record<string, string> = {},
  body: string | Buffer = "",
): string =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ host: "longwave.test", connection: "close", ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    "",
    body,
  ].join("\r\n");
