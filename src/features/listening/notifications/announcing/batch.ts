/** Sends one message to many devices at the same time; those whose service is busy get a second attempt. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Courier, Outcome, PushMessage } from "./courier.ts";
import type { Outcomes, Target } from "./store.ts";

const AT_ONCE = 64;
/** A service that fails so often in a row is left alone for the rest of a round: others need not wait for it. */
const FAILURES_IN_A_ROW = 8;
const PAUSE_MS = 3000;
/**
 * Time between two messages: encrypting one takes up to half a millisecond of the process that may also answer requests,
 * which this leaves room for (docs/benchmarks.md). 500 a second still reach 100,000 devices within four minutes.
 */
const EACH_MS = 2;

/** Rejects only if `signal` aborts. */
export async function sendBatch(
  courier: Courier,
  targets: readonly Target[],
  message: PushMessage,
  signal: AbortSignal,
): Promise<Outcomes> {
  const first = await sendRound(courier, targets, message, signal);
  const busy = targets.filter(({ device_id }) => first.get(device_id) === "busy");
  if (busy.length > 0) await sleep(PAUSE_MS, undefined, { signal });
  const all = new Map([...first, ...(await sendRound(courier, busy, message, signal))]);
  const ids = (...outcomes: Outcome[]) =>
    [...all].filter(([, outcome]) => outcomes.includes(outcome)).map(([device_id]) => device_id);
  return { sent: ids("sent"), gone: ids("gone"), failed: ids("failed", "busy") };
}

async function sendRound(
  courier: Courier,
  targets: readonly Target[],
  message: PushMessage,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  const inARow = new Map<string, number>();
  const queue = targets.values();
  let next = performance.now();
  const turn = async () => {
    const wait = next - performance.now();
    next = Math.max(next, performance.now()) + EACH_MS;
    if (wait > 0) await sleep(wait, undefined, { signal });
  };
  const work = async () => {
    for (const target of queue) {
      await turn();
      const { origin } = new URL(target.endpoint);
      const failures = inARow.get(origin) ?? 0;
      const isDown = failures >= FAILURES_IN_A_ROW;
      const outcome = isDown ? "busy" : await courier.deliver(target, message, signal);
      outcomes.set(target.device_id, outcome);
      inARow.set(origin, outcome === "busy" ? (inARow.get(origin) ?? 0) + 1 : 0);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, targets.length) }, work));
  return outcomes;
}
