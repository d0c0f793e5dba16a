/** `longwave statistics rebuild`: rebuilds the rollups from the ledgers. */
import { SingleBar } from "cli-progress";
import type { Command } from "commander";
import { rebuildRollups } from "../features/measurement/statistics/rebuilding/actions.ts";
import { print, printJson, withDeps } from "./deps.ts";

export function registerStatistics(program: Command): void {
  program
    .command("statistics")
    .description("Manage the rollups that statistics are read from")
    .command("rebuild")
    .description(
      "Rebuild the rollups from the ledgers, month by month; continues after an interruption",
    )
    .option("--json", "Print the result as JSON")
    .action(({ json }: { json?: true }) =>
      withDeps(async (deps) => {
        const bar = new SingleBar({
          format: "{bar} {value}/{total} months",
          stream: process.stderr,
          noTTYOutput: false,
        });
        const months = await rebuildRollups(deps, (done, all) => {
          if (!process.stderr.isTTY) return;
          if (done === 0) bar.start(all, 0);
          bar.update(done);
        });
        bar.stop();
        if (json) return printJson({ months });
        print(`The rollups of ${months} months match the ledgers.`);
      }),
    );
}
