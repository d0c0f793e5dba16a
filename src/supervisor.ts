/** Runs one server as several processes on one port, which share the embedded database, until it is stopped. */
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { closeOwnDataDir, openTarget } from "./deps.ts";
import { migrate, SCHEMA_DIR } from "./platform/db/migrate.ts";
import { openListener } from "./platform/http/listener.ts";
import { openCrew } from "./platform/processes/crew.ts";
import { requireRestored } from "./platform/restoremark.ts";

export type SupervisorOptions = Readonly<{
  config: Config;
  /** Number of processes. */
  processes: number;
  /** The arguments of the command line for the process at `index`. */
  argsOf(index: number): readonly string[];
  /** Aborts when all processes should finish what runs and end. */
  signal: AbortSignal;
  print(line: string): void;
  log: Logger;
}>;

/** Connections to PostgreSQL that one process may open, and those of commands beside them. */
const CONNECTIONS = { process: 25, others: 25 };

/**
 * Opens the embedded database and the schema before the processes do, and closes it after them. SIGHUP replaces them one
 * by one, while the others serve. Returns the exit code: 1 if they did not start.
 */
export async function superviseServer(options: SupervisorOptions): Promise<0 | 1> {
  const { config, log, processes, signal, print } = options;
  // A port that is in use is told before anything is changed.
  await (await openListener({ ...config, first: () => false })).drain();
  await using opened = new AsyncDisposableStack();
  await requireRestored(config.dataDir);
  await closeOwnDataDir(config, log);
  const connections = processes * CONNECTIONS.process + CONNECTIONS.others;
  const target = await openTarget(config, log, opened, { sole: true, connections });
  await migrate(target, SCHEMA_DIR, (sentence) => log.warn(sentence));
  const crew = openCrew({ size: processes, argsOf: options.argsOf, log });
  opened.defer(() => crew.stop());
  const stopped = new Promise<"stopped">((resolve) => {
    if (signal.aborted) resolve("stopped");
    signal.addEventListener("abort", () => resolve("stopped"), { once: true });
  });
  const address = await Promise.race([crew.address, stopped]);
  if (address === "stopped") return 0;
  if (address === null) return 1;
  print(`Longwave is ready at ${address} (${processes} processes)`);
  const renew = () => void crew.renew();
  process.on("SIGHUP", renew);
  opened.defer(() => void process.off("SIGHUP", renew));
  await stopped;
  return 0;
}
