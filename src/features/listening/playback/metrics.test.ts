/** The metrics of a play: decision, places for ads, bytes by kind, caches, and the lag of counting. */
import { beforeAll, expect, test } from "vitest";
import {
  makeAd,
  makeStitchable,
  type StoredMp3,
  storeMp3,
} from "../../../../test/setup/stitching.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { watchMetrics } from "../../../app/metrics.ts";

const world = useWorld({ TRUST_PROXY: "loopback" });
let programme = {} as StoredMp3;
let oil = {} as StoredMp3;
beforeAll(async () => {
  programme = await storeMp3(world, { seconds: 100, kind: "silence" });
  oil = await storeMp3(world, { seconds: 10, kind: "silence" });
  watchMetrics(world.deps, "web");
});

/** The values of all series now, by their names with labels. */
async function figures(): Promise<(series: string) => number> {
  const text = await world.deps.measures.text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const values = new Map(lines.map((line) => [line.replace(/ \S+$/, ""), line.split(" ").at(-1)]));
  return (series) => Number(values.get(series) ?? Number.NaN);
}

const get = async (path: string, headers = {}): Promise<number> => {
  const answer = await fetch(world.baseUrl + path, {
    headers: {
      "user-agent": "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)",
      "x-forwarded-for": "93.45.10.21",
      ...headers,
    },
  });
  return (await answer.arrayBuffer()).byteLength;
};

const bytes = (answer: string, audio: string) =>
  `longwave_delivered_bytes_total{answer="${answer}",audio="${audio}"}`;
const responses = (answer: string, audio: string) =>
  `longwave_delivery_responses_total{answer="${answer}",audio="${audio}"}`;

test("every series of delivery and ads exists before the first play", async () => {
  const value = await figures();
  expect(value(bytes("whole", "plain"))).toBe(0);
  expect(value(bytes("range", "stitched"))).toBe(0);
  expect(value('longwave_ad_decisions_total{outcome="refused"}')).toBe(0);
  expect(value('longwave_jobs_waiting{kind="encode"}')).toBe(0);
  expect(value("longwave_database_up")).toBe(1);
});

test("a play is counted by how it was decided, and its bytes by kind", async () => {
  const plain = await makeStitchable(world, programme);
  const path = `/v2/episodes/${plain.episode_id}/play`;
  const before = await figures();
  const whole = await get(path);
  const part = await get(path, { range: "bytes=0-99999" });
  expect(part).toBe(100_000);
  await expect.poll(async () => (await figures())(responses("range", "plain"))).toBe(1);
  const after = await figures();
  const grown = (series: string) => after(series) - before(series);
  expect(grown(bytes("whole", "plain"))).toBe(whole);
  expect(grown(bytes("range", "plain"))).toBe(part);
  expect(grown(responses("whole", "plain"))).toBe(1);
  expect(grown('longwave_plays_total{outcome="decided"}')).toBe(1);
  expect(grown('longwave_plays_total{outcome="pinned"}')).toBe(1);
  expect(grown('longwave_ad_decisions_total{outcome="not-booked"}')).toBe(1);
  expect(grown("longwave_delivery_records_total")).toBe(2);
  expect(grown('longwave_cache_requests_total{cache="renditions",result="hit"}')).toBeGreaterThan(
    0,
  );
  expect(after("longwave_delivery_responses_in_progress")).toBe(0);
});

test("places for ads are filled or empty, and stitched audio has bytes of its own", async () => {
  const booked = await makeStitchable(world, programme);
  await makeAd(world, booked.team_id, oil);
  const before = await figures();
  const path = `/v2/episodes/${booked.episode_id}/play`;
  const listener = { "x-forwarded-for": "93.45.10.22" };
  // The ad server sees a booking within about a second.
  await expect
    .poll(
      async () => {
        await get(path, { ...listener, "user-agent": `Overcast/3.0 (${performance.now()})` });
        return (await figures())(responses("whole", "stitched"));
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  const after = await figures();
  const grown = (series: string) => after(series) - before(series);
  expect(grown(bytes("whole", "stitched"))).toBeGreaterThan(
    programme.bytes.length + oil.bytes.length,
  );
  expect(grown('longwave_ad_places_total{result="filled"}')).toBeGreaterThan(0);
  expect(after("longwave_ad_decision_duration_seconds_count")).toBeGreaterThan(0);
});

test("the lag of counting falls to 0 once everything is in the ledgers", async () => {
  const { episode_id } = await makeStitchable(world, programme);
  await get(`/v2/episodes/${episode_id}/play`);
  const countedOf = () =>
    world.deps.db
      .selectFrom("downloads")
      .select("episode_id")
      .where("episode_id", "=", episode_id)
      .execute();
  await expect.poll(async () => (await countedOf()).length, { timeout: 10_000 }).toBe(1);
  await expect.poll(async () => (await figures())("longwave_counting_lag_seconds")).toBe(0);
});
