/** Tests sketches and names as bytes: they survive packing, and a union keeps the smallest hashes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  openNameCounter,
  packHashes,
  packNames,
  sketchOf,
  uniteHashSketches,
  uniteSketches,
  unpackHashes,
} from "./packing.ts";
import { SKETCH_SIZE } from "./rules.ts";

/** Close values too, with equal upper halves, and the same ones in several sketches. */
const hash = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -300n, max: 300n }),
  fc.bigInt({ min: 2n ** 32n - 3n, max: 2n ** 32n + 3n }),
);
const sketch = fc.array(hash, { maxLength: 40 }).map((list) => sketchOf(BigInt64Array.from(list)));
const ordered = (hashes: Iterable<bigint>) =>
  [...new Set(hashes)].sort((a, b) => (a < b ? -1 : Number(a > b)));

test("hashes survive packing, in the byte order of PostgreSQL", () => {
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

test("the union of sketches is sorted and contains each hash once", () => {
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 5 }), (sketches) => {
      expect([...uniteSketches(sketches)]).toEqual(ordered(sketches.flatMap((one) => [...one])));
    }),
  );
});

test("the smallest hashes are kept if not all fit", () => {
  const of = (first: bigint) =>
    BigInt64Array.from({ length: SKETCH_SIZE }, (_, n) => first + 3n * BigInt(n));
  const [a, b] = [of(-2n), of(-1n)];
  expect([...uniteSketches([a, b])]).toEqual(ordered([...a, ...b]).slice(0, SKETCH_SIZE));
});

test("prefixes of sketches give the same result as whole sketches, or none", () => {
  const many = fc
    .tuple(fc.bigInt({ min: 1n, max: 9n }), fc.integer({ min: 1, max: SKETCH_SIZE }), fc.nat(900))
    .map(([step, length, cut]) => {
      const all = BigInt64Array.from({ length }, (_, n) => step * BigInt(n) - 500n);
      return { all, hashes: all.slice(0, cut), isWhole: length <= cut };
    });
  const told = new Set<string>();
  fc.assert(
    fc.property(fc.array(many, { minLength: 2, maxLength: 12 }), (sketches) => {
      const united = uniteHashSketches(sketches);
      const isCut = sketches.some(({ isWhole }) => !isWhole);
      told.add(`${isCut ? "cut" : "whole"} ${united === null ? "nothing" : "told"}`);
      if (united !== null) expect(united).toEqual(uniteSketches(sketches.map(({ all }) => all)));
      else expect(isCut).toBe(true);
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect([...told].sort()).toEqual(["cut nothing", "cut told", "whole told"]);
});

test("names survive packing with their sums, in any order", () => {
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
