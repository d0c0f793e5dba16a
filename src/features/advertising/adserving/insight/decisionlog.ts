/** Counts decisions and samples ad requests in memory, and writes both to the database periodically. */
import { randomUUID } from "node:crypto";
import type { Deps } from "../../../../deps.ts";
import { addReason, REASONS, type Reason, type Tally } from "../core/reasons.ts";
import type { AdRequest } from "../schema.ts";
import { sampleOf } from "./samples.ts";
import { addDecisionCounts, insertAdRequests, type Minute } from "./store.ts";

const MINUTE = 60_000;
/** How many complete ad requests are kept per minute. */
const SAMPLES = 5;
const FLUSH_MS = 30_000;
/** If this many minutes could not be written, the oldest are dropped, so that memory is bounded. */
const MOST_MINUTES = 120;

export type DecisionLog = Readonly<{
  note(lineitem_id: number, reason: Reason, times: number): void;
  see(opportunity: AdRequest): void;
  /** Writes everything to the database. */
  flush(): Promise<void>;
  close(): Promise<void>;
}>;

type Gathered = { seen: number; samples: unknown[] };

export function openDecisionLog({
  db,
  clock,
  log,
}: Pick<Deps, "db" | "clock" | "log">): DecisionLog {
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
        await insertAdRequests(tx, rows);
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

/** Every ad request of a minute is kept with the same probability (reservoir sampling). */
function gather(minutes: Map<number, Gathered>, opportunity: AdRequest): void {
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
