/** Gives a command the stores, and closes them however the command ends. */
import { loadConfig } from "../config.ts";
import { type OpenDeps, openDeps, openLog } from "../deps.ts";
import { listenForStop } from "./signals.ts";

/**
 * Opens the stores, runs `work`, closes the stores: also when `work` throws, and when the person
 * at the terminal gives up, so that an embedded PostgreSQL started for this command is stopped.
 */
export async function withDeps(work: (deps: OpenDeps) => Promise<void>): Promise<void> {
  const config = loadConfig();
  // Quiet unless the operator asks for more: stderr is for sentences here.
  const logLevel = config.logLevel === "info" ? "error" : config.logLevel;
  const stop = listenForStop();
  const deps = await openDeps(config, openLog({ ...config, logLevel }));
  try {
    const stopped = new Promise<void>((resolve) => {
      stop.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    if (!stop.signal.aborted) await Promise.race([work(deps), stopped]);
  } finally {
    await deps.close();
    stop.ignore();
    if (stop.signal.aborted) process.exitCode = 128 + stop.signal.reason;
  }
}

/** Prints data as JSON, for people and programs alike. */
export const printJson = (data: unknown): void => {
  process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
};

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
