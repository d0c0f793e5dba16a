/** `longwave serve`: runs the server until a signal ends it. */
import { availableParallelism } from "node:os";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Logger } from "pino";
import { loadConfig } from "../config.ts";
import { openLog } from "../deps.ts";
import { keepLastErrors } from "../platform/lasterrors.ts";
import { openMember } from "../platform/processes/member.ts";
import { print } from "./deps.ts";
import { UsageError } from "./errors.ts";
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
    .option("--processes <number|auto>", PROCESSES, processesOf, 1)
    .addOption(new Option("--member <index>").argParser(Number).hideHelp())
    .action(async ({ role, processes, member: index }: Options) => {
      const config = loadConfig();
      const member = openMember(index ?? null);
      const { signal } = member ?? listenForStop();
      const log = openLog(config, keepLastErrors(config.dataDir, process.pid));
      if (member === null) print("Longwave is starting …");
      if (member === null && processes > 1) return supervise(role, processes, signal, log);
      const release = captureStderr(log);
      // Loaded here, so that other commands do not wait for the whole application.
      const { serve } = await import("../server.ts");
      await serve({ config, role, signal, print, log, member }).finally(() => {
        release();
        member?.close();
        exitSoon();
      });
    });
}

type Options = Readonly<{ role: Role; processes: number; member?: number }>;
type Role = "web" | "worker" | "all";

const PROCESSES = "Serve HTTP with so many processes on one port (auto: one for each processor)";
const MOST_PROCESSES = 64;

function processesOf(text: string): number {
  if (text === "auto") return Math.min(availableParallelism(), MOST_PROCESSES);
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MOST_PROCESSES) return number;
  throw new InvalidArgumentError(`Give a number from 1 to ${MOST_PROCESSES}, or auto.`);
}

/** Runs the processes of one server. The first has the role that was asked for, all others only serve HTTP. */
async function supervise(role: Role, processes: number, signal: AbortSignal, log: Logger) {
  if (role === "worker")
    throw new UsageError(
      "--processes is for HTTP. Start several workers instead: each takes jobs of the same queue.",
    );
  const { superviseServer } = await import("../supervisor.ts");
  const argsOf = (index: number) => [
    "serve",
    "--role",
    index === 0 ? role : "web",
    "--member",
    String(index),
  ];
  process.exitCode = await superviseServer({
    config: loadConfig(),
    processes,
    argsOf,
    signal,
    print,
    log,
  });
  exitSoon();
}

const EXIT_MS = 2000;

/**
 * Ends the process after everything important has been closed, even if something is still waiting: after an error in
 * its cron, the job library sleeps for up to a minute before it notices that it was stopped.
 */
function exitSoon(): void {
  setTimeout(() => process.exit(), EXIT_MS).unref();
}
