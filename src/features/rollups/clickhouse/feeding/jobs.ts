/** When ClickHouse is fed: all the time, where there is one. */
import type { Deps } from "../../../../deps.ts";
import type { Loop } from "../../../../platform/jobs/loop.ts";
import { openClickhouse } from "../../../../platform/statistics/clickhouse.ts";
import { openFeeder } from "./actions.ts";

/** What is counted is to be seen within seconds; ClickHouse likes few large insertions better than many. */
const PAUSE_MS = 2_000;

export function feedLoops(deps: Pick<Deps, "db" | "config">): Loop[] {
  const { statistics } = deps.config;
  if (statistics === null) return [];
  const feeder = openFeeder(deps, openClickhouse(statistics));
  return [{ name: "feeding ClickHouse", pauseMs: PAUSE_MS, run: (signal) => feeder.feed(signal) }];
}
