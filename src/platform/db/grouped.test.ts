/** Tests writes that are combined: each item is written once, whatever becomes of the others. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { grouped } from "./grouped.ts";

type Item = Readonly<{ name: number; kind: string }>;

const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, name) => ({ name, kind: name % 3 === 0 ? "rare" : "usual" }));

/** Writes items at the same time; notes how each was written. `fails`: what becomes of a group. */
async function writeAll(all: readonly Item[], fails: (group: readonly Item[]) => string | null) {
  const groups: (readonly Item[])[] = [];
  const alone: number[] = [];
  const write = grouped(
    ({ kind }: Item) => kind,
    async (group) => {
      await sleep(5);
      const code = fails(group);
      if (code !== null) throw Object.assign(new Error("It failed."), { code });
      groups.push(group);
      return new Map(group.filter(({ name }) => name % 5 !== 0).map((item) => [item, item.name]));
    },
  );
  const results = await Promise.allSettled(
    all.map((item) =>
      write(item, async () => {
        await sleep(5);
        alone.push(item.name);
        return item.name;
      }),
    ),
  );
  return { groups, alone, results };
}

const valuesOf = (results: readonly PromiseSettledResult<number>[]) =>
  results.map((result) => (result.status === "fulfilled" ? result.value : null));

test("each item is written together with others of its kind, or alone, and only once", async () => {
  for (const count of [1, 2, 3, 40, 300]) {
    const all = items(count);
    const { groups, alone, results } = await writeAll(all, () => null);
    expect(valuesOf(results)).toEqual(all.map(({ name }) => name));
    for (const group of groups) {
      expect(new Set(group.map(({ kind }) => kind)).size).toBe(1);
      expect(group.length).toBeGreaterThan(1);
      expect(group.length).toBeLessThanOrEqual(64);
    }
    const together = groups.flat().filter(({ name }) => name % 5 !== 0);
    const written = [...together.map(({ name }) => name), ...alone].sort((a, b) => a - b);
    expect(written).toEqual(all.map(({ name }) => name));
    if (count >= 40) expect(groups.length).toBeGreaterThan(0);
  }
});

test("a group that was rolled back is written one by one", async () => {
  for (const code of ["23505", "22P05", "40P01", "55P03", "57014"]) {
    const all = items(50);
    const { alone, results } = await writeAll(all, (group) =>
      group.some(({ kind }) => kind === "usual") ? code : null,
    );
    expect(valuesOf(results)).toEqual(all.map(({ name }) => name));
    expect(new Set(alone).size).toBe(alone.length);
  }
});

test("after a lost connection nothing is written again, because it may have been written", async () => {
  for (const code of ["ECONNRESET", "57P01", "08006"]) {
    const { alone, results } = await writeAll(items(50), () => code);
    const lost = results.filter(({ status }) => status === "rejected");
    expect(lost.length).toBeGreaterThan(40);
    expect(alone.length).toBe(50 - lost.length);
  }
});
