/** Opens the stores for a command and closes them when it ends. */
import { loadConfig } from "../config.ts";
import { type OpenDeps, openDeps, openLog } from "../deps.ts";
import { listenForStop } from "./signals.ts";

/**
 * Opens the stores, runs `work` and closes the stores, also if `work` throws or the user presses Ctrl-C, so that an
 * embedded PostgreSQL started for this command is stopped. `stops`: `work` ends by itself when `signal` aborts, and is
 * waited for.
 */
export async function withDeps(
  work: (deps: OpenDeps, signal: AbortSignal) => Promise<void>,
  { stops = false }: { stops?: boolean } = {},
): Promise<void> {
  const config = loadConfig();
  // Logs only errors unless the operator asks for more, because commands print sentences on stderr.
  const logLevel = config.logLevel === "info" ? "error" : config.logLevel;
  const stop = listenForStop();
  const deps = await openDeps(config, openLog({ ...config, logLevel }));
  try {
    const stopped = new Promise<void>((resolve) => {
      stop.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    if (stop.signal.aborted) return;
    const working = work(deps, stop.signal);
    await (stops ? working : Promise.race([working, stopped]));
  } catch (error) {
    if (!stops || !stop.signal.aborted) throw error;
  } finally {
    await deps.close();
    stop.ignore();
    if (stop.signal.aborted) process.exitCode = 128 + stop.signal.reason;
  }
}

/** Prints data as JSON. */
export const printJson = (data: unknown): void => {
  process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
};

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
