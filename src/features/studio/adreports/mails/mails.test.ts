/** Tests the page on which a report is mailed: its form, what it says of mails, and who may use it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTeam, type Team } from "../../../../../test/setup/advertising.ts";
import { confirmAddress, workOnMails } from "../../../../../test/setup/reportmails.ts";
import { type Mailbox, openMailbox } from "../../../../../test/setup/smtp.ts";
import { type Surfer, signedInSurfer } from "../../../../../test/setup/surfer.ts";
import { openWorld, type Person } from "../../../../../test/setup/world.ts";

let mailbox: Mailbox;
let world: Awaited<ReturnType<typeof openWorld>>;
let team: Team;
let analyst: Person;
let surfer: Surfer;
let report_id: number;
let path: string;

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({ SMTP_URL: mailbox.url, RATE_LIMIT: "0" });
  team = await makeTeam(world);
  analyst = await team.member("analyst");
  await analyst.api.post("/v2/users/me", { timezone: "Europe/Berlin", fullname: "Ana <b>" });
  await confirmAddress(world, analyst);
  surfer = await signedInSurfer(world.baseUrl, analyst.username);
  const reports = `/v2/organizations/${team.organization_id}/saved-reports`;
  const { response } = await analyst.api.post(reports, { name: "Sales <i>", period: "last_week" });
  report_id = response.report.report_id;
  path = `/studio/ads/reports/${report_id}/mails`;
});
afterAll(async () => {
  world.setTime(null);
  await world.close();
  await mailbox.close();
});

/** The words of a page, without its markup. */
const wordsIn = (text: string): string => text.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("a person schedules a report in their time zone, and the page says when it is mailed", async () => {
  world.setTime(new Date("2026-03-24T12:00:00Z"));
  const before = await surfer.open(path);
  expect(before.text).toContain("This report is not mailed.");
  expect(before.text).not.toMatch(/<[ib]>/);
  // They are proposed themselves.
  expect(before.text).toMatch(new RegExp(`name="to_${analyst.user_id}" value="1" checked`));
  expect(before.text).toContain('<option value="Europe/Berlin" selected>');
  const times = { frequency: "WEEKLY", weekday: "1", day: "1", hour: "8" };
  const fields = { ...times, timezone: "Europe/Berlin", [`to_${analyst.user_id}`]: "1" };
  const saved = await surfer.submit(fields, path);
  expect(saved.text).toContain("Saved.");
  expect(wordsIn(saved.text)).toContain("30 Mar 2026, 08:00 (Europe/Berlin)");
  expect((await surfer.open("/studio/ads/reports")).text).toContain(`href="${path}"`);
  expect(wordsIn((await surfer.open("/studio/ads/reports")).text)).toContain("Every week");
});

test("what is missing is said beside its field, and stays as chosen", async () => {
  await surfer.open(path);
  const fields = { frequency: "MONTHLY", weekday: "3", day: "", hour: "9", timezone: "UTC" };
  const { status, text } = await surfer.submit(fields, path);
  expect(status).toBe(400);
  expect(text).toContain('id="day-error"');
  expect(text).toContain('<option value="MONTHLY" selected>');
  expect(text).toContain('class="mail-recipients field wrong"');
});

test("somebody who changes the schedule meanwhile is not overwritten", async () => {
  await surfer.open(path);
  const times = { frequency: "DAILY", weekday: "1", day: "1", hour: "7", timezone: "UTC" };
  const fields = { ...times, [`to_${analyst.user_id}`]: "1" };
  const recipients = [analyst.user_id];
  const body = { frequency: "DAILY", hour: 6, timezone: "UTC", recipients };
  await analyst.api.put(`/v2/saved-reports/${report_id}/schedule`, body);
  expect((await surfer.submit(fields, path)).status).toBe(412);
});

test("a mail now is sent, and the page says what became of it and of others", async () => {
  await surfer.open(path);
  const asked = await surfer.submit({}, `${path}/now`);
  expect(asked.text).toContain("The mail is queued.");
  expect(wordsIn(asked.text)).toMatch(/Ana &lt;b&gt; \(asked for\) Waiting/);
  await workOnMails(world);
  expect(mailbox.mails).toHaveLength(1);
  expect(wordsIn((await surfer.open(path)).text)).toMatch(/\(asked for\) Sent/);
  const silent = await team.member("analyst");
  const recipients = [analyst.user_id, silent.user_id];
  const body = { frequency: "DAILY", hour: 6, timezone: "UTC", recipients };
  await analyst.api.put(`/v2/saved-reports/${report_id}/schedule`, body);
  expect((await surfer.open(path)).text).toContain("gets no mails before they have confirmed");
  world.setTime(new Date("2026-03-25T06:00:00Z"));
  await workOnMails(world);
  const { text } = await surfer.open(path);
  expect(wordsIn(text)).toMatch(/Not sent The e-mail address is not confirmed\. Its owner can/);
});

test("others of the team see the schedule and cannot change it; nobody else sees it", async () => {
  const boss = await signedInSurfer(world.baseUrl, team.boss.username);
  const seen = await boss.open(path);
  expect(wordsIn(seen.text)).toContain(
    "Only Ana &lt;b&gt;, who saved the report, can change this.",
  );
  expect(seen.text).not.toContain(`action="${path}`);
  const rival = await signedInSurfer(world.baseUrl, (await makeTeam(world)).boss.username);
  const hidden = await rival.open(path);
  expect(hidden.status).toBe(403);
  expect(hidden.text).not.toContain("Sales");
});

test("a report stops by a button, or when its owner loses the right, which its page says", async () => {
  const member = `/v2/organizations/${team.organization_id}/members/${analyst.user_id}`;
  await team.boss.api.put(member, { role: "editor" });
  const boss = await signedInSurfer(world.baseUrl, team.boss.username);
  expect(wordsIn((await boss.open(path)).text)).toContain(
    "This report is not mailed any more: Ana &lt;b&gt; may no longer read",
  );
  await team.boss.api.put(member, { role: "analyst" });
  await surfer.open(path);
  const ended = await surfer.submit({}, `${path}/stop`);
  expect(ended.text).toContain("The report is not mailed any more.");
  expect(ended.text).toContain("This report is not mailed.");
});

test("the page is in the person's language", async () => {
  const german = await signedInSurfer(world.baseUrl, analyst.username, { "accept-language": "de" });
  const { text } = await german.open(path);
  expect(text).toContain("Zeitplan speichern");
  expect(text).toContain("Mittwoch");
});
