/** Tests that series of sources stay within their limits, whatever browsers sent, and still add up. */
import { beforeAll, expect, test } from "vitest";
import { addDays } from "../../src/platform/statistics/calendar.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { countUp, type Download, download, openLedgers, writeBatch } from "../setup/ledgers.ts";
import { type Person, useWorld } from "../setup/world.ts";

const world = useWorld();
const MOST_BYTES = 1_000_000;
const MOST_SOURCES = 200;
const RANGE = "from=2020-01-01&to=2025-01-01";
let ada: Person;

beforeAll(async () => {
  ada = await world.person();
  await openLedgers(world.deps.db);
});

type Named = { name: string; plays_count: number; percentage: number };
type Sources = { overall: Named[]; details: Record<string, number | string>[] };

/** Creates a show with these plays. */
async function makeHeard(plays: { source: string; day: string }[]): Promise<string> {
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id);
  const heard = { episode_id, show_id, author_id: ada.user_id };
  const rows = plays.map(
    ({ source, day }, n): Download =>
      download(`${day} 12:00:00`, `${show_id} ${n}`, { ...heard, source, device: "Desktop" }),
  );
  await writeBatch(world.deps.db, { downloads: rows });
  await countUp(world.deps);
  return `/v2/shows/${show_id}/statistics/sources`;
}

const numbersOf = ({ date: _, ...counts }: Record<string, number | string>): number[] =>
  Object.values(counts).map(Number);
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Requests the series as JSON and as CSV, checks both, and returns the JSON. */
async function askBoth(path: string, query: string, plays: number): Promise<Sources> {
  const json = await ada.api.get(`${path}?${query}&precision=2`);
  expect(json.status).toBe(200);
  expect(Buffer.byteLength(json.text)).toBeLessThan(MOST_BYTES);
  const { overall, details }: Sources = json.response.statistics;
  expect(overall.length).toBeLessThanOrEqual(MOST_SOURCES + 1);
  expect(sum(overall.map(({ plays_count }) => plays_count))).toBe(plays);
  expect(sum(overall.map(({ percentage }) => percentage))).toBeCloseTo(100, 6);
  expect(sum(details.flatMap(numbersOf))).toBe(plays);
  const csv = await ada.api.get(`${path}.csv?${query}`);
  expect(Buffer.byteLength(csv.text)).toBeLessThan(MOST_BYTES);
  const lines = csv.text.trimEnd().split("\r\n").slice(1);
  expect(sum(lines.map((line) => Number(line.split(",").at(-1))))).toBe(plays);
  return { overall, details };
}

test("of three thousand sites on a day the 200 most frequent are listed, and the others last as one", async () => {
  const day = "2024-05-05";
  const sites = Array.from(
    { length: 3_000 },
    (_, n) => `site-${String(n).padStart(4, "0")}.example`,
  );
  const often = sites.slice(-5).flatMap((source) => [source, source, source]);
  const path = await makeHeard([...sites, ...often].map((source) => ({ source, day })));
  for (const group of ["day", "week", "month"]) {
    const { overall, details } = await askBoth(path, `${RANGE}&group=${group}`, 3_015);
    // Most plays first, then by name.
    const expected = [...sites.slice(-5), ...sites.slice(0, MOST_SOURCES - 5)];
    expect(overall.slice(0, MOST_SOURCES).map(({ name }) => name)).toEqual(expected);
    const others = 3_015 - 5 * 4 - (MOST_SOURCES - 5);
    expect(overall.at(-1)).toMatchObject({ name: "Others", plays_count: others });
    const heard = details.filter((bucket) => sum(numbersOf(bucket)) > 0);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ [sites.at(-1) ?? ""]: 4 });
    // Every bucket has the same names, including `Others`.
    expect(new Set(details.map((bucket) => Object.keys(bucket).join(","))).size).toBe(1);
  }
});

test("many long names on every day of several years fit into a response of less than a megabyte", async () => {
  const long = (n: number) => `${"a".repeat(60)}.${"b".repeat(60)}.${n}.example`;
  const plays = Array.from({ length: 300 }, (_, days) =>
    Array.from({ length: 20 }, (_, n) => ({
      source: long((days * 20 + n) % 400),
      day: addDays("2020-01-01", days * 6),
    })),
  ).flat();
  const path = await makeHeard(plays);
  const { details } = await askBoth(path, `${RANGE}&group=day`, 6_000);
  expect(details).toHaveLength(1_828);
});

test("few sources are all listed, and none are combined", async () => {
  const path = await makeHeard(
    Array.from({ length: 200 }, (_, n) => ({ source: `s${n}.example`, day: "2024-05-05" })),
  );
  const month = "from=2024-05-01&to=2024-05-31&group=day";
  const { overall, details } = await askBoth(path, month, 200);
  expect(overall).toHaveLength(200);
  expect(overall.map(({ name }) => name)).not.toContain("Others");
  for (const bucket of details) expect(Object.keys(bucket)).toHaveLength(201);
});

test("a cell that a spreadsheet would evaluate is text", async () => {
  const names = ["=importdata(1)", "+1", "-1+1", "@sum", "\tx", "\r=1", 'a"b', "plain.example"];
  const path = await makeHeard(names.map((source) => ({ source, day: "2024-05-05" })));
  const { text } = await ada.api.get(`${path}.csv?from=2024-05-05&to=2024-05-05&group=day`);
  for (const cell of ["'=importdata(1)", "'-1+1", "'@sum", "'\tx", `"'\r=1"`, '"a""b"'])
    expect(text).toContain(`2024-05-05,${cell},1\r\n`);
  expect(text).toContain("2024-05-05,plain.example,1\r\n");
  expect(text).not.toMatch(/,"?[=+@\t\r]/);
});
