/** Runs a server process: HTTP, background jobs, or both, until it is stopped. */

import { existsSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { type OpenDeps, openDeps } from "./deps.ts";
import { isResumption, LOCKED } from "./features/publishing/uploads/rules.ts";
import { openSetup } from "./features/web/setup/actions.ts";
import { answerStarting } from "./features/web/setup/startingpage.ts";
import { pingDatabase } from "./platform/db/database.ts";
import { forgetDeadServers, openAnnouncer } from "./platform/http/announcement.ts";
import { answerHealth, type HealthOptions } from "./platform/http/health.ts";
import { openHealthPort } from "./platform/http/healthport.ts";
import { type HttpListener, type ListenerOptions, openListener } from "./platform/http/listener.ts";
import { collectProcess, countExceeded, timeRequests } from "./platform/http/metrics.ts";
import { createMeasures, type Measures } from "./platform/metrics/measures.ts";
import type { Member } from "./platform/processes/member.ts";
import { settle } from "./platform/startup.ts";

/** Loaded while the listener already answers: it takes seconds, and browsers would see no server at all. */
const loadApplication = async () => ({
  ...(await import("./app/build.ts")),
  ...(await import("./app/jobs.ts")),
  ...(await import("./app/metrics.ts")),
  ...(await import("./worker.ts")),
});

const ROLES = ["web", "worker", "all"] as const;
type Role = (typeof ROLES)[number];

/** The options of a process. `print` writes a line for the operator. */
export type ServeOptions = Readonly<{
  config: Config;
  role: Role;
  log: Logger;
  /** Its place among the processes of one server; null if it is the only one. */
  member: Member | null;
  /** Aborts when the process should drain and end. */
  signal: AbortSignal;
  print(line: string): void;
}>;

/**
 * Serves until the signal aborts; resolves when all requests are complete, no job is lost and every store is closed.
 */
export async function serve({
  config,
  role,
  signal,
  print,
  log,
  member,
}: ServeOptions): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  // Closed in reverse: first the listener, then the jobs, then the stores that both need.
  await using running = new AsyncDisposableStack();
  const measures = createMeasures();
  collectProcess(measures);
  running.defer(countExceeded(measures));
  const isFirst = member === null || member.index === 0;
  const web = role === "worker" ? null : await openWeb(config, log, measures, member);
  if (web !== null) running.defer(() => web.drain());
  if (member === null && isFirstStart(config))
    print("Creating the database. This takes some seconds, once.");
  // PostgreSQL takes a while to start, in processes of its own.
  let loading: ReturnType<typeof loadApplication> | null = null;
  const load = () => {
    loading ??= loadApplication();
    return loading;
  };
  const server = { sole: member === null, meanwhile: () => void load() } as const;
  const deps = await openDeps(config, log, server, measures);
  running.defer(() => deps.close());
  const { allJobs, allLoops, buildApp, startWorker, watchMetrics } = await load();
  watchMetrics(deps, role, isFirst);
  if (role !== "web") {
    const worker = startWorker(deps, allJobs(deps), allLoops(deps));
    running.defer(() => worker.stop());
  }
  if (web !== null) {
    const close = await web.enter(deps, buildApp);
    running.defer(close);
  }
  if (signal.aborted) return;
  const settled = setTimeout(settle, SETTLED_MS).unref();
  running.defer(() => clearTimeout(settled));
  if (web === null) {
    const { metricsPort: port } = config;
    if (port !== null) {
      const health = healthOf(config, measures, () => deps);
      const listener = await openHealthPort(health, { ...config, port });
      running.defer(() => listener.drain());
      print(`Health checks and metrics are at ${listener.address}`);
    }
    print("Longwave is running background jobs.");
  } else {
    const { address, localAddress } = web.listener();
    if (member === null) print(`Longwave is ready at ${address}`);
    else member.ready(address);
    if (isFirst) running.defer(await offerSetup(deps, localAddress, print));
  }
  await stopped;
}

/** Prints the link that sets the server up, while nobody has; returns a function that takes it back. */
async function offerSetup(
  deps: OpenDeps,
  localAddress: string,
  print: (line: string) => void,
): Promise<() => Promise<void>> {
  const setup = await openSetup(deps);
  const address = deps.config.publicUrl ?? localAddress;
  if (setup.code !== null) print(setupText(`${address}/setup?code=${setup.code}`));
  if (setup.elsewhere) print(SETUP_ELSEWHERE);
  return () => setup.close();
}

/** After this, what the start left behind is garbage, and nobody waits for the first page. */
const SETTLED_MS = 10_000;

const isFirstStart = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl === null && !existsSync(path.join(dataDir, "postgres"));

const SETUP_ELSEWHERE =
  "Nobody has set it up yet: the link is in the terminal of another server on this database.";

const setupText = (link: string): string => `
Open ${link} to set up.

The link is yours alone: it makes you the admin. Or create the admin in another terminal:
  npx longwave user create --username ada --email ada@example.org --fullname "Ada Lovelace" --admin
`;

const UNTRUSTED_FORWARD =
  "A peer that is not in TRUST_PROXY sends X-Forwarded-For. If it is your proxy, set TRUST_PROXY: until then all of its clients count as one address for limits and counting.";

const healthOf = (
  { metrics: readers }: Config,
  measures: Measures,
  opened: () => OpenDeps | null,
): HealthOptions => ({
  askDatabase: async () => opened() && pingDatabase((opened() as OpenDeps).pool),
  isDegraded: async () => (await opened()?.disk.isLow()) ?? false,
  measures,
  readers,
});

type BuildApp = Awaited<ReturnType<typeof loadApplication>>["buildApp"];

/**
 * The HTTP listener, which serves health checks immediately, and other requests once the stores are open. A member
 * listens only then: until it does, others get its share of the connections.
 */
async function openWeb(config: Config, log: Logger, own: Measures, member: Member | null) {
  let deps: OpenDeps | null = null;
  const health = healthOf(config, member?.share(own) ?? own, () => deps);
  const announcer = openAnnouncer(config.dataDir, String(process.pid));
  let forwardedAt: string | null = null;
  // One of several processes speaks for all.
  const announce = async () => {
    if (member !== null && member.index > 0) return;
    await announcer
      .announce({ address: opened().localAddress, untrusted_forward_at: forwardedAt })
      .catch((err: Error) => log.warn({ err }, "commands cannot learn where this server listens"));
  };
  let listener: HttpListener | null = null;
  const opened = (): HttpListener => {
    if (listener === null) throw new Error("The listener is not open yet.");
    return listener;
  };
  const options: ListenerOptions = {
    ...config,
    onUntrustedForward() {
      if (forwardedAt !== null) return;
      forwardedAt = new Date().toISOString();
      log.warn(UNTRUSTED_FORWARD);
      void announce();
    },
    first: (phase, request, response) => answerHealth(health, phase, request, response),
    refuse(request, response) {
      if (!isResumption(request)) return answerStarting(request, response);
      response.writeHead(LOCKED.status, { ...LOCKED.headers, connection: "close" }).end();
      return true;
    },
  };
  if (member === null) listener = await openListener(options);
  const drain = async () => listener?.drain(member === null ? "refuse" : "serve");
  /** Opens the application to requests; returns a function that closes it without interrupting requests. */
  const enter = async (opened: OpenDeps, buildApp: BuildApp): Promise<() => Promise<void>> => {
    deps = opened;
    const draining = new AbortController();
    const app = await buildApp(opened, undefined, draining.signal, member?.windows);
    timeRequests(own, app);
    await app.ready();
    listener ??= await openListener(options);
    listener.open((request, response) => app.requestHandler(request, response));
    await forgetDeadServers(config.dataDir);
    await announce();
    return async () => {
      draining.abort();
      await announcer.withdraw();
      await drain();
      await app.close();
    };
  };
  return { listener: opened, drain, enter };
}
