/** Tests changes of many line items over HTTP: dry run, all or none, refusals, order of locks, rights. */
import { beforeAll, expect, test } from "vitest";
import {
  deliverAds,
  giveAudio,
  makeTeam,
  type Team,
} from "../../../../../test/setup/advertising.ts";
import { useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld();
let team: Team;
beforeAll(async () => {
  team = await makeTeam(world);
});

const bulk = (body: object, who = team.boss) => who.api.post("/v2/lineitems/bulk", body as never);
const idsOf = async (count: number, fields: object = {}): Promise<number[]> => {
  const { campaign_id } = await team.campaign();
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1)
    ids.push((await team.lineitem({ campaign_id, ...fields })).lineitem_id);
  return ids;
};
const detail = async (lineitem_id: number) =>
  (await team.boss.api.get(`/v2/lineitems/${lineitem_id}`)).response.lineitem;

test("dates of many line items move together, after a dry run that changes nothing", async () => {
  const ids = await idsOf(40);
  const changes = { shift_days: 7, priority_id: 20, price_amount: "13.5" };
  const tried = await bulk({ ids, changes, dry_run: true });
  expect(tried.status, tried.text).toBe(200);
  expect(tried.response.lineitems).toHaveLength(40);
  expect(tried.response.lineitems[0]).toEqual({
    lineitem_id: ids[0],
    changes: {
      start_date: { before: "2026-01-10", after: "2026-01-17" },
      end_date: { before: "2026-01-20", after: "2026-01-27" },
      priority_id: { before: 30, after: 20 },
      price_amount: { before: "12.34500", after: "13.50000" },
    },
    problems: [],
  });
  expect(await detail(ids[39] ?? 0)).toMatchObject({ start_date: "2026-01-10", priority_id: 30 });
  const done = await bulk({ ids, changes });
  expect(done.response).toMatchObject({ dry_run: false });
  expect(await detail(ids[39] ?? 0)).toMatchObject({
    start_date: "2026-01-17",
    end_date: "2026-01-27",
    price_amount: "13.50000",
  });
});

test("each refusal is listed first, and one of them keeps all as they are", async () => {
  const ids = await idsOf(3);
  const [ready = 0, silent = 0, canceled = 0] = ids;
  await giveAudio(world, { lineitem_id: ready });
  await team.boss.api.post(`/v2/lineitems/${canceled}`, { canceled: true });
  const changes = { active: true };
  const { response } = await bulk({ ids, changes, dry_run: true });
  expect(response.lineitems).toMatchObject([
    { lineitem_id: ready, problems: [], changes: { active: { before: false, after: true } } },
    { lineitem_id: silent, problems: [{ field: "audio_ad_file" }] },
    { lineitem_id: canceled, problems: [{ field: "lineitem_id" }] },
  ]);
  expect((await bulk({ ids, changes })).status).toBe(409);
  const refused = await bulk({ ids: [ready, silent], changes });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(`lineitems.${silent}.audio_ad_file`);
  expect(await detail(ready)).toMatchObject({ active: false });
});

test("the end of a flight cannot come before its start, nor 201 line items, nor one twice", async () => {
  const ids = await idsOf(1);
  const wrong = await bulk({ ids, changes: { end_date: "2025-12-31" }, dry_run: true });
  expect(wrong.response.lineitems[0].problems).toEqual([
    { field: "end_date", message: "must not be before start_date" },
  ]);
  for (const body of [
    { ids: [...ids, ...ids], changes: { notes: "x" } },
    { ids: Array.from({ length: 201 }, (_, at) => at + 1), changes: { notes: "x" } },
    { ids, changes: {} },
    { ids, changes: { campaign_id: 1 } },
    { ids, changes: { shift_days: 1, end_date: "2026-02-02" } },
  ])
    expect((await bulk(body)).status, JSON.stringify(body).slice(0, 80)).toBe(400);
});

test("two requests over the same line items, in opposite orders, both succeed", async () => {
  const ids = await idsOf(10);
  await deliverAds(world, { lineitem_id: ids[0] ?? 0 }, 5);
  const [one, two] = await Promise.all([
    bulk({ ids, changes: { notes: "one" } }),
    bulk({ ids: ids.toReversed(), changes: { daily_cap: 9 } }),
  ]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(await detail(ids[5] ?? 0)).toMatchObject({ notes: "one", daily_cap: 9 });
});

test("line items of others refuse the whole request", async () => {
  const ids = await idsOf(2);
  const other = await makeTeam(world);
  const { lineitem_id } = await other.lineitem();
  const changes = { notes: "Mine now" };
  expect((await bulk({ ids: [...ids, lineitem_id], changes })).status).toBe(403);
  expect((await bulk({ ids: [...ids, 999_999], changes })).status).toBe(404);
  expect((await bulk({ ids, changes }, await team.member("analyst"))).status).toBe(403);
  expect(await detail(ids[0] ?? 0)).toMatchObject({ notes: null });
});
