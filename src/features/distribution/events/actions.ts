/** Reads events, and waits for the next ones. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../../deps.ts";
import { TryLater } from "../../../platform/gate.ts";
import type { Limit } from "../../../platform/limits.ts";
import { type EventRow, endOfRange, listEvents, newestSequence } from "./store.ts";

export const EVENT_WAITS: Limit = {
  name: "event-waits",
  value: 1000,
  unit: "requests",
  bounds: "Requests of all users that wait for events in one process.",
  beyond: "429 `busy` with `Retry-After`",
};

export const EVENT_WAITS_OF_USER: Limit = {
  name: "event-waits-of-user",
  value: 4,
  unit: "requests",
  bounds: "Requests of one user that wait for events in one process.",
  beyond: "429 `busy` with `Retry-After`",
};

/** Events that one request looks at, whether or not the caller may read them. */
const RANGE = 1000;

type EventQuery = Readonly<{
  after: number;
  types: readonly string[] | null;
  /** Whose rights count; null: all events. */
  reader: number | null;
  limit: number;
}>;

export type EventPage = Readonly<{
  rows: readonly EventRow[];
  /** Everything up to this number has been looked at. */
  cursor: number;
  /** There are further events already. */
  hasMore: boolean;
}>;

/** A page of events after `after`. It may be empty although there is more: a request looks at 1,000 events. */
export async function readEvents(db: Deps["db"], query: EventQuery): Promise<EventPage> {
  const { after, limit } = query;
  const { last, isFull } = await endOfRange(db, after, RANGE);
  const rows = last === after ? [] : await listEvents(db, { ...query, last });
  const cursor = rows.length === limit ? (rows.at(-1)?.sequence ?? last) : last;
  return { rows, cursor, hasMore: isFull || cursor < last };
}

/** How often waiting requests look for events, which costs one query for all of them. */
const LOOK_EVERY_MS = 500;

type Waiting = Readonly<{
  user_id: number;
  /** The number of the last event that was looked at. */
  after: number;
  /** In ms of `performance.now()`. */
  until: number;
  isGone: () => boolean;
}>;

export type EventWaits = Readonly<{
  eventWaits: Readonly<{
    /** Resolves when there is an event after `after`, at the latest at `until`. Fails with 429 if too many wait. */
    wait(waiting: Waiting): Promise<void>;
  }>;
}>;

/** Lets requests wait for events. `draining` ends their waiting when the process shuts down. */
export function openEventWaits({ db }: Pick<Deps, "db">, draining: AbortSignal): EventWaits {
  const users = new Map<number, number>();
  let total = 0;
  let look: Promise<number> | null = null;
  const lookOnce = async () => {
    await sleep(LOOK_EVERY_MS);
    look = null;
    return newestSequence(db);
  };
  const enter = (user_id: number) => {
    const own = users.get(user_id) ?? 0;
    const exceeded = own >= EVENT_WAITS_OF_USER.value ? EVENT_WAITS_OF_USER : EVENT_WAITS;
    if (exceeded === EVENT_WAITS_OF_USER || total >= EVENT_WAITS.value)
      throw new TryLater("busy", "Too many requests wait for events.", 5, exceeded);
    users.set(user_id, own + 1);
    total += 1;
  };
  const leave = (user_id: number) => {
    const left = (users.get(user_id) ?? 1) - 1;
    if (left === 0) users.delete(user_id);
    else users.set(user_id, left);
    total -= 1;
  };
  return {
    eventWaits: {
      async wait({ user_id, after, until, isGone }) {
        enter(user_id);
        try {
          while (performance.now() < until && !draining.aborted && !isGone()) {
            look ??= lookOnce();
            if ((await look) > after) return;
          }
        } finally {
          leave(user_id);
        }
      },
    },
  };
}
