/** `longwave statistics rebuild`: makes the rollups anew from the ledgers. */
import { SingleBar } from "cli-progress";
import type { Command } from "commander";
import { rebuildRollups } from "../features/rollups/rebuilding/actions.ts";
import { print, printJson, withDeps } from "./deps.ts";

export function registerStatistics(program: Command): void {
  program
    .command("statistics")
    .description("the sums that statistics are read from")
    .command("rebuild")
    .description(
      "make the sums anew from the ledgers, month by month; goes on where it was interrupted",
    )
    .option("--json", "print what was gone through as JSON")
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
        print(`The sums of ${months} months say what the ledgers say.`);
      }),
    );
}
