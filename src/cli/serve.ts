/** `longwave serve`: runs the server until a signal ends it. */
import { type Command, Option } from "commander";
import { loadConfig } from "../config.ts";
import { openLog } from "../deps.ts";
import { keepLastErrors } from "../platform/lasterrors.ts";
import { print } from "./deps.ts";
import { listenForStop } from "./signals.ts";
import { captureStderr } from "./stderr.ts";

export function registerServe(program: Command): void {
  program
    .command("serve")
    .description("Serve HTTP and run background jobs until SIGTERM or SIGINT")
    .addOption(
      new Option("--role <role>", "Serve HTTP, run background jobs, or both")
        .choices(["web", "worker", "all"])
        .default("all"),
    )
    .action(async ({ role }) => {
      const config = loadConfig();
      const { signal } = listenForStop();
      const log = openLog(config, keepLastErrors(config.dataDir, process.pid));
      const release = captureStderr(log);
      print("Longwave is starting …");
      // Loaded here, so that other commands do not wait for the whole application.
      const { serve } = await import("../server.ts");
      await serve({ config, role, signal, print, log }).finally(() => {
        release();
        exitSoon();
      });
    });
}

const EXIT_MS = 2000;

/**
 * Ends the process after everything important has been closed, even if something is still waiting: after an error in
 * its cron, the job library sleeps for up to a minute before it notices that it was stopped.
 */
function exitSoon(): void {
  setTimeout(() => process.exit(), EXIT_MS).unref();
}
