/** Finds the capacity of a server for the mixed traffic of the soak. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Place } from "./kinds.ts";
import { startLoad } from "./load.ts";
import { quantileOf } from "./slope.ts";

const FIRST = 25;
const FACTOR = 1.3;
const STEP_MS = 8000;
/** A rate is sustained if 99 of 100 API requests take less, and fewer than a second's requests are open, ms. */
const ENOUGH_MS = 500;

/** Requests per second that the server sustains: the highest step of a ramp before requests begin to pile up. */
export async function findCapacity(place: Place, tell: (line: string) => void): Promise<number> {
  const load = startLoad(place);
  // A server that has just started compiles, plans and fills its caches first.
  load.setRate(FIRST);
  await sleep(STEP_MS);
  let sustained = 0;
  for (let rate = FIRST; ; rate *= FACTOR) {
    load.setRate(rate);
    await sleep(STEP_MS / 4);
    load.take();
    await sleep(STEP_MS);
    const { times, errors } = load.take();
    const p99 = quantileOf(times.get("API") ?? [], 0.99);
    tell(`ramp: ${rate.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms, ${load.open()} open`);
    for (const [text, count] of errors) tell(`  ${count} × ${text}`);
    if (p99 > ENOUGH_MS || load.open() > rate || errors.size > 0) break;
    sustained = rate;
  }
  load.setRate(0);
  await load.stop();
  if (sustained === 0) throw new Error(`This machine does not sustain ${FIRST} requests a second.`);
  return sustained;
}
