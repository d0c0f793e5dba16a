/** `longwave migrate`: applies pending migrations and prints their names; `--plan` only says what they would do. */
import type { Command } from "commander";
import { loadConfig } from "../config.ts";
import { openLog, openTarget } from "../deps.ts";
import { print, printJson, withDeps } from "./deps.ts";

type Options = { json?: true; plan?: true };

export function registerMigrate(program: Command): void {
  program
    .command("migrate")
    .description("Migrate the database to the current schema (serve does this as well)")
    .option("--plan", "Print what would be done, its locks and rows, and change nothing")
    .option("--json", "Print the names of the applied migrations, or the plan, as JSON")
    .action(({ json, plan }: Options) => (plan ? showPlan(json) : apply(json)));
}

const apply = (json?: true) =>
  withDeps(async ({ migrated }) => {
    if (json) return printJson({ migrated });
    for (const name of migrated) print(`applied ${name}`);
    if (migrated.length === 0) print("The database is up to date.");
  });

/** Opens the database, but not as other commands do: those migrate it. */
async function showPlan(json?: true): Promise<void> {
  const config = loadConfig();
  // Loaded here, because only a plan needs PostgreSQL's parser.
  const { planMigrations } = await import("../platform/db/migrations/plan.ts");
  const { describePlan } = await import("./migrationplan.ts");
  await using opened = new AsyncDisposableStack();
  const target = await openTarget(config, openLog({ ...config, logLevel: "fatal" }), opened);
  const plan = await planMigrations(target);
  if (json) printJson(plan);
  else for (const line of describePlan(plan)) print(line);
}
