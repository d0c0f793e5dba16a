/** The kinds of background jobs that users cause, and how many of each one process runs at the same time. */
import { availableParallelism } from "node:os";
import type { Limit } from "../limits.ts";

export type JobKind = "encode" | "fetch" | "import" | "notify" | "webhook" | "push" | "mail";

export type KindBounds = Readonly<{
  /** Maximum number of jobs of the kind that one worker process runs at the same time. */
  slots: number;
  /** Of those, the maximum for one owner; less than `slots`, so that others always find a free one. */
  perOwner: number;
  /** Of those, the maximum that talk to one receiver. */
  perReceiver: number;
}>;

/** One processor is left for requests if there is more than one; the additional slot is for another owner's file. */
const ENCODERS = Math.max(1, availableParallelism() - 1);

export const KINDS: Readonly<Record<JobKind, KindBounds>> = {
  encode: { slots: ENCODERS + 1, perOwner: ENCODERS, perReceiver: ENCODERS },
  fetch: { slots: 12, perOwner: 2, perReceiver: 6 },
  import: { slots: 6, perOwner: 1, perReceiver: 6 },
  notify: { slots: 12, perOwner: 6, perReceiver: 4 },
  // Each waits for a receiver most of the time, and the slowest may take 15 seconds.
  webhook: { slots: 32, perOwner: 4, perReceiver: 8 },
  // Each sends many requests at the same time.
  push: { slots: 3, perOwner: 1, perReceiver: 3 },
  mail: { slots: 4, perOwner: 1, perReceiver: 4 },
};

const WORK: Readonly<Record<JobKind, string>> = {
  encode: "Audio files encoded (one more for each processor beyond two)",
  fetch: "Audio files and covers fetched",
  import: "Feeds imported",
  notify: "Announcements of changed feeds sent",
  webhook: "Webhooks that send events",
  push: "Episodes announced to devices",
  mail: "Mails sent",
};

const DEFER = "The job waits; jobs of other owners go first.";

/** As on a machine with 2 processors, so that docs/limits.md is the same wherever it is generated. */
const DESCRIBED = { ...KINDS, encode: { slots: 2, perOwner: 1, perReceiver: 1 } };

/** The limits per owner and per receiver, for `docs/limits.md`. */
export const jobLimits = (): Limit[] =>
  Object.entries(DESCRIBED).flatMap(([name, { slots, perOwner, perReceiver }]) => {
    const kind = name as JobKind;
    const work = `${WORK[kind]} at the same time by one worker process`;
    const limit = (suffix: string, value: number, bounds: string): Limit => ({
      name: `${kind}-jobs${suffix}`,
      value,
      unit: "jobs",
      bounds,
      beyond: DEFER,
    });
    return [
      limit("", slots, `${work}.`),
      limit("-per-owner", perOwner, `${work}, for one owner.`),
      ...(kind === "notify" || kind === "webhook"
        ? [limit("-per-receiver", perReceiver, `${work}, to one receiver.`)]
        : []),
    ];
  });
