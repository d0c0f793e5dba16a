/** Tests advertisers over HTTP: stored fields, refused values, and rights. */
import { beforeAll, expect, test } from "vitest";
import { makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
const path = "/v2/advertisers";
const ACME = { name: "Acme", iab_categories: "IAB22-11" };
let team: Team;

beforeAll(async () => {
  team = await makeTeam(world);
});

test("an advertiser is created, read, changed and deleted", async () => {
  const { api } = team.boss;
  const sent = { ...ACME, domain: "https://Acme.example/shop", external_id: "A-7", notes: "" };
  const { advertiser } = (await api.post(path, sent)).response;
  expect(advertiser).toEqual({
    advertiser_id: expect.any(Number),
    team_id: team.team_id,
    synched: true,
    ...ACME,
    domain: "acme.example",
    external_id: "A-7",
    notes: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    updated_at: expect.any(String),
  });
  const own = `${path}/${advertiser.advertiser_id}`;
  expect((await api.get(own)).response.advertiser).toEqual(advertiser);
  for (const as of ["json", "urlencoded", "multipart", "query"] as const) {
    const changed = await api.put(own, { name: `By ${as}`, domain: "" }, { as });
    expect(changed.response.advertiser).toMatchObject({ name: `By ${as}`, domain: null });
    expect(changed.response.advertiser.iab_categories).toBe(ACME.iab_categories);
  }
  expect(await api.delete(own)).toMatchObject({ status: 200, response: [] });
  for (const method of ["GET", "PUT", "DELETE"])
    expect((await api.send(method, own)).error.type).toBe("advertiser-not-found");
});

test.each([
  ["name", { name: "" }],
  ["name", { name: "x".repeat(256) }],
  ["iab_categories", { iab_categories: "" }],
  ["iab_categories", { iab_categories: "IAB27" }],
  ["iab_categories", { iab_categories: "IAB1, news" }],
  ["domain", { domain: "not a domain" }],
  ["team_id", { team_id: "99999" }],
  ["team_id", { team_id: "mine" }],
])("an invalid %s is refused: %o", async (field, change) => {
  const { status, error } = await team.boss.api.post(path, { ...ACME, ...change });
  expect([status, Object.keys(error.fields ?? {})[0]?.split(".")[0]]).toEqual([400, field]);
});

test("missing fields are named, and category codes are recognised in any spelling", async () => {
  const { error } = await team.boss.api.post(path, {});
  expect(Object.keys(error.fields ?? {}).sort()).toEqual(["iab_categories", "name"]);
  for (const iab_categories of ["iab1-2, IAB3,IAB3", ["IAB1-2", "IAB3"]]) {
    const sent = { name: "Codes", iab_categories };
    const { response } = await team.boss.api.post(path, sent, { as: "json" });
    expect(response.advertiser.iab_categories).toBe("IAB1-2,IAB3");
  }
});

test("a member of several teams has to name the team", async () => {
  const other = await makeTeam(world);
  const both = await other.member("ad_manager");
  await team.boss.api.put(`/v2/organizations/${team.organization_id}/members/${both.user_id}`, {
    role: "ad_manager",
  });
  expect((await both.api.post(path, ACME)).error.fields).toHaveProperty("team_id");
  for (const team_id of [team.team_id, other.team_id]) {
    const { response } = await both.api.post(path, { ...ACME, team_id });
    expect(response.advertiser.team_id).toBe(team_id);
    const { items } = (await both.api.get(`${path}?team_id=${team_id}`)).response;
    expect(new Set(items.map((item: { team_id: number }) => item.team_id))).toEqual(
      new Set([team_id]),
    );
  }
  const teams = (await both.api.get(path)).response.items.map(
    (item: { team_id: number }) => item.team_id,
  );
  expect(new Set(teams)).toEqual(new Set([team.team_id, other.team_id]));
  expect((await other.boss.api.get(`${path}?team_id=${team.team_id}`)).status).toBe(403);
});

test("a list is paged, newest first, and searched by substring", async () => {
  const own = await makeTeam(world);
  for (const name of ["100% Oats", "Oats_1", "Barley"]) await own.advertiser({ name });
  await own.advertiser({ name: "Rye", external_id: "oats" });
  const names = async (query: string) =>
    (await own.boss.api.get(`${path}?${query}`)).response.items.map(
      ({ name }: { name: string }) => name,
    );
  expect(await names("")).toEqual(["Rye", "Barley", "Oats_1", "100% Oats"]);
  expect(await names("q=OATS")).toEqual(["Rye", "Oats_1", "100% Oats"]);
  expect(await names("q=%25")).toEqual(["100% Oats"]);
  expect(await names("q=s_")).toEqual(["Oats_1"]);
  const first = (await own.boss.api.get(`${path}?limit=3`)).response;
  const second = (
    await own.boss.api.get(new URL(first.next_url).pathname + new URL(first.next_url).search)
  ).response;
  expect([first.items.length, second.items.length, second.next_url]).toEqual([3, 1, null]);
  for (const wrong of ["offset=10001", "limit=0", "team_id=x"])
    expect((await own.boss.api.get(`${path}?${wrong}`)).status).toBe(400);
});

test("callers outside the team are refused, and an analyst may only read", async () => {
  const [analyst, editor] = [await team.member("analyst"), await team.member("editor")];
  const stranger = await world.person();
  const { advertiser_id } = await team.advertiser();
  const own = `${path}/${advertiser_id}`;
  expect((await analyst.api.get(own)).status).toBe(200);
  for (const [who, method, to] of [
    ...[editor, stranger].flatMap((one) => [
      [one, "GET", own] as const,
      [one, "GET", path] as const,
    ]),
    ...[analyst, editor, stranger].flatMap((one) => [
      [one, "PUT", own] as const,
      [one, "DELETE", own] as const,
      [one, "POST", path] as const,
    ]),
  ])
    expect(
      (await who.api.send(method, to, method === "GET" ? null : ACME)).status,
      `${who.username} ${method}`,
    ).toBe(403);
  expect((await world.api.get(own)).status).toBe(401);
  expect((await team.boss.api.get(own)).status).toBe(200);
});

test("an advertiser with campaigns cannot be deleted", async () => {
  const { campaign_id, advertiser_id } = await team.campaign();
  const own = `${path}/${advertiser_id}`;
  expect((await team.boss.api.delete(own)).error).toMatchObject({
    code: 409,
    type: "advertiser-not-empty",
  });
  await team.boss.api.delete(`/v2/campaigns/${campaign_id}`);
  expect((await team.boss.api.delete(own)).status).toBe(200);
});

test("a change based on an old revision is refused", async () => {
  const own = `${path}/${(await team.advertiser()).advertiser_id}`;
  const read = await team.boss.api.get(own);
  const headers = { "if-match": read.headers.get("etag") ?? "" };
  const first = await team.boss.api.put(own, { name: "First" }, { headers });
  expect(first.status).toBe(200);
  expect((await team.boss.api.put(own, { name: "Second" }, { headers })).status).toBe(412);
  expect((await team.boss.api.delete(own, { headers })).status).toBe(412);
  const newer = { "if-match": first.headers.get("etag") ?? "" };
  expect((await team.boss.api.delete(own, { headers: newer })).status).toBe(200);
});
