/** Schedules aggregation, the closing of months, the creation of partitions, and listening signals of shows. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { type Job, job } from "../../../../platform/jobs/job.ts";
import type { Loop } from "../../../../platform/jobs/loop.ts";
import { forgetBatches } from "../clickhouse/feeding/store.ts";
import { publishCompletion, publishSignals } from "../signals/store.ts";
import { aggregateLedgers, closeMonths, prepareYears } from "./actions.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** Counts must be visible within seconds (contract §9). */
const PAUSE_MS = 500;

export const rollupLoops = (deps: Needs): Loop[] => [
  {
    name: "folding the ledgers",
    pauseMs: PAUSE_MS,
    run: async (signal) => void (await aggregateLedgers(deps, signal)),
  },
];

const close = { name: "rollups.close", payload: z.object({}), heavy: true } as const;
const prepare = { name: "rollups.prepare-years", payload: z.object({}) };
const tell = { name: "rollups.tell-signals", payload: z.object({}) };
const complete = { name: "rollups.tell-completion", payload: z.object({}), heavy: true } as const;
const forget = { name: "rollups.forget-parcels", payload: z.object({}) };

/** Ledger batches that ClickHouse acknowledged this many days ago are deleted. */
const PARCEL_DAYS = 30;
const DAY_MS = 86_400_000;

export const rollupJobs = (deps: Needs): Job[] => [
  job(close, async (_, { signal }) => void (await closeMonths(deps, signal)), "17 * * * *"),
  job(prepare, () => prepareYears(deps), "25 0 * * *"),
  job(tell, () => publishSignals(deps.db, deps.clock()), "5 * * * *"),
  job(complete, () => publishCompletion(deps.db, deps.clock()), "40 2 * * *"),
  job(
    forget,
    () => forgetBatches(deps.db, new Date(deps.clock().getTime() - PARCEL_DAYS * DAY_MS)),
    "50 2 * * *",
  ),
];
