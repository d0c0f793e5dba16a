/** Sends requests of all kinds at a fixed rate, whatever the responses do. */
import { setTimeout as sleep } from "node:timers/promises";
import { KINDS, type Kind, type Place } from "./kinds.ts";

/** Latencies in ms by kind, and what failed. */
export type Window = { times: Map<string, number[]>; errors: Map<string, number>; sent: number };

const emptyWindow = (): Window => ({ times: new Map(), errors: new Map(), sent: 0 });

export type Load = Readonly<{
  /** Requests per second from now on. */
  setRate(perSecond: number): void;
  /** Returns what has happened since the last call. */
  take(): Window;
  /** Requests that have no response yet. */
  open(): number;
  stop(): Promise<void>;
}>;

const TICK_MS = 20;

/** Weighted by their shares. */
function pickKind(): Kind {
  let left = Math.random();
  const kind = KINDS.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  return kind ?? (KINDS[0] as Kind);
}

export function startLoad(place: Place): Load {
  let rate = 0;
  let window = emptyWindow();
  let over = false;
  const running = new Set<Promise<void>>();
  const send = (kind: Kind) => {
    const start = performance.now();
    window.sent += 1;
    const done = kind
      .run(place)
      .then(
        () => {
          const times = window.times.get(kind.name) ?? [];
          times.push(performance.now() - start);
          window.times.set(kind.name, times);
        },
        (error: Error) => {
          const text = `${kind.name}: ${error.message}`;
          window.errors.set(text, (window.errors.get(text) ?? 0) + 1);
        },
      )
      .finally(() => running.delete(done));
    running.add(done);
  };
  const keep = async () => {
    let due = 0;
    let last = performance.now();
    while (!over) {
      await sleep(TICK_MS);
      const now = performance.now();
      due += ((now - last) / 1000) * rate;
      last = now;
      for (; due >= 1; due -= 1) send(pickKind());
    }
  };
  const keeping = keep();
  return {
    setRate(perSecond) {
      rate = perSecond;
    },
    take() {
      const taken = window;
      window = emptyWindow();
      return taken;
    },
    open: () => running.size,
    async stop() {
      over = true;
      await keeping;
      await Promise.all(running);
    },
  };
}
