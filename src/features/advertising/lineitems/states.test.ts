/** Tests every state of line items and campaigns, and every transition. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { deliverAds, giveAudio, makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { deleteCreatives } from "./creatives/store.ts";

const world = useWorld();
let team: Team;

beforeAll(async () => {
  team = await makeTeam(world);
});
afterEach(() => world.setTime(null));

const pathOf = ({ lineitem_id }: { lineitem_id: number }) => `/v2/lineitems/${lineitem_id}`;
const read = async (item: { lineitem_id: number }) =>
  (await team.boss.api.get(pathOf(item))).response.lineitem;
const change = (item: { lineitem_id: number }, fields: object) =>
  team.boss.api.post(pathOf(item), { ...fields });
const stateOf = async (item: { lineitem_id: number }) => {
  const { delivery_status, status } = await read(item);
  return [delivery_status, status];
};

const deliver = (item: { lineitem_id: number }, impressions: number, revenue = 0) =>
  deliverAds(world, item, impressions, revenue);

/** A draft with audio, booked for 10 to 20 January 2026. */
async function draft(fields: object = {}) {
  const item = await team.lineitem({ ...fields });
  await giveAudio(world, item);
  return item;
}

async function active(fields: object = {}) {
  const item = await draft(fields);
  expect((await change(item, { active: true })).status).toBe(200);
  return item;
}

const on = (day: number, time = "12:00:00") =>
  world.setTime(new Date(`2026-01-${String(day).padStart(2, "0")}T${time}Z`));

test("a draft runs once it is approved, and stops while it is paused", async () => {
  on(15);
  const item = await draft();
  expect(await stateOf(item)).toEqual(["DRAFT", "STOPPED"]);
  await change(item, { active: true });
  expect(await stateOf(item)).toEqual(["DELIVERING", "RUNNING"]);
  await change(item, { active: false });
  expect(await stateOf(item)).toEqual(["PAUSED", "STOPPED"]);
  await change(item, { active: "1" });
  expect(await stateOf(item)).toEqual(["DELIVERING", "RUNNING"]);
});

test("activating without audio is refused, and audio being encoded is enough", async () => {
  on(15);
  const item = await team.lineitem();
  const refused = (await change(item, { active: true })).error;
  expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual([400, ["audio_ad_file"]]);
  await giveAudio(world, item, "ERROR");
  expect((await change(item, { active: true })).status).toBe(400);
  expect(await stateOf(item)).toEqual(["DRAFT", "STOPPED"]);
  const creative_id = await giveAudio(world, item, "PENDING");
  expect((await change(item, { active: true })).status).toBe(200);
  expect(await stateOf(item)).toEqual(["INCOMPLETE", "STOPPED"]);
  const ready = await giveAudio(world, item);
  expect(await stateOf(item)).toEqual(["DELIVERING", "RUNNING"]);
  await deleteCreatives(world.deps.db, [ready, creative_id], world.deps.clock());
  expect(await stateOf(item)).toEqual(["INCOMPLETE", "STOPPED"]);
  // A client that sends all fields back need not make the line item complete again.
  expect((await change(item, { active: true, name: "Still on" })).status).toBe(200);
});

test.each([
  ["UTC", "2026-01-09T23:59:59Z", "SCHEDULED"],
  ["UTC", "2026-01-10T00:00:00Z", "DELIVERING"],
  ["UTC", "2026-01-20T23:59:59Z", "DELIVERING"],
  ["UTC", "2026-01-21T00:00:00Z", "COMPLETED"],
  ["Pacific/Kiritimati", "2026-01-09T09:59:59Z", "SCHEDULED"],
  ["Pacific/Kiritimati", "2026-01-09T10:00:00Z", "DELIVERING"],
  ["America/New_York", "2026-01-10T04:59:59Z", "SCHEDULED"],
  ["America/New_York", "2026-01-21T04:59:59Z", "DELIVERING"],
  ["America/New_York", "2026-01-21T05:00:00Z", "COMPLETED"],
])("in %s the status at %s is %s", async (timezone, at, wanted) => {
  const item = await active({ timezone });
  world.setTime(new Date(at));
  expect((await stateOf(item))[0]).toBe(wanted);
});

test("a goal ends it early, and raising the goal or moving the end lets it continue", async () => {
  on(15);
  const item = await active({ goal_impressions: 100 });
  await deliver(item, 99);
  expect((await stateOf(item))[0]).toBe("DELIVERING");
  await deliver(item, 100);
  expect(await stateOf(item)).toEqual(["COMPLETED", "COMPLETED"]);
  await change(item, { goal_impressions: 150 });
  expect((await stateOf(item))[0]).toBe("DELIVERING");
  // A goal below the delivered count is reached.
  await change(item, { goal_impressions: 40 });
  expect((await stateOf(item))[0]).toBe("COMPLETED");
  await change(item, { goal_impressions: 150, end_date: "2026-01-14" });
  expect(await stateOf(item)).toEqual(["UNFULFILLED", "COMPLETED"]);
  await change(item, { auto_extend_days: 1 });
  expect(await stateOf(item)).toEqual(["EXTENDED", "RUNNING"]);
  on(16);
  expect((await stateOf(item))[0]).toBe("UNFULFILLED");
  await change(item, { end_date: "2026-01-16" });
  expect((await stateOf(item))[0]).toBe("DELIVERING");
});

test("an exhausted campaign budget pauses all its line items until it is raised", async () => {
  on(15);
  const { campaign_id } = await team.campaign({ budget_amount: "10" });
  const [spender, other] = [await active({ campaign_id }), await active({ campaign_id })];
  const path = `/v2/campaigns/${campaign_id}`;
  await deliver(spender, 5, 999_999_999);
  expect(await stateOf(other)).toEqual(["DELIVERING", "RUNNING"]);
  await deliver(spender, 5, 1_000_000_000);
  const { campaign } = (await team.boss.api.get(path)).response;
  expect(campaign).toMatchObject({ status: "STOPPED", spent_amount: "10.00000000" });
  for (const item of [spender, other]) expect(await stateOf(item)).toEqual(["PAUSED", "STOPPED"]);
  // The cost of a deleted line item still counts.
  await team.boss.api.delete(pathOf(spender));
  expect(await stateOf(other)).toEqual(["PAUSED", "STOPPED"]);
  await team.boss.api.put(path, { budget_amount: "10.00000001" });
  expect(await stateOf(other)).toEqual(["DELIVERING", "RUNNING"]);
});

test("a canceled line item cannot be reactivated", async () => {
  on(15);
  const item = await active();
  await change(item, { canceled: true });
  expect(await read(item)).toMatchObject({ canceled: true, active: false });
  expect(await stateOf(item)).toEqual(["CANCELED", "STOPPED"]);
  for (const wish of [{ active: true }, { canceled: false }])
    expect((await change(item, wish)).error).toMatchObject({
      code: 409,
      type: "lineitem-canceled",
    });
  for (const harmless of [{ canceled: true }, { active: false }, { notes: "Over." }])
    expect((await change(item, harmless)).status).toBe(200);
  expect((await stateOf(item))[0]).toBe("CANCELED");
  const both = await change(await draft(), { active: true, canceled: true });
  expect(both.error.fields).toHaveProperty("active");
});

test("campaign and price type cannot change after the first impression", async () => {
  const item = await active();
  const other = await team.campaign();
  const own = `/v2/campaigns/${item.campaign_id}`;
  expect((await change(item, { price_type: "FLAT" })).status).toBe(200);
  expect((await team.boss.api.put(own, { currency: "EUR" })).status).toBe(200);
  await deliver(item, 1);
  for (const frozen of [{ price_type: "CPM" }, { campaign_id: other.campaign_id }])
    expect((await change(item, frozen)).error).toMatchObject({
      code: 409,
      type: "lineitem-frozen",
    });
  for (const free of [
    { price_type: "FLAT" },
    { campaign_id: item.campaign_id },
    { price_amount: 9 },
  ])
    expect((await change(item, free)).status).toBe(200);
  expect((await team.boss.api.put(own, { currency: "USD" })).error.type).toBe("campaign-frozen");
  expect((await team.boss.api.put(own, { currency: "EUR" })).status).toBe(200);
});

test("the controller's findings are reported", async () => {
  const item = await draft();
  expect((await read(item)).on_track).toBe(true);
  const { lineitem_id } = item;
  await world.deps.db.insertInto("pacing").values({ lineitem_id, on_track: false }).execute();
  expect((await read(item)).on_track).toBe(false);
});

test("a campaign's status follows from its line items", async () => {
  on(15);
  const { campaign_id } = await team.campaign();
  const path = `/v2/campaigns/${campaign_id}`;
  const campaign = async () => (await team.boss.api.get(path)).response.campaign;
  const status = async () => (await campaign()).status;
  const fields = { campaign_id };
  expect(await status()).toBe("STOPPED");
  const canceled = await draft(fields);
  await change(canceled, { canceled: true });
  expect(await status()).toBe("STOPPED");
  const over = await active({ ...fields, end_date: "2026-01-11" });
  expect(await status()).toBe("COMPLETED");
  const paused = await draft(fields);
  expect(await status()).toBe("STOPPED");
  const next = await active({ ...fields, start_date: "2026-01-16", end_date: "2026-02-01" });
  expect(await status()).toBe("NOT_STARTED");
  await change(paused, { active: true });
  expect(await status()).toBe("RUNNING");
  expect(await campaign()).toMatchObject({ start_date: "2026-01-10", end_date: "2026-02-01" });
  const refused = await team.boss.api.delete(path);
  expect(refused.error).toMatchObject({ code: 409, type: "campaign-running" });
  await team.boss.api.delete(pathOf(paused));
  expect(await status()).toBe("NOT_STARTED");
  expect((await team.boss.api.delete(path)).status).toBe(200);
  for (const item of [canceled, over, next])
    expect((await team.boss.api.get(pathOf(item))).status).toBe(404);
});

test("an organization with running line items cannot be deleted; without them it can, and its shows lose their ads", async () => {
  on(15);
  const own = await makeTeam(world);
  const path = `/v2/organizations/${own.organization_id}`;
  const item = await own.lineitem({});
  await giveAudio(world, item);
  const set = (fields: object) => own.boss.api.post(pathOf(item), { ...fields });
  expect((await set({ active: true })).status).toBe(200);
  const refused = await own.boss.api.delete(path);
  expect(refused.error).toMatchObject({ code: 409, type: "organization-running" });
  expect((await own.boss.api.get(path)).status).toBe(200);
  await set({ active: false });
  expect((await own.boss.api.delete(path)).status).toBe(200);
  for (const gone of [path, pathOf(item)])
    expect((await own.boss.api.get(gone)).status, gone).toBe(404);
  // Sold line items stay in the ledgers and sums.
  const { rows } = await world.deps.pool.query(
    "select deleted_at from lineitems where lineitem_id = $1",
    [item.lineitem_id],
  );
  expect(rows).toEqual([{ deleted_at: null }]);
});
