/** Sends one message to many devices at the same time; those whose service is busy get a second attempt. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Courier, Outcome, PushMessage } from "./courier.ts";
import type { Outcomes, Target } from "./store.ts";

const AT_ONCE = 64;
/** A service that fails so often in a row is left alone for the rest of a round: others need not wait for it. */
const FAILURES_IN_A_ROW = 8;
const PAUSE_MS = 3000;
/** No request begins after this time. 10,000 devices of services that answer take a third of it. */
export const BATCH_MS = 60_000;
/**
 * Time between two messages: encrypting one takes up to half a millisecond of the process that may also answer requests,
 * which this leaves room for (docs/benchmarks.md). 500 a second still reach 100,000 devices within four minutes.
 */
const EACH_MS = 2;

type Batch = Readonly<{
  courier: Courier;
  message: PushMessage;
  /** By `performance.now()`. */
  end: number;
  signal: AbortSignal;
}>;

/** Devices that were not reached have failed. Rejects only if `signal` aborts. */
export async function sendBatch(
  courier: Courier,
  targets: readonly Target[],
  message: PushMessage,
  signal: AbortSignal,
): Promise<Outcomes> {
  const batch = { courier, message, signal, end: performance.now() + BATCH_MS };
  const first = await sendRound(batch, targets);
  // A device that failed the last time, too, does not make the others wait.
  const again = targets.filter(
    ({ device_id, failing_since }) => failing_since === null && first.get(device_id) === "busy",
  );
  if (again.length > 0) await sleep(PAUSE_MS, undefined, { signal });
  const all = new Map([...first, ...(await sendRound(batch, again))]);
  const ids = (...outcomes: Outcome[]) =>
    [...all].filter(([, outcome]) => outcomes.includes(outcome)).map(([device_id]) => device_id);
  return { sent: ids("sent"), gone: ids("gone"), failed: ids("failed", "busy") };
}

async function sendRound(
  { courier, message, end, signal }: Batch,
  targets: readonly Target[],
): Promise<ReadonlyMap<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  const failures = new Map<string, number>();
  const queue = targets.values();
  const turn = takeTurns(signal);
  const work = async () => {
    for (const target of queue) {
      const { origin } = new URL(target.endpoint);
      const inARow = failures.get(origin) ?? 0;
      const isLeft = inARow >= FAILURES_IN_A_ROW || performance.now() > end;
      if (!isLeft) await turn();
      const outcome = isLeft ? "busy" : await courier.deliver(target, message, signal);
      outcomes.set(target.device_id, outcome);
      failures.set(origin, outcome === "busy" ? (failures.get(origin) ?? 0) + 1 : 0);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, targets.length) }, work));
  return outcomes;
}

/** Resolves for one caller after the other, with `EACH_MS` between them. */
function takeTurns(signal: AbortSignal): () => Promise<void> {
  let next = performance.now();
  return async () => {
    const wait = next - performance.now();
    next = Math.max(next, performance.now()) + EACH_MS;
    if (wait > 0) await sleep(wait, undefined, { signal });
  };
}
