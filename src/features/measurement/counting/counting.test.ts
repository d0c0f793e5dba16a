/** Tests windows, the methodology, unions of ranges, and retention. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { useCounting } from "../../../../test/setup/counted.ts";
import { somebody } from "../../../../test/setup/counting.ts";
import { union, within } from "./aggregation/ranges.ts";
import { DAY_MS, dayOf } from "./aggregation/rules.ts";
import { countingJobs } from "./jobs.ts";

const { world, makeAudio, makeShowOf, hear, downloadsOf } = useCounting({
  UNREALISTIC_DOWNLOADS: "3",
});

/** The table of delivery §2: Monday 22:00, Tuesday 03:00, 22:15, Wednesday 23:15. */
const TIMES = ["04T22:00", "05T03:00", "05T22:15", "06T23:15"].map((time) =>
  Date.parse(`2026-05-${time}Z`),
);

test.each([
  ["day", 3, [0, 1, 2, 3]],
  ["first-touch", 3, [0, 1, 2, 3]],
  // A record that arrives hours late joins the window that began after it.
  ["first-touch", 2, [1, 0, 2, 3]],
] as const)("requests are grouped into %s windows", async (download_window, counted, order) => {
  const audio = await makeAudio(0, 0, await makeShowOf(download_window));
  const { episode_id } = audio;
  const address = somebody();
  for (const at of order) await hear(audio, [{ address, at: TIMES[at] ?? 0 }]);
  expect(await downloadsOf(audio)).toBe(counted);
  const { rows } = await world.deps.pool.query(
    "select window_start from downloads where episode_id = $1 order by 1",
    [episode_id],
  );
  const starts = rows.map((row) => row.window_start.getTime());
  if (download_window === "day") expect(starts).toEqual([...new Set(TIMES.map(dayOf))]);
  else
    for (const [at, start] of starts.entries())
      expect(start - (starts[at - 1] ?? 0)).toBeGreaterThanOrEqual(DAY_MS);
});

test("unions do not depend on order or repetition", () => {
  const range = fc
    .tuple(fc.nat(200), fc.integer({ min: 1, max: 50 }))
    .map(([first, size]) => [first, first + size]);
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), fc.array(fc.nat(11)), (ranges, again) => {
      const all = ranges.reduce(union, [] as readonly number[]);
      const other = [...again.flatMap((at) => [ranges[at] ?? []]), ...ranges.toReversed()].reduce(
        union,
        [] as readonly number[],
      );
      const bytes = new Set(
        ranges.flatMap(([first = 0, after = 0]) =>
          Array.from({ length: after - first }, (_, at) => first + at),
        ),
      );
      expect(other).toEqual(all);
      expect(within(all, 0, 1000)).toBe(bytes.size);
    }),
  );
});

test("everyone may read the counting methodology", async () => {
  const { status, response } = await world.api.get("/v2/methodology");
  expect(status).toBe(200);
  expect(response.methodology).toMatchObject({ unrealistic_downloads: 3, records_kept_days: 40 });
  expect(response.methodology.rules.map(({ rule }: { rule: number }) => rule)).toEqual(
    Array.from({ length: 15 }, (_, at) => at + 1),
  );
});

test("records and deliveries are kept for their number of days", async () => {
  const audio = await makeAudio();
  await hear(audio, [{ at: Date.parse("2026-01-02T03:04:05Z") }]);
  const days = async () => {
    const { rows } = await world.deps.pool.query(
      "select (select coalesce(sum(records), 0)::int from media_parcels where day < '2026-02-01') as records, (select count(*)::int from downloads where at < '2026-02-01') as downloads",
    );
    return rows[0];
  };
  expect(await days()).toEqual({ records: 1, downloads: 1 });
  const keep = countingJobs({ ...world.deps, clock: () => new Date("2026-05-04T00:10:00Z") });
  await keep.find(({ name }) => name === "keep-counting")?.run({}, { last: true });
  expect(await days()).toEqual({ records: 0, downloads: 1 });
  expect(await downloadsOf(audio)).toBe(1);
});
