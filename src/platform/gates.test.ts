/** Tests the gates for costly work: limits of running and waiting work, and turns between callers. */
import { expect, test } from "vitest";
import { createFairGate } from "./fairgate.ts";
import { createGate } from "./gate.ts";

test("a gate limits running and waiting work and refuses the rest", async () => {
  const gate = createGate(2, 3);
  let running = 0;
  let most = 0;
  const work = () =>
    gate(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    });
  const results = await Promise.allSettled(Array.from({ length: 8 }, work));
  expect(most).toBe(2);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  await expect(work()).resolves.toBeUndefined();
});

const limit = { name: "work", value: 4, unit: "requests", bounds: "Work.", beyond: "429" };
const refusal = { type: "busy", message: "The server is busy.", seconds: 5 } as const;

/** A fair gate whose work ends one by one with `end`; `done` lists the callers whose work ran. */
function fairGate(perCaller: number) {
  const waiting = { ...limit, name: "own", value: perCaller };
  const gate = createFairGate({ running: 1, perOwner: 1, waiting, inAll: limit, refusal });
  const done: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (caller: string) =>
    gate(caller, () => {
      done.push(caller);
      return new Promise<void>((resolve) => ends.push(resolve));
    }).catch((error: Error) => done.push(`${caller}: ${error.message}`));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const drain = async () => {
    for (await settle(); ends.length > 0; await settle()) ends.shift()?.();
  };
  return { ask, done, drain, settle };
}

test("callers take turns: a new caller waits for one round, not for the whole queue", async () => {
  const { ask, done, drain } = fairGate(3);
  for (const caller of ["a", "a", "a", "a", "b"]) void ask(caller);
  await drain();
  expect(done).toEqual(["a", "a", "b", "a", "a"]);
});

test("waiting work per caller is limited, and a caller without any takes the place of the one with most", async () => {
  const { ask, done, drain, settle } = fairGate(3);
  for (const caller of ["a", "a", "a", "a", "a"]) void ask(caller);
  await settle();
  expect(done).toEqual(["a", "a: The server is busy."]);
  done.length = 0;
  for (const caller of ["b", "c", "b", "d"]) void ask(caller);
  await drain();
  const busy = done.filter((text) => text.includes("busy")).map((text) => text[0]);
  expect(busy.sort()).toEqual(["a", "a", "b"]);
  expect(done.filter((text) => !text.includes("busy")).sort()).toEqual(["a", "b", "c", "d"]);
});
