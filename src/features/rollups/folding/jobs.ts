/** When ledgers are folded, months closed, and shows told how many listen to them. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import type { Loop } from "../../../platform/jobs/loop.ts";
import { tellSignals } from "../signals/store.ts";
import { closeMonths, foldLedgers } from "./actions.ts";

type Needs = Pick<Deps, "db" | "clock">;

/** What is counted is to be seen within seconds (contract §9). */
const PAUSE_MS = 500;

export const rollupLoops = (deps: Needs): Loop[] => [
  {
    name: "folding the ledgers",
    pauseMs: PAUSE_MS,
    run: async (signal) => void (await foldLedgers(deps, signal)),
  },
];

const close = { name: "rollups.close", payload: z.object({}), heavy: true } as const;
const tell = { name: "rollups.tell-signals", payload: z.object({}) };

export const rollupJobs = (deps: Needs): Job[] => [
  job(close, async (_, { signal }) => void (await closeMonths(deps, signal)), "17 * * * *"),
  job(tell, () => tellSignals(deps.db, deps.clock()), "5 * * * *"),
];
