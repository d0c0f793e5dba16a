/** A receiver of webhooks on this machine, which fails as a test wants, and a worker that sends to it. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inject, onTestFinished } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { type OpenDeps, openDeps } from "../../src/deps.ts";
import { eventLoops, publishBatch } from "../../src/features/distribution/events/jobs.ts";
import {
  webhookJobs,
  webhookLoops,
} from "../../src/features/distribution/webhooks/deliveries/jobs.ts";
import { openSiteIdentity } from "../../src/features/web/identity/actions.ts";
import { startWorker } from "../../src/worker.ts";
import { urlOf } from "../journeys/processes.ts";
import type { Person, World } from "./world.ts";

export type Received = Readonly<{
  id: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** `performance.now()` when it had arrived. */
  at: number;
  /** The status that it got; null: the connection was cut. */
  status: number | null;
}>;

/** What a receiver does with a request: a status, perhaps later, or nothing but cut the connection. */
type Behaviour = Readonly<{
  status?: number;
  headers?: Record<string, string>;
  delayMs?: number;
  cut?: boolean;
}>;
export type Answer = (request: Pick<Received, "id" | "path" | "body">, count: number) => Behaviour;

/** Listens on 127.0.0.1 until the test ends. */
export async function openReceiver(answer: Answer = () => ({})) {
  const received: Received[] = [];
  let behave = answer;
  let server: Server | null = null;
  const listen = async (port: number): Promise<number> => {
    const opened = createServer(async (request, response) => {
      let body = "";
      try {
        for await (const chunk of request) body += chunk;
      } catch {
        return;
      }
      const { headers, url: path = "" } = request;
      const id = String(headers["webhook-id"]);
      const act = behave({ id, path, body }, received.length);
      const status = act.cut ? null : (act.status ?? 204);
      if (act.delayMs) await new Promise((resolve) => setTimeout(resolve, act.delayMs));
      // Killed meanwhile: nobody knows of it.
      if (response.destroyed) return;
      received.push({ id, path, headers, body, at: performance.now(), status });
      if (status === null) request.socket.destroy();
      else response.writeHead(status, act.headers).end();
    });
    await new Promise<void>((resolve) => opened.listen(port, "127.0.0.1", resolve));
    server = opened;
    return (opened.address() as AddressInfo).port;
  };
  const kill = async () => {
    const closing = server;
    server = null;
    closing?.closeAllConnections();
    await new Promise<void>((resolve) => closing?.close(() => resolve()) ?? resolve());
  };
  const port = await listen(0);
  onTestFinished(kill);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** What was accepted, in its order, each id once. */
    accepted: () =>
      received
        .filter(({ status }) => status !== null && status < 300)
        .filter(({ id }, place, all) => all.findIndex((one) => one.id === id) === place),
    behave(next: Answer) {
      behave = next;
    },
    kill,
    start: () => listen(port),
  };
}

/** The environment of a world whose webhooks may reach this machine. */
export const LOCAL = { OUTBOUND_PRIVATE: "127.0.0.0/8" };

/** Runs what sends webhooks until the test ends, with its own connections, as a worker process does. */
export async function startSending(world: World, env: Record<string, string> = LOCAL) {
  const { config, pool } = world.deps;
  const DATABASE_URL = urlOf({ ...inject("postgres"), database: pool.options.database });
  const own: OpenDeps = await openDeps(
    loadConfig({ DATA_DIR: config.dataDir, DATABASE_URL, LOG_LEVEL: "silent", ...env }),
  );
  const deps: OpenDeps = { ...own, clock: world.deps.clock };
  const worker = startWorker(deps, webhookJobs({ ...deps, ...openSiteIdentity(deps) }), [
    ...eventLoops(deps),
    ...webhookLoops(deps),
  ]);
  let isOver = false;
  const stop = async () => {
    if (isOver) return;
    isOver = true;
    await worker.stop();
    await deps.close();
  };
  onTestFinished(stop);
  return { stop };
}

/** Lets the pauses between attempts pass at once. */
export const skipPauses = ({ deps }: World) =>
  deps.pool.query(`
    update webhooks set paused_until = null where paused_until is not null;
    update webhook_deliveries set next_at = now() where state = 'PENDING' and next_at > now();
    update owned_jobs set run_at = now() where locked_by is null and run_at > now()`);

/** Creates a webhook of a person; returns its path in the API and its secret. */
export async function makeWebhook(
  { api }: Person,
  url: string,
  fields: Record<string, string> = {},
): Promise<Readonly<{ webhook_id: number; path: string; secret: string }>> {
  const { response } = await api.post("/v2/webhooks", { url, ...fields });
  const { webhook_id } = response.webhook;
  const path = `/v2/webhooks/${webhook_id}`;
  return { webhook_id, path, secret: (await api.get(`${path}/secret`)).response.secret };
}

/** Does step by step what a worker does, at the time of the world's clock. */
export function createSender(world: World) {
  const deps = { ...world.deps, ...openSiteIdentity(world.deps) };
  const jobs = new Map(webhookJobs(deps).map((one) => [one.name, one]));
  const { signal } = new AbortController();
  const run = async (name: string, payload: unknown) => {
    const found = jobs.get(name);
    if (found === undefined) throw new Error(`There is no job ${name}.`);
    await found.run(payload, { last: false, signal });
  };
  return {
    run,
    /** Publishes events and hands them to webhooks. */
    async hand() {
      while ((await publishBatch(world.deps)) > 0);
      for (const loop of webhookLoops(deps)) await loop.run(signal);
    },
    /** Sends what a webhook has to send now; returns when it has to send something again, by its queued job. */
    async send(webhook_id: number): Promise<Date | null> {
      const key = `webhook:${webhook_id}`;
      await world.deps.pool.query("delete from owned_jobs where key = $1", [key]);
      await run("webhooks.send", { webhook_id });
      const { rows } = await world.deps.pool.query<{ run_at: Date }>(
        "select run_at from owned_jobs where key = $1",
        [key],
      );
      return rows[0]?.run_at ?? null;
    },
  };
}
