/** `longwave migrate`: applies pending migrations and prints their names. */
import type { Command } from "commander";
import { print, printJson, withDeps } from "./deps.ts";

export function registerMigrate(program: Command): void {
  program
    .command("migrate")
    .description("Migrate the database to the current schema (serve does this as well)")
    .option("--json", "Print the names of the applied migrations as JSON")
    .action(({ json }: { json?: true }) =>
      withDeps(async ({ migrated }) => {
        if (json) return printJson({ migrated });
        for (const name of migrated) print(`applied ${name}`);
        if (migrated.length === 0) print("The database is up to date.");
      }),
    );
}
