/** Finds the requests in a batch of lines that count, and turns them into records of what was sent. */
import type { Executor } from "../../../platform/db/database.ts";
import type { Tickets } from "../../listening/renditions/tickets/actions.ts";
import type { OutsideRecord } from "../counting/outside.ts";
import { digestOf, fingerprintOf, recordOf, refusalOf } from "./rules.ts";
import type { EdgeRequest, LineReader, Skipped } from "./schema.ts";
import { findRenditions, findSeen, type Seen } from "./store.ts";

/** How many lines were counted, and how many were not, by reason. */
export type Tally = { counted: number } & Partial<Record<Skipped, number>>;

const DAY_MS = 86_400_000;

type Wanted = Readonly<{ request: EdgeRequest; digest: string; seen: Seen }>;

/** The requests of a batch to count, and what to remember of them. */
type Countable = Readonly<{ records: readonly OutsideRecord[]; seen: readonly Seen[] }>;

/** Sorts out what does not count, which is added to `told` by reason. */
export async function sortOut(
  db: Executor,
  lines: readonly (string | null)[],
  { read, now, tickets }: Readonly<{ read: LineReader; now: Date; tickets: Tickets }>,
  told: Tally,
): Promise<Countable> {
  const requests = await unseen(db, requestsOf(lines, read, now.getTime(), told), told);
  if (requests.length === 0) return { records: [], seen: [] };
  const known = await findRenditions(db, [...new Set(requests.map(({ digest }) => digest))]);
  const records: OutsideRecord[] = [];
  const remembered: Seen[] = [];
  for (const { request, digest, seen } of requests) {
    const rendition = known.get(digest);
    if (rendition === undefined) note(told, "unknown");
    else {
      const { record, ticket } = recordOf(request, rendition);
      const { address, user_agent, at } = record;
      const redirected =
        ticket === null
          ? null
          : await tickets.redirectedListener({ digest, ticket, address, user_agent, at });
      records.push({ record, redirected });
      remembered.push(seen);
    }
  }
  told.counted += records.length;
  return { records, seen: remembered };
}

function requestsOf(
  lines: readonly (string | null)[],
  read: LineReader,
  now: number,
  told: Tally,
): Wanted[] {
  const wanted: Wanted[] = [];
  for (const line of lines) {
    const request = line === null ? "too-long" : line === "" ? null : read(line);
    if (request === null) continue;
    const refusal = typeof request === "string" ? request : refusalOf(request, now);
    if (typeof request === "string" || refusal !== null) note(told, refusal ?? "unreadable");
    else
      wanted.push({
        request,
        digest: digestOf(request.target) ?? "",
        seen: { day: Math.floor(request.at / DAY_MS), request: fingerprintOf(request, line ?? "") },
      });
  }
  return wanted;
}

/** Those of `wanted` that were not counted, each once. */
async function unseen(db: Executor, wanted: readonly Wanted[], told: Tally): Promise<Wanted[]> {
  if (wanted.length === 0) return [];
  const all = wanted.map(({ seen }) => seen);
  const known = await findSeen(db, all);
  return wanted.filter(({ seen }) => {
    const key = seen.request.toString("hex");
    if (known.has(key)) note(told, "seen");
    else {
      known.add(key);
      return true;
    }
    return false;
  });
}

function note(told: Tally, reason: Skipped): void {
  told[reason] = (told[reason] ?? 0) + 1;
}
