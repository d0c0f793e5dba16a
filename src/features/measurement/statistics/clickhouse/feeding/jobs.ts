/** Runs the ClickHouse feeder continuously, if ClickHouse is configured. */
import type { Deps } from "../../../../../deps.ts";
import type { Loop } from "../../../../../platform/jobs/loop.ts";
import { openClickhouse } from "../../../../../platform/statistics/clickhouse.ts";
import { openFeeder } from "./actions.ts";

/** Counts must be visible within seconds, but ClickHouse prefers few large insertions to many small ones. */
const PAUSE_MS = 2_000;

export function feedLoops(deps: Pick<Deps, "db" | "config">): Loop[] {
  const { statistics } = deps.config;
  if (statistics === null) return [];
  const feeder = openFeeder(deps, openClickhouse(statistics));
  return [{ name: "feeding ClickHouse", pauseMs: PAUSE_MS, run: (signal) => feeder.feed(signal) }];
}
