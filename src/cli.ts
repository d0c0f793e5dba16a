#!/usr/bin/env node
/** The `longwave` command: finds the subcommand, and decides how errors and exit codes look. */
import "./platform/leanhttp.ts";
import { Command, CommanderError } from "commander";
import { UsageError } from "./cli/errors.ts";
import { remoteEnvironment } from "./cli/remote/environment.ts";
import { REMOTE_WORDS, serverOption } from "./cli/remote/words.ts";

type Register = (program: Command) => void;

/** What declares the commands, by their first word. */
const COMMANDS: Readonly<Record<string, () => Promise<Register[]>>> = {
  serve: async () => [(await import("./cli/serve.ts")).registerServe],
  migrate: async () => [(await import("./cli/migrate.ts")).registerMigrate],
  backup: async () => [(await import("./cli/backup.ts")).registerBackup],
  restore: async () => [(await import("./cli/backup.ts")).registerRestore],
  doctor: async () => [(await import("./cli/doctor.ts")).registerDoctor],
  status: async () => [(await import("./cli/status.ts")).registerStatus],
  user: async () => [(await import("./cli/user.ts")).registerUser],
  token: async () => [(await import("./cli/token.ts")).registerToken],
  client: async () => [(await import("./cli/client.ts")).registerOAuthCommands],
  organization: async () => [(await import("./cli/organization.ts")).registerOrganization],
  collaborator: async () => [(await import("./cli/organization.ts")).registerCollaborator],
  import: async () => [(await import("./cli/import.ts")).registerImport],
  search: async () => [(await import("./cli/search.ts")).registerSearch],
  statistics: async () => [
    (await import("./cli/statistics.ts")).registerStatistics,
    (await import("./cli/backfill.ts")).registerBackfill,
  ],
  reports: async () => [(await import("./cli/reports.ts")).registerReports],
  list: async () => [(await import("./cli/list.ts")).registerList],
  feed: async () => [(await import("./cli/feed.ts")).registerFeed],
  site: async () => [(await import("./cli/site.ts")).registerSite],
  simulate: async () => [(await import("./cli/simulate.ts")).registerSimulate],
  demo: async () => [(await import("./cli/demo.ts")).registerDemo],
  routes: async () => [(await import("./cli/routes.ts")).registerRoutes],
  logs: async () => [(await import("./cli/logs.ts")).registerLogs],
  history: async () => [(await import("./cli/history.ts")).registerHistory],
  recount: async () => [(await import("./cli/counting.ts")).registerCounting],
};
/** Further commands that the module of another command declares. */
const ALSO: Readonly<Record<string, string>> = { keys: "client", network: "recount" };

/**
 * Loads only the requested command: `time node src/cli.ts user --help` takes 1.3 s of processor time on 2 cores, and
 * 2.6 s when all commands are loaded, as they are for help and unknown words.
 */
async function register(program: Command, word: string | undefined): Promise<void> {
  const name = word !== undefined && Object.hasOwn(ALSO, word) ? ALSO[word] : word;
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  for (const one of load === undefined ? Object.values(COMMANDS) : [load])
    for (const declare of await one()) declare(program);
}

const environment = remoteEnvironment();
const args = process.argv.slice(2);
const named = serverOption(args);
const [word = ""] = args;
const server = named?.server ?? (REMOTE_WORDS.has(word) ? environment.server : null);

const program = new Command("longwave")
  .description("A self-hosted podcast platform")
  .option(
    "--server <url>",
    "Run a command on another server, over its API; see --server <url> --help",
  )
  .helpOption("-h, --help", "Display help for a command")
  .helpCommand("help [command]", "Display help for a command")
  // Options after the name of a subcommand are its own, even if its parent has one of the same name.
  .enablePositionalOptions()
  .showHelpAfterError("(add --help to list the options of this command)")
  .exitOverride();

// A reader such as `head` may stop before the end; the command still finishes its work.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  if (server !== null) {
    const { runRemote } = await import("./cli/remote/run.ts");
    await runRemote(server, environment, named?.rest ?? args);
  } else if (REMOTE_WORDS.has(word) && !Object.hasOwn(COMMANDS, word)) {
    throw new UsageError(`${word} needs a server: use --server <url>, or set LONGWAVE_SERVER.`);
  } else {
    await register(program, process.argv[2]);
    await program.parseAsync();
  }
} catch (error) {
  // Commander has already printed its error message or the requested help.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    const { explain } = await import("./platform/explain.ts");
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
