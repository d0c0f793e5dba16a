/** Tests forecasts and diagnoses over HTTP, from ad requests that web processes recorded. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  anOpportunity,
  makeCampaign,
  makeLineitem,
  makeTeam,
  type Team,
} from "../../../../../test/setup/bookings.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";
import { type Adserver, openAdserver } from "../actions.ts";

const world = useWorld();
const DAY = 86_400_000;
let booker: Person;
let team: Team;
let campaign_id: number;
let lineitem_id: number;
let server: Adserver;

/** Two weeks with ad requests of twenty listeners a day, every fourth in Germany. */
beforeAll(async () => {
  const start = Date.parse("2026-11-02T00:00:00Z");
  world.setTime(new Date(start));
  booker = await world.person();
  team = await makeTeam(world, booker);
  campaign_id = await makeCampaign(world, team);
  lineitem_id = await makeLineitem(world, team.team_id, campaign_id, {
    name: "Germans",
    start_date: "2026-11-02",
    end_date: "2026-12-31",
    target_geo: JSON.stringify({ type: "INCLUDE", matcher: "ONE_OF", values: ["DE"] }),
    frequency_cap: JSON.stringify([{ max: 1, count: 1, unit: "LIFETIME" }]),
  });
  server = openAdserver(world.deps);
  for (let n = 0; n < 14 * 20; n += 1) {
    world.setTime(new Date(start + (n * DAY) / 20));
    await server.chooseAds(anOpportunity(world, team, { country: n % 4 === 0 ? "DE" : "IT" }));
  }
  await server.flush();
  world.setTime(new Date(start + 14 * DAY));
});
afterAll(() => server.close());

const draft = (fields: object = {}) => ({
  campaign_id,
  start_date: "2026-11-16",
  end_date: "2026-12-13",
  ...fields,
});
const ask = async (fields: object) =>
  (await booker.api.post("/v2/lineitems/forecast", draft(fields), { as: "json" })).response
    .forecast;

test("available impressions are extrapolated from past ad requests over the length of the flight", async () => {
  // 28 days of 20 downloads with one slot each: a line item fills one slot per download.
  const all = await ask({});
  expect(all.samples_count).toBe(280);
  expect(all.available).toBe(560);
  const italians = await ask({ target_geo: { type: "INCLUDE", values: ["IT"] } });
  expect(italians.available).toBe(420);
  expect(italians).toMatchObject({ contended: 0, displaced: [] });
  expect((await ask({ start_date: "2026-11-16", end_date: "2026-11-16" })).available).toBe(20);
  expect((await ask({ max_per_download: 2 })).available).toBe(1120);
});

test("a goal bounds the expected impressions, and line items that lose impressions are named", async () => {
  expect(await ask({ goal_impressions: 50 })).toMatchObject({ expected: 50 });
  const { contended, expected } = await ask({ priority_id: 30, max_per_download: 2 });
  // No other line item has its priority; 0.8 of the reservations are expected to be delivered.
  expect(contended).toBe(0);
  expect(expected).toBe(448);
  const level = await ask({ priority_id: 40 });
  expect(level.contended).toBe(140);
  const before = await ask({
    priority_id: 20,
    target_ads_type: { type: "INCLUDE", values: ["preroll"] },
  });
  expect(before.expected).toBe(448);
});

test("a forecast considers every kind of targeting and validates it like a booking", async () => {
  const available = async (fields: object) => (await ask(fields)).available;
  // Twenty a day arrive at even intervals from midnight on: five before six o'clock.
  const nights = { type: "INCLUDE", values: [{ days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 6 }] };
  expect(await available({ target_dayparts: nights })).toBe(140);
  expect(
    await available({ target_midroll_position: "first", target_ads_type: only("midroll") }),
  ).toBe(0);
  expect(await ask({ daily_cap: 2 })).toMatchObject({ available: 560, expected: 56 });
  // The higher price wins in tier 60, where only this line item and the one made for it compete.
  const rival = {
    priority_id: 60,
    price_amount: 500,
    target_ads_type: JSON.stringify(only("preroll")),
    start_date: "2026-11-16",
    end_date: "2026-12-31",
  };
  const dear = await makeLineitem(world, team.team_id, campaign_id, { name: "Dear", ...rival });
  const bid = (price_amount: string) =>
    ask({
      priority_id: 60,
      price_type: "CPM",
      price_amount,
      max_per_download: 2,
      target_ads_type: only("preroll"),
    });
  expect((await bid("0.00499")).displaced).toEqual([]);
  const [loser] = (await bid("0.00501")).displaced;
  expect(loser).toMatchObject({ lineitem_id: dear, name: "Dear" });
  expect((await booker.api.delete(`/v2/lineitems/${dear}`)).status).toBe(200);
  for (const wrong of [
    ...[{ target_geo: only("XX") }, { timezone: "Rome" }, { priority_id: 25 }],
    ...[{ price_amount: "1.000001" }, { end_date: "2026-11-15" }, { share_of_voice: 101 }],
  ]) {
    const { status, error } = await booker.api.post("/v2/lineitems/forecast", draft(wrong), {
      as: "json",
    });
    const named = Object.keys(error.fields ?? {}).map((name) => name.split(".")[0]);
    expect([status, named]).toEqual([400, Object.keys(wrong)]);
  }
});
const only = (...values: string[]) => ({ type: "INCLUDE", matcher: "ONE_OF", values });

test("an existing line item is forecast as booked, and with changes", async () => {
  const as = (fields: object) =>
    booker.api.post("/v2/lineitems/forecast", { lineitem_id, ...fields }, { as: "json" });
  // 46 days with five listeners in Germany.
  expect((await as({})).response.forecast.available).toBe(230);
  expect((await as({ target_geo: "null" })).response.forecast.available).toBe(920);
});

test("a diagnosis adds up the recorded reasons and what targeting ruled out", async () => {
  const { diagnosis } = (
    await booker.api.get(`/v2/lineitems/${lineitem_id}/diagnosis?from=2026-11-02&to=2026-11-15`)
  ).response;
  expect(diagnosis).toMatchObject({ opportunities_count: 280, won_count: 70, obstacles: [] });
  expect(diagnosis.reasons).toEqual([
    { reason: "target-geo", count: 210 },
    { reason: "won", count: 70 },
  ]);
  const other = await booker.api.get(
    `/v2/lineitems/${lineitem_id}/diagnosis?from=2026-10-01&to=2026-10-02`,
  );
  expect(other.response.diagnosis).toMatchObject({ opportunities_count: 0, reasons: [] });
  await world.deps.db
    .updateTable("lineitems")
    .set({ active: false })
    .where("lineitem_id", "=", lineitem_id)
    .execute();
  const stopped = await booker.api.get(
    `/v2/lineitems/${lineitem_id}/diagnosis?from=2026-11-02&to=2026-11-02`,
  );
  expect(stopped.response.diagnosis.obstacles).toEqual(["not-active"]);
});

test("a diagnosis names who takes the slots, and only adds up those of other teams", async () => {
  const ofItem = async () =>
    (await booker.api.get(`/v2/lineitems/${lineitem_id}/diagnosis?from=2026-11-02&to=2026-11-15`))
      .response.diagnosis;
  const dates = { start_date: "2026-11-01", end_date: "2026-12-31", priority_id: 30 };
  const sale = await makeLineitem(world, team.team_id, campaign_id, {
    ...{ ...dates, name: "Spring sale" },
    target_ads_type: JSON.stringify(only("preroll")),
  });
  // 70 downloads in Germany with a slot before and one after the programme.
  expect(await ofItem()).toMatchObject({
    slots_count: 140,
    takers: [{ lineitem_id: sale, name: "Spring sale", priority_id: 30, count: 70 }],
  });
  // What gets the slots that it leaves takes nothing from it, and neither does anybody once it has all that it may.
  const house = { ...dates, name: "House promo", priority_id: 70 };
  await makeLineitem(world, team.team_id, campaign_id, house);
  expect((await ofItem()).takers).toHaveLength(1);
  const setActive = (active: boolean) =>
    world.deps.db
      .updateTable("lineitems")
      .set({ active })
      .where("lineitem_id", "=", lineitem_id)
      .execute();
  await setActive(true);
  expect((await ofItem()).takers).toEqual([]);
  await setActive(false);
  const other = await makeTeam(world, await world.person());
  await world.deps.db
    .updateTable("opportunities")
    .set({
      samples: sql`(select jsonb_agg(jsonb_set(one, '{team_ids}',
        jsonb_build_array(${team.team_id}::bigint, ${other.team_id}::bigint)))
        from jsonb_array_elements(samples) as one)`,
    })
    .execute();
  const campaign_of_others = await makeCampaign(world, other);
  for (const name of ["Secret", "Hidden"])
    await makeLineitem(world, other.team_id, campaign_of_others, {
      ...{ ...dates, name },
      target_ads_type: JSON.stringify(only("postroll")),
    });
  expect((await ofItem()).takers).toEqual([
    { lineitem_id: sale, name: "Spring sale", priority_id: 30, count: 70 },
    { lineitem_id: null, name: null, priority_id: 30, count: 70 },
  ]);
});

test("malformed requests, missing line items and those of another team are refused", async () => {
  const post = (fields: Record<string, unknown>) =>
    booker.api.post("/v2/lineitems/forecast", fields, { as: "json" });
  expect((await post({})).error.fields).toHaveProperty("lineitem_id");
  expect((await post({ campaign_id })).error.fields).toHaveProperty("start_date");
  expect((await post(draft({ campaign_id: 999_999 }))).error.fields).toHaveProperty("campaign_id");
  expect((await post({ lineitem_id: 999_999 })).status).toBe(404);
  const path = `/v2/lineitems/${lineitem_id}/diagnosis`;
  expect((await booker.api.get(`${path}?from=2026-11-02`)).status).toBe(400);
  expect((await booker.api.get(`${path}?from=2026-11-02&to=2026-11-01`)).status).toBe(400);
  expect(
    (await booker.api.get(`/v2/lineitems/999999/diagnosis?from=2026-11-02&to=2026-11-02`)).status,
  ).toBe(404);
  const stranger = await world.person();
  expect((await stranger.api.get(`${path}?from=2026-11-02&to=2026-11-02`)).status).toBe(403);
});
