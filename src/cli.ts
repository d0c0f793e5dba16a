#!/usr/bin/env node
/** The `longwave` command: every subcommand, and how errors and exit codes look. */
import { Command, CommanderError } from "commander";
import { registerBackfill } from "./cli/backfill.ts";
import { registerClient } from "./cli/client.ts";
import { registerCounting } from "./cli/counting.ts";
import { registerDoctor } from "./cli/doctor.ts";
import { explain, UsageError } from "./cli/errors.ts";
import { registerFeed } from "./cli/feed.ts";
import { registerImport } from "./cli/import.ts";
import { registerList } from "./cli/list.ts";
import { registerMigrate } from "./cli/migrate.ts";
import { registerCollaborator, registerOrganization } from "./cli/organization.ts";
import { registerReports } from "./cli/reports.ts";
import { registerSearch } from "./cli/search.ts";
import { registerServe } from "./cli/serve.ts";
import { registerSimulate } from "./cli/simulate.ts";
import { registerStatistics } from "./cli/statistics.ts";
import { registerToken } from "./cli/token.ts";
import { registerUser } from "./cli/user.ts";

const program = new Command("longwave")
  .description("A self-hosted podcast platform.")
  .showHelpAfterError("(add --help for what this command takes)")
  .exitOverride();

for (const register of [
  registerServe,
  registerMigrate,
  registerDoctor,
  registerUser,
  registerToken,
  registerClient,
  registerOrganization,
  registerCollaborator,
  registerImport,
  registerSearch,
  registerStatistics,
  registerReports,
  registerList,
  registerFeed,
  registerSimulate,
  registerCounting,
  registerBackfill,
])
  register(program);

try {
  await program.parseAsync();
} catch (error) {
  // Commander has printed its own complaint, or the help that was asked for.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
