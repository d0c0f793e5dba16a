/** Runs a server process: HTTP, background jobs, or both, until it is stopped. */

import type { Logger } from "pino";
import { buildApp } from "./app/build.ts";
import { allJobs, allLoops } from "./app/jobs.ts";
import type { Config } from "./config.ts";
import { type OpenDeps, openDeps } from "./deps.ts";
import { countUsers } from "./features/people/users/store.ts";
import { isResumption, LOCKED } from "./features/publishing/uploads/rules.ts";
import { pingDatabase } from "./platform/db/database.ts";
import { forgetDeadServers, openAnnouncer } from "./platform/http/announcement.ts";
import { answerHealth } from "./platform/http/health.ts";
import { type HttpListener, openListener } from "./platform/http/listener.ts";
import { createMetrics } from "./platform/http/metrics.ts";
import { registerBacklog } from "./platform/jobs/backlog.ts";
import { startWorker } from "./worker.ts";

const ROLES = ["web", "worker", "all"] as const;
type Role = (typeof ROLES)[number];

/** The options of a process. `print` writes a line for the operator. */
export type ServeOptions = Readonly<{
  config: Config;
  role: Role;
  log: Logger;
  /** Aborts when the process should drain and end. */
  signal: AbortSignal;
  print(line: string): void;
}>;

/**
 * Serves until the signal aborts; resolves when all requests are complete, no job is lost and every store is closed.
 */
export async function serve({ config, role, signal, print, log }: ServeOptions): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  // Closed in reverse: first the listener, then the jobs, then the stores that both need.
  await using running = new AsyncDisposableStack();
  const web = role === "worker" ? null : await openWeb(config, log);
  if (web !== null) running.defer(() => web.listener.drain());
  const deps = await openDeps(config, log, "server");
  running.defer(() => deps.close());
  if (role !== "web") {
    const worker = startWorker(deps, allJobs(deps), allLoops(deps));
    running.defer(() => worker.stop());
  }
  if (web !== null) {
    const close = await web.enter(deps);
    running.defer(close);
  }
  const isEmpty = (await countUsers(deps.db)) === 0;
  if (signal.aborted) return;
  print(
    web === null
      ? "Longwave is running background jobs."
      : `Longwave is ready at ${web.listener.address}`,
  );
  if (isEmpty) print(FIRST_USER);
  await stopped;
}

const FIRST_USER = `There is no user yet. Create the first one in another terminal:
  npx longwave user create --username ada --email ada@example.org --fullname "Ada Lovelace" --admin
  npx longwave token create --user ada`;

const UNTRUSTED_FORWARD =
  "A peer that is not in TRUST_PROXY sends X-Forwarded-For. If it is your proxy, set TRUST_PROXY: until then all of its clients count as one address for limits and counting.";

/** The HTTP listener, which serves health checks immediately, and other requests once the stores are open. */
async function openWeb(config: Config, log: Logger) {
  const metrics = createMetrics();
  let deps: OpenDeps | null = null;
  registerBacklog(metrics.register, () => deps?.db ?? null);
  const health = {
    askDatabase: async () => deps && pingDatabase(deps.pool),
    isDegraded: async () => (await deps?.disk.isLow()) ?? false,
    metrics,
    readers: config.metrics,
  };
  const announcer = openAnnouncer(config.dataDir, String(process.pid));
  let forwardedAt: string | null = null;
  const announce = () =>
    announcer
      .announce({ address: listener.localAddress, untrusted_forward_at: forwardedAt })
      .catch((err: Error) => log.warn({ err }, "commands cannot learn where this server listens"));
  const listener: HttpListener = await openListener({
    ...config,
    onUntrustedForward() {
      if (forwardedAt !== null) return;
      forwardedAt = new Date().toISOString();
      log.warn(UNTRUSTED_FORWARD);
      void announce();
    },
    first: (phase, request, response) => answerHealth(health, phase, request, response),
    refuse(request, response) {
      if (!isResumption(request)) return false;
      response.writeHead(LOCKED.status, { ...LOCKED.headers, connection: "close" }).end();
      return true;
    },
  });
  /** Opens the application to requests; returns a function that closes it without interrupting requests. */
  const enter = async (opened: OpenDeps): Promise<() => Promise<void>> => {
    deps = opened;
    const app = await buildApp(opened);
    metrics.observe(app);
    metrics.watchDisk(opened.disk);
    await app.ready();
    listener.open((request, response) => app.requestHandler(request, response));
    await forgetDeadServers(config.dataDir);
    await announce();
    return async () => {
      await announcer.withdraw();
      await listener.drain();
      await app.close();
    };
  };
  return { listener, enter };
}
