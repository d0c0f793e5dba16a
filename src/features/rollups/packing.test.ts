/** Sketches and names as bytes: whatever is packed comes back, and uniting keeps the smallest. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  openNameCounter,
  packHashes,
  packNames,
  sketchOf,
  uniteBeginnings,
  uniteSketches,
  unpackHashes,
} from "./packing.ts";
import { SKETCH_SIZE } from "./rules.ts";

/** Near each other too, so that the upper halves are alike, and the same in several sketches. */
const hash = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -300n, max: 300n }),
  fc.bigInt({ min: 2n ** 32n - 3n, max: 2n ** 32n + 3n }),
);
const sketch = fc.array(hash, { maxLength: 40 }).map((list) => sketchOf(BigInt64Array.from(list)));
const ordered = (hashes: Iterable<bigint>) =>
  [...new Set(hashes)].sort((a, b) => (a < b ? -1 : Number(a > b)));

test("hashes come back as they were, and as PostgreSQL spells them", () => {
  fc.assert(
    fc.property(sketch, (hashes) => {
      expect(unpackHashes(packHashes(hashes))).toEqual(hashes);
      expect(packHashes(hashes).equals(Buffer.concat([...hashes].map(bytesOf)))).toBe(true);
    }),
  );
});

function bytesOf(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}

test("what several sketches have is united in order, each hash once", () => {
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 5 }), (sketches) => {
      expect([...uniteSketches(sketches)]).toEqual(ordered(sketches.flatMap((one) => [...one])));
    }),
  );
});

test("of more than fit the smallest are kept", () => {
  const of = (first: bigint) =>
    BigInt64Array.from({ length: SKETCH_SIZE }, (_, n) => first + 3n * BigInt(n));
  const [a, b] = [of(-2n), of(-1n)];
  expect([...uniteSketches([a, b])]).toEqual(ordered([...a, ...b]).slice(0, SKETCH_SIZE));
});

test("beginnings tell the same as the whole sketches, or nothing", () => {
  const many = fc
    .tuple(fc.bigInt({ min: 1n, max: 9n }), fc.integer({ min: 1, max: SKETCH_SIZE }), fc.nat(900))
    .map(([step, length, cut]) => {
      const all = BigInt64Array.from({ length }, (_, n) => step * BigInt(n) - 500n);
      return { all, hashes: all.slice(0, cut), isWhole: length <= cut };
    });
  const told = new Set<string>();
  fc.assert(
    fc.property(fc.array(many, { minLength: 2, maxLength: 12 }), (sketches) => {
      const united = uniteBeginnings(sketches);
      const isCut = sketches.some(({ isWhole }) => !isWhole);
      told.add(`${isCut ? "cut" : "whole"} ${united === null ? "nothing" : "told"}`);
      if (united !== null) expect(united).toEqual(uniteSketches(sketches.map(({ all }) => all)));
      else expect(isCut).toBe(true);
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect([...told].sort()).toEqual(["cut nothing", "cut told", "whole told"]);
});

test("names come back with their sums, whatever the order they came in", () => {
  const counts = fc.array(fc.tuple(fc.nat(5000), fc.integer({ min: -(2 ** 40), max: 2 ** 40 })));
  fc.assert(
    fc.property(counts, (added) => {
      const counter = openNameCounter();
      const wanted = new Map<number, number>();
      for (const [id, count] of added) {
        counter.add(id, count);
        wanted.set(id, (wanted.get(id) ?? 0) + count);
      }
      const packed = packNames(counter);
      counter.addPacked(packed);
      const found: [number, number][] = [];
      counter.take((id, sum) => found.push([id, sum]));
      const present = [...wanted].filter(([, sum]) => sum !== 0).sort(([x], [y]) => x - y);
      expect(found).toEqual(present);
    }),
  );
});
