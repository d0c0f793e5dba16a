/** `longwave search rebuild`: compares the search index with all records and repairs it. */
import type { Command } from "commander";
import { rebuildSearch } from "../features/discovery/search/upkeep/actions.ts";
import { print, printJson, withDeps } from "./deps.ts";

export function registerSearch(program: Command): void {
  program
    .command("search")
    .description("Manage the search index")
    .command("rebuild")
    .description("Repair and compact the index while Longwave is running")
    .option("--json", "Print the number of records as JSON")
    .action(({ json }: { json?: true }) =>
      withDeps(async (deps) => {
        const seen = await rebuildSearch(deps);
        if (json) return printJson(seen);
        print(`The index is up to date: ${seen.shows} shows and ${seen.episodes} episodes.`);
      }),
    );
}
