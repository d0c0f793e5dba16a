/** Tests saved reports over HTTP: kept, listed, changed and deleted, by whom, and every refusal. */
import { beforeAll, expect, test } from "vitest";
import { makeTeam, type Team } from "../../../../../test/setup/advertising.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld({ RATE_LIMIT: "0" });
let team: Team;
let analyst: Person;
let path: string;

beforeAll(async () => {
  team = await makeTeam(world);
  analyst = await team.member("analyst");
  path = `/v2/organizations/${team.organization_id}/saved-reports`;
});

const save = async (fields: object, who = analyst) => {
  const { status, response, text } = await who.api.post(path, { name: "Weekly", ...fields });
  expect(status, text).toBe(200);
  return response.report;
};

test("a report is saved by an analyst, and read by everyone who reads the team's advertising", async () => {
  const { campaign_id } = await team.campaign();
  const made = await save({ period: "last_week", dimensions: "lineitem,day", campaign_id });
  const shown = {
    ...{ name: "Weekly", user_id: analyst.user_id, organization_id: team.organization_id },
    ...{ period: "last_week", from: null, to: null, dimensions: ["day", "lineitem"] },
    ...{ advertiser_id: null, campaign_id, lineitem_id: null },
  };
  expect(made).toMatchObject(shown);
  const one = `/v2/saved-reports/${made.report_id}`;
  const { response, headers } = await team.boss.api.get(one);
  expect(response.report).toEqual(made);
  expect((await team.boss.api.get(path)).response.items).toContainEqual(made);
  const report = await team.boss.api.get(made.report_url.replace(/^https?:\/\/[^/]+/, ""));
  expect(report.response.report.dimensions).toEqual(["day", "lineitem"]);
  const stale = { headers: { "if-match": headers.get("etag") ?? "" } };
  const changed = await analyst.api.post(
    one,
    { period: "custom", from: "2026-01-01", to: "2026-01-31", campaign_id: "", name: "January" },
    stale,
  );
  expect(changed.response.report).toMatchObject({
    ...{ name: "January", period: "custom", from: "2026-01-01", to: "2026-01-31" },
    ...{ dimensions: ["day", "lineitem"], campaign_id: null },
  });
  const late = await analyst.api.post(one, { name: "Late" }, stale);
  expect([late.status, late.error.type]).toEqual([412, "stale-record"]);
  const back = await analyst.api.post(one, { period: "yesterday" });
  expect(back.response.report).toMatchObject({ from: null, to: null });
});

test("only its owner changes a report; who may book for the team deletes it, too", async () => {
  const { report_id } = await save({ period: "yesterday" });
  const one = `/v2/saved-reports/${report_id}`;
  const refused = await team.boss.api.post(one, { name: "Mine" });
  expect([refused.status, refused.error.type]).toEqual([403, "not-your-report"]);
  const other = await team.member("analyst");
  expect((await other.api.delete(one)).error.type).toBe("not-your-report");
  const stranger = await makeTeam(world);
  for (const tried of [
    await stranger.boss.api.get(one),
    await stranger.boss.api.post(one, { name: "Theirs" }),
    await stranger.boss.api.delete(one),
    await stranger.boss.api.get(path),
    await stranger.boss.api.post(path, { name: "Theirs", period: "yesterday" }),
  ])
    expect(tried.status).toBe(403);
  expect((await team.boss.api.delete(one)).status).toBe(200);
  expect((await analyst.api.get(one)).error.type).toBe("report-not-found");
});

test("an owner who leaves the team no longer reads or changes what they saved", async () => {
  const leaver = await team.member("ad_manager");
  const { report_id } = await save({ period: "yesterday" }, leaver);
  const member = `/v2/organizations/${team.organization_id}/members/${leaver.user_id}`;
  expect((await team.boss.api.delete(member)).status).toBe(200);
  const one = `/v2/saved-reports/${report_id}`;
  for (const tried of [
    await leaver.api.get(one),
    await leaver.api.post(one, { name: "Still mine" }),
    await leaver.api.delete(one),
  ])
    expect(tried.status).toBe(403);
});

test.each([
  [{}, ["from", "to"]],
  [{ period: "yesterday", name: "" }, ["name"]],
  [{ period: "yesterday", name: "x".repeat(101) }, ["name"]],
  [{ period: "yesterday", campaign_id: 999_999 }, ["campaign_id"]],
  [{ period: "yesterday", dimensions: ["day", "week"] }, ["dimensions"]],
  [{ period: "yesterday", dimensions: ["day", 1] }, ["dimensions"]],
  [{ period: "custom", from: "2026-02-30", to: "2026-03-01" }, ["from"]],
  [{ period: "custom", from: "2026-04-01", to: "2026-03-01" }, ["from"]],
])("%j is refused at its field, when saved and when changed", async (fields, expected) => {
  const names = (error: { fields?: object }) =>
    Object.keys(error.fields ?? {}).map((name) => name.replace(/\W.*$/, ""));
  const refused = await analyst.api.post(path, { name: "Weekly", ...fields });
  expect([refused.status, names(refused.error)]).toEqual([400, expected]);
  const { report_id } = await save({ period: "yesterday" });
  const period = { period: "custom" };
  const late = await analyst.api.post(`/v2/saved-reports/${report_id}`, { ...period, ...fields });
  expect([late.status, names(late.error)]).toEqual([400, expected]);
});

test("a team saves at most 200 reports, also if they are saved at the same time", async () => {
  const { organization_id, team_id, boss } = await makeTeam(world);
  await world.deps.pool.query(
    `insert into saved_reports (team_id, user_id, name, period, dimensions)
     select $1, $2, 'Report ' || n, 'yesterday', '{}' from generate_series(1, 195) n`,
    [team_id, boss.user_id],
  );
  const full = `/v2/organizations/${organization_id}/saved-reports`;
  const made = await Promise.all(
    Array.from({ length: 8 }, () => boss.api.post(full, { name: "More", period: "yesterday" })),
  );
  expect(made.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = made.filter(({ status }) => status !== 200).map(({ error }) => error.type);
  expect(refused).toEqual(["too-many-reports", "too-many-reports", "too-many-reports"]);
  expect((await boss.api.get(full)).response.items).toHaveLength(200);
});
