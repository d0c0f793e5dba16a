/** `longwave search rebuild`: goes through all records and mends the search index. */
import type { Command } from "commander";
import { rebuildSearch } from "../features/search/upkeep/actions.ts";
import { print, printJson, withDeps } from "./deps.ts";

export function registerSearch(program: Command): void {
  program
    .command("search")
    .description("the search index")
    .command("rebuild")
    .description("mend and pack the index, while Longwave serves from it")
    .option("--json", "print what was gone through as JSON")
    .action(({ json }: { json?: true }) =>
      withDeps(async (deps) => {
        const seen = await rebuildSearch(deps);
        if (json) return printJson(seen);
        print(`The index holds what ${seen.shows} shows and ${seen.episodes} episodes say.`);
      }),
    );
}
