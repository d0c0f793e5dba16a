/** Tests that a cached delivery is what was last put, or missing, but never anything else. */
import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Key } from "./grouping.ts";
import { type Delivered, openKnownDeliveries } from "./known.ts";

const HOUR = 3_600_000;
/** Few listeners, so that keys differ in each of their parts. */
const key = (id: number): Key => ({
  listener: `${(id % 7).toString(16).padStart(8, "0")}${"c0ffee00".repeat(3)}`,
  episode_id: 7 + (id % 3),
  window_start: Date.parse("2026-03-30T00:00:00Z") + Math.floor(id / 21) * 86_400_000,
  digest: id % 2 === 0 ? null : "ab".repeat(32),
});
const delivered = fc.record({
  sent: fc
    .uniqueArray(fc.integer({ min: 0, max: 2 ** 40 }), { maxLength: 16 })
    .map((edges) => edges.sort((a, b) => a - b).slice(0, edges.length - (edges.length % 2))),
  requests: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  counted: fc.boolean(),
});
const steps = fc.array(
  fc.record({ id: fc.nat(20), taken: fc.boolean(), delivered: fc.option(delivered) }),
);

test("a cached delivery is returned once, as it was last put", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const known = openKnownDeliveries({ rows: 64 });
      const model = new Map<number, Delivered>();
      for (const { id, taken, delivered } of all) {
        if (taken) {
          expect(known.take(key(id))).toEqual(model.get(id) ?? null);
          model.delete(id);
        }
        if (delivered === null) continue;
        known.put(key(id), delivered);
        // A delivery in many ranges is not cached, and neither is its previous state.
        if (delivered.sent.length > 12) model.delete(id);
        else model.set(id, delivered);
      }
    }),
  );
});

test("when the cache is full, the latest entries are kept", () => {
  const known = openKnownDeliveries({ rows: 64 });
  const of = (id: number) => ({ sent: [id, id + 1], requests: id + 1, counted: id % 2 === 0 });
  const somebody = (id: number) => ({ ...key(id), listener: hash("sha256", String(id)) });
  for (let id = 0; id < 1000; id += 1) known.put(somebody(id), of(id));
  const kept = Array.from({ length: 1000 }, (_, id) => [id, known.take(somebody(id))] as const);
  const found = kept.filter(([, delivered]) => delivered !== null);
  for (const [id, delivered] of found) expect(delivered).toEqual(of(id));
  expect(found.length).toBeGreaterThan(200);
  expect(found.length).toBeLessThanOrEqual(256);
});

test("deliveries in many ranges and entries older than an hour are not returned", () => {
  let now = 0;
  const known = openKnownDeliveries({ rows: 64, now: () => now });
  const once = { sent: [0, 10], requests: 1, counted: false };
  known.put(key(1), { ...once, sent: Array.from({ length: 14 }, (_, edge) => edge * 10) });
  expect(known.take(key(1))).toBeNull();
  known.put(key(2), once);
  known.put(key(3), once);
  now = HOUR - 2000;
  expect(known.take(key(2))).toEqual(once);
  now = HOUR + 2000;
  expect(known.take(key(3))).toBeNull();
});
