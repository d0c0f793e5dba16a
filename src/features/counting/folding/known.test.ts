/** What is remembered of deliveries is what was last put, or nothing: never something else. */
import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Key } from "./fold.ts";
import { type Delivered, openKnownDeliveries } from "./known.ts";

const HOUR = 3_600_000;
/** Of few listeners, so that they differ in each of their parts. */
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

test("what was put last is taken once, as it was", () => {
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
        // Of many pieces nothing is remembered, nor what was there before.
        if (delivered.sent.length > 12) model.delete(id);
        else model.set(id, delivered);
      }
    }),
  );
});

test("of more than there is room for, the latest are kept", () => {
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

test("nothing is believed of what is in many pieces, or was written more than an hour ago", () => {
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
