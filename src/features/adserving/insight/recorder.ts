/** Counts decisions and samples opportunities in memory, and writes both down now and then. */
import { randomUUID } from "node:crypto";
import type { Deps } from "../../../deps.ts";
import { addReason, REASONS, type Reason, type Tally } from "../core/reasons.ts";
import type { Opportunity } from "../schema.ts";
import { sampleOf } from "./samples.ts";
import { addDecisionCounts, insertOpportunities, type Minute } from "./store.ts";

const MINUTE = 60_000;
/** Whole opportunities kept of a minute. */
const SAMPLES = 5;
const FLUSH_MS = 30_000;
/** Beyond so many minutes that could not be written, the oldest are dropped: memory is bounded. */
const MOST_MINUTES = 120;

export type Recorder = Readonly<{
  note(lineitem_id: number, reason: Reason, times: number): void;
  see(opportunity: Opportunity): void;
  /** Writes all of it down. */
  flush(): Promise<void>;
  close(): Promise<void>;
}>;

type Gathered = { seen: number; samples: unknown[] };

export function openRecorder({ db, clock, log }: Pick<Deps, "db" | "clock" | "log">): Recorder {
  const process = randomUUID();
  let tally: Tally = new Map();
  let minutes = new Map<number, Gathered>();
  const write = async () => {
    const [counts, gathered] = [tally, minutes];
    [tally, minutes] = [new Map(), new Map()];
    const now = clock();
    const rows = [...gathered].map(
      ([at, minute]): Minute => ({ at: new Date(at), process, ...minute }),
    );
    try {
      await db.transaction().execute(async (tx) => {
        await addDecisionCounts(tx, now, countsOf(counts));
        await insertOpportunities(tx, rows);
      });
    } catch (error) {
      log.warn({ err: error }, "what decisions met could not be written yet");
      putBack(tally, counts);
      for (const [at, minute] of [...gathered].slice(-MOST_MINUTES)) minutes.set(at, minute);
    }
  };
  let writing = Promise.resolve();
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => {
    if (tally.size > 0 || minutes.size > 0) flush();
  }, FLUSH_MS);
  timer.unref();
  return {
    note: (lineitem_id, reason, times) => addReason(tally, lineitem_id, reason, times),
    see(opportunity) {
      gather(minutes, opportunity);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Each opportunity of a minute is kept with the same chance (reservoir sampling). */
function gather(minutes: Map<number, Gathered>, opportunity: Opportunity): void {
  const at = Math.floor(opportunity.at.getTime() / MINUTE) * MINUTE;
  const minute = minutes.get(at) ?? { seen: 0, samples: [] };
  minutes.set(at, minute);
  minute.seen += 1;
  const place = minute.seen <= SAMPLES ? minute.seen - 1 : Math.floor(Math.random() * minute.seen);
  if (place < SAMPLES) minute.samples[place] = sampleOf(opportunity);
}

const countsOf = (tally: Tally) =>
  [...tally].flatMap(([lineitem_id, counts]) =>
    counts.flatMap((count, at) =>
      count > 0 ? [{ lineitem_id, reason: REASONS[at] ?? "", count }] : [],
    ),
  );

function putBack(tally: Tally, counts: Tally): void {
  for (const [lineitem_id, old] of counts) {
    const present = tally.get(lineitem_id) ?? [];
    tally.set(
      lineitem_id,
      old.map((count, at) => count + (present[at] ?? 0)),
    );
  }
}
