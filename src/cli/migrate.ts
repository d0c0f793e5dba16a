/** `longwave migrate`: brings the database up to date and says what that took. */
import type { Command } from "commander";
import { print, printJson, withDeps } from "./deps.ts";

export function registerMigrate(program: Command): void {
  program
    .command("migrate")
    .description("bring the database up to date (serve does it as well)")
    .option("--json", "print the names of the applied migrations as JSON")
    .action(({ json }: { json?: true }) =>
      withDeps(async ({ migrated }) => {
        if (json) return printJson({ migrated });
        for (const name of migrated) print(`applied ${name}`);
        if (migrated.length === 0) print("The database is up to date.");
      }),
    );
}
