/** Tests the mails with reports, as an SMTP server gets them: what they say, to whom they go, and once. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeTeam, type Team } from "../../../../../test/setup/advertising.ts";
import { addFigures, confirmAddress, workOnMails } from "../../../../../test/setup/reportmails.ts";
import { type Mailbox, openMailbox } from "../../../../../test/setup/smtp.ts";
import { createSurfer } from "../../../../../test/setup/surfer.ts";
import { openWorld, type Person } from "../../../../../test/setup/world.ts";
import { SPANS } from "../../statistics/rules.ts";
import { ensureYearsOf } from "../../statistics/years/store.ts";

let mailbox: Mailbox;
let world: Awaited<ReturnType<typeof openWorld>>;
let team: Team;
let owner: Person;
let reader: Person;
/** What the mail server answers instead of what it usually does. */
let answering: (line: string) => string | null = () => null;

const DAY_MS = 86_400_000;
const MONDAY = new Date("2026-02-09T07:00:00Z");

beforeAll(async () => {
  mailbox = await openMailbox((line) => answering(line));
  world = await openWorld({ SMTP_URL: mailbox.url, PUBLIC_URL: "https://pods.example" });
  team = await makeTeam(world);
});
beforeEach(async () => {
  mailbox.mails.length = 0;
  await world.deps.db.deleteFrom("saved_reports").execute();
  answering = () => null;
  world.setTime(new Date(MONDAY.getTime() - DAY_MS));
  owner = await team.member("analyst");
  reader = await team.member("ad_manager");
  await confirmAddress(world, owner);
  await confirmAddress(world, reader);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const WEEKLY = { frequency: "WEEKLY", weekday: 1, hour: 8, timezone: "Europe/Berlin" };

/** A report of the last week of one campaign, mailed on Mondays to these people. */
async function scheduled(recipients: readonly Person[], named: object = {}) {
  const { campaign_id } = await team.campaign({ name: "Winter <i>sale", currency: "EUR" });
  const sold = { campaign_id, impressions: 1200, revenue: 1_234_567_891n };
  await addFigures(world, team, { ...sold, day: "2026-02-03" });
  const reports = `/v2/organizations/${team.organization_id}/saved-reports`;
  const fields = { name: "Sales", period: "last_week", dimensions: "day,campaign", campaign_id };
  const { response } = await owner.api.post(reports, { ...fields, ...named });
  const path = `/v2/saved-reports/${response.report.report_id}`;
  const user_ids = recipients.map(({ user_id }) => user_id);
  const put = await owner.api.put(`${path}/schedule`, { ...WEEKLY, recipients: user_ids });
  expect(put.status, put.text).toBe(200);
  return { path, campaign_id };
}

/** A week after the last Monday that a test has worked on. */
const workOn = async (moment: Date) => {
  world.setTime(moment);
  await workOnMails(world);
};

const log = async (path: string) => (await owner.api.get(`${path}/mails`)).response.items;
const receiversOf = () => mailbox.mails.map((mail) => /^To: (\S+)@/m.exec(mail)?.[1] ?? "").sort();
/** The attachment, decoded. */
const csvIn = (mail = ""): string =>
  Buffer.from(/filename=\S+\.csv\n\n([\s\S]*?)\n?--/.exec(mail)?.[1] ?? "", "base64").toString();

test("the mail says the figures in a sentence and a table, with a link and the CSV", async () => {
  const { path, campaign_id } = await scheduled([reader]);
  await workOn(new Date(MONDAY.getTime() - 60_000));
  expect(mailbox.mails).toEqual([]);
  await workOn(MONDAY);
  const [mail = ""] = mailbox.mails;
  expect(mailbox.mails).toHaveLength(1);
  expect(mail).toContain(`To: ${reader.username}@example.org`);
  expect(mail).toContain("Subject: Sales: 2 Feb 2026 to 8 Feb 2026");
  expect(mail).toContain("2 Feb 2026 to 8 Feb 2026: 1,200 impressions and €12.35.");
  expect(mail).toMatch(/3 Feb 2026 · Winter <i>sale · 1,200 · /u);
  expect(mail).toContain("Winter &lt;i&gt;sale</td>");
  expect(mail).toContain("https://pods.example/studio/ads/reports?team=");
  expect(mail).toContain("period=custom&from=2026-02-02&to=2026-02-08");
  expect(csvIn(mail).split("\r\n").slice(0, 2)).toEqual([
    "date,campaign_id,campaign_name,currency,impressions_sold,revenue_amount,ecpm_amount",
    `2026-02-03,${campaign_id},Winter <i>sale,EUR,1200,12.34567891,10.28806576`,
  ]);
  const [noted] = await log(path);
  expect(noted).toMatchObject({ day: "2026-02-09", state: "SENT", reason: null, attempts: 1 });
  const { response } = await owner.api.get(`${path}/schedule`);
  expect(response.schedule.next_at).toBe("2026-02-16 07:00:00");
});

test("each recipient gets one mail a day, whatever is run again or scheduled anew", async () => {
  const { path } = await scheduled([owner, reader]);
  await workOn(MONDAY);
  await workOn(MONDAY);
  const later = { ...WEEKLY, hour: 12, recipients: [owner.user_id, reader.user_id] };
  await owner.api.put(`${path}/schedule`, later);
  await workOn(new Date("2026-02-09T11:00:00Z"));
  expect(receiversOf()).toEqual([owner.username, reader.username].sort());
  await workOn(new Date("2026-02-16T11:00:00Z"));
  expect(mailbox.mails).toHaveLength(4);
});

test("nobody gets a mail who has left, has not confirmed their address, or has unsubscribed", async () => {
  const leaver = await team.member("analyst");
  const demoted = await team.member("analyst");
  const silent = await team.member("analyst");
  for (const person of [leaver, demoted]) await confirmAddress(world, person);
  const { path } = await scheduled([leaver, demoted, silent, reader]);
  const members = `/v2/organizations/${team.organization_id}/members`;
  await team.boss.api.delete(`${members}/${leaver.user_id}`);
  await team.boss.api.put(`${members}/${demoted.user_id}`, { role: "editor" });
  await workOn(MONDAY);
  expect(receiversOf()).toEqual([reader.username]);
  const reasons = new Map(
    (await log(path)).map((mail: { user_id: number; reason: string }) => [
      mail.user_id,
      mail.reason,
    ]),
  );
  expect(reasons.get(leaver.user_id)).toBe("LEFT");
  expect(reasons.get(demoted.user_id)).toBe("LEFT");
  expect(reasons.get(silent.user_id)).toBe("UNCONFIRMED");
});

test("the link and the header of a mail end it at once, for this report and recipient only", async () => {
  const { path } = await scheduled([owner, reader]);
  await workOn(MONDAY);
  const mail = mailbox.mails.find((one) => one.includes(`To: ${reader.username}@`)) ?? "";
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
  const header = /^List-Unsubscribe:\s*<https:\/\/pods\.example([^>]+)>/im.exec(mail)?.[1] ?? "";
  const url = new URL(header, world.baseUrl);
  // What scanners of mails do changes nothing.
  const opened = await fetch(url);
  expect(opened.url).toContain("/unsubscribe?code=");
  expect(await opened.text()).toContain("You will get no more mails of the report “Sales”.");
  const forged = await fetch(`${url.href.slice(0, -4)}AAAA`, { method: "POST" });
  expect(forged.status).toBe(404);
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await fetch(url, { method: "POST", body })).status).toBe(200);
  await workOn(new Date("2026-02-16T07:00:00Z"));
  expect(receiversOf()).toEqual([owner.username, owner.username, reader.username].sort());
  const { response } = await owner.api.get(`${path}/schedule`);
  const states = response.schedule.recipients.map(({ state }: { state: string }) => state);
  expect(states.sort()).toEqual(["READY", "UNSUBSCRIBED"]);
  // Choosing them again does not bring the mails back; they themselves do.
  await owner.api.put(`${path}/schedule`, { ...WEEKLY, recipients: [owner.user_id] });
  await owner.api.put(`${path}/schedule`, { ...WEEKLY, recipients: [reader.user_id] });
  await workOn(new Date("2026-02-23T07:00:00Z"));
  expect(mailbox.mails).toHaveLength(3);
  const surfer = createSurfer(world.baseUrl);
  await surfer.open(`/unsubscribe${url.search}`);
  await surfer.submit({});
  await workOn(new Date("2026-03-02T07:00:00Z"));
  expect(mailbox.mails).toHaveLength(4);
});

test("a report whose owner has lost the right stops, and says so, until it is scheduled again", async () => {
  const { path } = await scheduled([reader]);
  const member = `/v2/organizations/${team.organization_id}/members/${owner.user_id}`;
  await team.boss.api.put(member, { role: "editor" });
  const seen = await team.boss.api.get(`${path}/schedule`);
  expect(seen.response.schedule).toMatchObject({ status: "STOPPED", reason: "OWNER_RIGHTS" });
  await workOn(MONDAY);
  expect(mailbox.mails).toEqual([]);
  const { response } = await team.boss.api.get(`${path}/mails`);
  expect(response.items[0]).toMatchObject({ state: "SKIPPED", reason: "STOPPED" });
  await team.boss.api.put(member, { role: "analyst" });
  const back = await owner.api.get(`${path}/schedule`);
  expect(back.response.schedule).toMatchObject({ status: "STOPPED", next_at: null });
  await owner.api.put(`${path}/schedule`, { ...WEEKLY, recipients: [reader.user_id] });
  await workOn(new Date("2026-02-16T07:00:00Z"));
  expect(receiversOf()).toEqual([reader.username]);
});

test("an address that is refused is said at once; a server that is busy gets the mail later", async () => {
  const { path } = await scheduled([owner, reader]);
  answering = (line) => {
    if (line.startsWith(`RCPT TO:<${owner.username}@`)) return "550 no such mailbox";
    return line.startsWith("RCPT TO") ? "451 later" : null;
  };
  await workOn(MONDAY);
  const stateOf = async ({ user_id }: Person) =>
    (await log(path)).find((mail: { user_id: number }) => mail.user_id === user_id);
  expect(await stateOf(owner)).toMatchObject({ state: "FAILED", reason: "REFUSED" });
  expect(await stateOf(reader)).toMatchObject({
    ...{ state: "PENDING", reason: "UNREACHABLE", next_at: "2026-02-09 07:01:00" },
  });
  answering = () => null;
  await workOn(new Date(MONDAY.getTime() + 60_000));
  expect(await stateOf(reader)).toMatchObject({ state: "SENT", reason: null, attempts: 2 });
  expect(receiversOf()).toEqual([reader.username]);
});

test("a server that never takes the mail is given up", async () => {
  const { path } = await scheduled([reader]);
  answering = (line) => (line === "." ? "451 later" : null);
  for (let hour = 0; hour < 10; hour += 1)
    await workOn(new Date(MONDAY.getTime() + hour * 3_600_000));
  expect((await log(path))[0]).toMatchObject({
    ...{ state: "FAILED", reason: "UNREACHABLE", attempts: 6, next_at: null },
  });
  expect(mailbox.mails).toEqual([]);
});

test("a CSV that is too large for a mail is a link in it", async () => {
  const { path, campaign_id } = await scheduled([reader]);
  const { pool } = world.deps;
  await pool.query("update campaigns set name = repeat('x', 1000) where campaign_id = $1", [
    campaign_id,
  ]);
  const years = [2021, 2022, 2023, 2024, 2025].map((year) => `${year}-01-01`);
  await ensureYearsOf(world.deps.db, years);
  await pool.query(
    `insert into ad_rollups select 1, $1, $2, date '2021-02-01' + n, $3, 1, 0 from generate_series(0, 1500) n`,
    [campaign_id, SPANS.day, team.team_id],
  );
  await owner.api.post(path, { period: "custom", from: "2021-02-01", to: "2026-01-01" });
  await workOn(MONDAY);
  expect(mailbox.mails).toHaveLength(1);
  expect(mailbox.mails[0]).not.toContain("filename=");
  expect(mailbox.mails[0]).toContain("The report has 1,491 more rows.");
  expect(mailbox.mails[0]).toMatch(/Download it here:\nhttps:\S+&format=csv\n/);
});

test("a report that cannot be made says so", async () => {
  const { path } = await scheduled([reader]);
  await world.deps.db.updateTable("saved_reports").set({ campaign_id: 99_999 }).execute();
  await workOn(MONDAY);
  expect((await log(path))[0]).toMatchObject({ state: "FAILED", reason: "REPORT" });
});

test("an owner gets a mail at once when they ask for one", async () => {
  const { path } = await scheduled([reader]);
  const { response } = await owner.api.post(`${path}/mails`);
  expect(response.mail).toMatchObject({ user_id: owner.user_id, day: null, state: "PENDING" });
  await workOnMails(world);
  expect(receiversOf()).toEqual([owner.username]);
  expect(mailbox.mails[0]).toContain("You asked for this mail on the page of the report “Sales”");
});

test("the mail is in the language of its recipient", async () => {
  await scheduled([reader]);
  await world.deps.pool.query("update users set language = 'de' where user_id = $1", [
    reader.user_id,
  ]);
  await workOn(MONDAY);
  expect(mailbox.mails[0]).toContain("Alle Zeilen sind als CSV angehängt.");
});
