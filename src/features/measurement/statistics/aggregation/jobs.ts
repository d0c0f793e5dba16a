/** Schedules aggregation, the closing of months, the creation of partitions, and listening signals of shows. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { type Job, job } from "../../../../platform/jobs/job.ts";
import type { Loop } from "../../../../platform/jobs/loop.ts";
import { forgetBatches } from "../clickhouse/feeding/store.ts";
import { continueRebuild } from "../rebuilding/actions.ts";
import { publishCompletion, publishSignals } from "../signals/store.ts";
import { aggregateLedgers, closeMonths, createYearPartitions } from "./actions.ts";

type Needs = Pick<Deps, "db" | "pool" | "media" | "clock" | "log">;

/** Counts must be visible within seconds (contract §9). */
const PAUSE_MS = 500;

export const rollupLoops = (deps: Needs): Loop[] => [
  {
    name: "aggregating the ledgers",
    pauseMs: PAUSE_MS,
    run: async (signal) => void (await aggregateLedgers(deps, signal)),
  },
];

const close = { name: "rollups.close", payload: z.object({}), heavy: true } as const;
const rebuild = { name: "rollups.rebuild", payload: z.object({}), heavy: true } as const;
const prepare = { name: "rollups.prepare-years", payload: z.object({}) };
const signals = { name: "rollups.publish-signals", payload: z.object({}) };
const completion = {
  name: "rollups.publish-completion",
  payload: z.object({}),
  heavy: true,
} as const;
/** Their former names. Nothing queues jobs under them any more, but one that an older version has queued still runs. */
const formerSignals = { ...signals, name: "rollups.tell-signals" };
const formerCompletion = { ...completion, name: "rollups.tell-completion" };
const forget = { name: "rollups.forget-parcels", payload: z.object({}) };

/** Ledger batches that ClickHouse acknowledged this many days ago are deleted. */
const PARCEL_DAYS = 30;
const DAY_MS = 86_400_000;

export const rollupJobs = (deps: Needs): Job[] => [
  job(close, async (_, { signal }) => void (await closeMonths(deps, signal)), "17 * * * *"),
  job(
    rebuild,
    async (_, { signal }) => void (await continueRebuild(deps, undefined, signal)),
    "*/10 * * * *",
  ),
  job(prepare, () => createYearPartitions(deps), "25 0 * * *"),
  job(signals, () => publishSignals(deps.db, deps.clock()), "5 * * * *"),
  job(completion, () => publishCompletion(deps.db, deps.clock()), "40 2 * * *"),
  job(formerSignals, () => publishSignals(deps.db, deps.clock())),
  job(formerCompletion, () => publishCompletion(deps.db, deps.clock())),
  job(
    forget,
    () => forgetBatches(deps.db, new Date(deps.clock().getTime() - PARCEL_DAYS * DAY_MS)),
    "50 2 * * *",
  ),
];
