/** `longwave statistics backfill`: sends ClickHouse the ledger rows that it lacks. */
import { Presets, SingleBar } from "cli-progress";
import type { Command } from "commander";
import { ConfigError } from "../config.ts";
import { restoreArchived } from "../features/measurement/counting/history/restoring.ts";
import { openFeeder } from "../features/measurement/statistics/clickhouse/feeding/actions.ts";
import { openClickhouse } from "../platform/statistics/clickhouse.ts";
import { print, printJson, withDeps } from "./deps.ts";

export function registerBackfill(program: Command): void {
  const present = program.commands.find((command) => command.name() === "statistics");
  const statistics =
    present ??
    program.command("statistics").description("Manage the rollups that statistics are read from");
  statistics
    .command("backfill")
    .description("Send ClickHouse the ledger rows that it lacks")
    .option("--json", "Print the result as JSON")
    .action(({ json }: { json?: true }) =>
      withDeps(async (deps) => {
        const { statistics: place } = deps.config;
        if (place === null)
          throw new ConfigError(
            "STATISTICS_URL is not set, so statistics are read from PostgreSQL. Set it to the ClickHouse to fill.",
          );
        await restoreArchived(deps, "all");
        using bar = startBar();
        const parcels = await openFeeder(deps, openClickhouse(place)).backfill(bar.show);
        if (json) return printJson({ parcels });
        print(`ClickHouse is up to date; ${parcels} ledger batches were sent.`);
      }),
    );
}

/** Shows nothing if stderr is not a terminal. */
function startBar() {
  const bar = new SingleBar({ stream: process.stderr, clearOnComplete: true }, Presets.legacy);
  let total = 0;
  if (process.stderr.isTTY) bar.start(0, 0);
  return {
    show(sent: number, now: number) {
      if (now !== total) bar.setTotal(now);
      total = now;
      bar.update(sent);
    },
    [Symbol.dispose]: () => bar.stop(),
  };
}
