/** Tests schedules of saved reports over HTTP: set, read, changed and ended, by whom, and every refusal. */
import { afterEach, beforeAll, expect, test } from "vitest";
import { makeTeam, type Team } from "../../../../test/setup/advertising.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld({ RATE_LIMIT: "0" });
let team: Team;
let analyst: Person;
let path: string;

beforeAll(async () => {
  team = await makeTeam(world);
  analyst = await team.member("analyst");
  const reports = `/v2/organizations/${team.organization_id}/saved-reports`;
  const { response } = await analyst.api.post(reports, { name: "Weekly", period: "last_week" });
  path = `/v2/saved-reports/${response.report.report_id}`;
});
afterEach(() => world.setTime(null));

const WEEKLY = { frequency: "WEEKLY", weekday: 1, hour: 8, timezone: "Europe/Berlin" };

test("a report is scheduled in its owner's time zone, and everyone of the team sees it", async () => {
  world.setTime(new Date("2026-03-24T12:00:00Z"));
  const recipients = [analyst.user_id, team.boss.user_id];
  const { status, response, text } = await analyst.api.put(`${path}/schedule`, {
    ...WEEKLY,
    day: 3,
    recipients: recipients.join(","),
  });
  expect(status, text).toBe(200);
  expect(response.schedule).toMatchObject({
    ...{ frequency: "WEEKLY", weekday: 1, day: null, hour: 8, timezone: "Europe/Berlin" },
    // The clocks have gone forward by then.
    ...{ status: "ACTIVE", reason: null, next_at: "2026-03-30 06:00:00" },
  });
  expect(response.schedule.recipients).toHaveLength(2);
  // Nobody has confirmed an address.
  expect(response.schedule.recipients[0].state).toBe("UNCONFIRMED");
  const read = await team.boss.api.get(`${path}/schedule`);
  expect(read.response).toEqual(response);
  const stale = { headers: { "if-match": read.headers.get("etag") ?? "" } };
  const monthly = { frequency: "MONTHLY", day: 31, hour: 0, timezone: "", recipients: recipients };
  const changed = await analyst.api.put(`${path}/schedule`, monthly, stale);
  expect(changed.response.schedule).toMatchObject({
    ...{ timezone: "UTC", weekday: null, day: 31, next_at: "2026-03-31 00:00:00" },
  });
  expect((await analyst.api.put(`${path}/schedule`, monthly, stale)).error.type).toBe(
    "stale-record",
  );
  expect((await analyst.api.delete(`${path}/schedule`)).status).toBe(200);
  for (const gone of [
    await analyst.api.get(`${path}/schedule`),
    await analyst.api.delete(`${path}/schedule`),
  ])
    expect([gone.status, gone.error.type]).toEqual([404, "schedule-not-found"]);
});

test("only the owner of the report schedules it, and only to readers of the team's advertising", async () => {
  const body = { ...WEEKLY, recipients: [team.boss.user_id] };
  for (const tried of [
    await team.boss.api.put(`${path}/schedule`, body),
    await team.boss.api.delete(`${path}/schedule`),
    await team.boss.api.post(`${path}/mails`),
  ])
    expect([tried.status, tried.error.type]).toEqual([403, "not-your-report"]);
  const rival = await makeTeam(world);
  for (const tried of [
    await rival.boss.api.get(`${path}/schedule`),
    await rival.boss.api.get(`${path}/mails`),
    await rival.boss.api.put(`${path}/schedule`, body),
    await rival.boss.api.post(`${path}/mails`),
  ])
    expect(tried.status).toBe(403);
  const editor = await team.member("editor");
  for (const wrong of [rival.boss.user_id, editor.user_id, 999_999_999]) {
    const recipients = [analyst.user_id, wrong];
    const { status, error } = await analyst.api.put(`${path}/schedule`, { ...body, recipients });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ["recipients"]]);
  }
});

test.each([
  [{ frequency: "HOURLY" }, "frequency"],
  [{ weekday: "" }, "weekday"],
  [{ weekday: 8 }, "weekday"],
  [{ frequency: "MONTHLY" }, "day"],
  [{ frequency: "MONTHLY", day: 32 }, "day"],
  [{ hour: 24 }, "hour"],
  [{ hour: "" }, "hour"],
  [{ timezone: "Mars/Olympus" }, "timezone"],
  [{ recipients: [] }, "recipients"],
  [{ recipients: Array.from({ length: 51 }, (_, n) => n + 1) }, "recipients"],
])("%j is refused at its field", async (fields, expected) => {
  const body = { ...WEEKLY, recipients: [analyst.user_id], ...fields };
  const { status, error } = await analyst.api.put(`${path}/schedule`, body);
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [expected]]);
});

test("an owner mails a report to themselves a few times an hour", async () => {
  for (let n = 0; n < 10; n += 1)
    expect((await analyst.api.post(`${path}/mails`)).status).toBe(200);
  const beyond = await analyst.api.post(`${path}/mails`);
  expect([beyond.status, beyond.error.type]).toEqual([429, "busy"]);
  const { response } = await team.boss.api.get(`${path}/mails?limit=3`);
  expect(response.items).toHaveLength(3);
  expect(response.items[0]).toMatchObject({ user_id: analyst.user_id, day: null, attempts: 0 });
  expect(response.next_url).toContain("last_id=");
});

test("a report that is mailed is deleted with its schedule and its mails", async () => {
  await analyst.api.put(`${path}/schedule`, { ...WEEKLY, recipients: [analyst.user_id] });
  expect((await analyst.api.delete(path)).status).toBe(200);
  expect((await analyst.api.get(`${path}/schedule`)).error.type).toBe("report-not-found");
  expect((await analyst.api.get(`${path}/mails`)).error.type).toBe("report-not-found");
});
