/** `longwave statistics backfill`: brings ClickHouse up to what the ledgers say. */
import { Presets, SingleBar } from "cli-progress";
import type { Command } from "commander";
import { ConfigError } from "../config.ts";
import { openFeeder } from "../features/rollups/clickhouse/feeding/actions.ts";
import { openClickhouse } from "../platform/statistics/clickhouse.ts";
import { print, printJson, withDeps } from "./deps.ts";

export function registerBackfill(program: Command): void {
  const present = program.commands.find((command) => command.name() === "statistics");
  const statistics =
    present ?? program.command("statistics").description("what was counted, added up");
  statistics
    .command("backfill")
    .description("send ClickHouse whatever it lacks of the ledgers")
    .option("--json", "print what was done as JSON")
    .action(({ json }: { json?: true }) =>
      withDeps(async (deps) => {
        const { statistics: place } = deps.config;
        if (place === null)
          throw new ConfigError(
            "There is no ClickHouse to fill: STATISTICS_URL is not set, so statistics are asked of PostgreSQL.",
          );
        using bar = startBar();
        const parcels = await openFeeder(deps, openClickhouse(place)).backfill(bar.show);
        if (json) return printJson({ parcels });
        print(`ClickHouse has all that the ledgers say; ${parcels} parcels were sent.`);
      }),
    );
}

/** Shows nothing where nobody looks: output may be piped. */
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
