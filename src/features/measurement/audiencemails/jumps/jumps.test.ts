/** Notes about days with far more plays and downloads than usual, as an SMTP server gets them. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addPlays, workOnAudienceMails } from "../../../../../test/setup/audiencemails.ts";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { openLedgers } from "../../../../../test/setup/ledgers.ts";
import { confirmAddress } from "../../../../../test/setup/reportmails.ts";
import { type Mailbox, openMailbox } from "../../../../../test/setup/smtp.ts";
import { openWorld, type Person } from "../../../../../test/setup/world.ts";
import { addDays } from "../../../../platform/statistics/calendar.ts";

let mailbox: Mailbox;
let world: Awaited<ReturnType<typeof openWorld>>;
let ada: Person;
let show_id: number;
let episode_id: number;

const SETTINGS = "/v2/me/notification-settings";
const WISH = { jump_notes: true };
/** The day that is judged. */
const DAY = "2026-03-10";

beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openWorld({
    SMTP_URL: mailbox.url,
    PUBLIC_URL: "https://pods.example",
    RATE_LIMIT: "0",
  });
  await openLedgers(world.deps.db);
});
beforeEach(async () => {
  world.setTime(new Date("2026-03-09T12:00:00Z"));
  await world.deps.db.deleteFrom("audience_mail_settings").execute();
  ada = await person();
  ({ show_id, episode_id } = await show("2025-01-01"));
  await ada.api.put(SETTINGS, WISH);
  mailbox.mails.length = 0;
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

/** Somebody with a confirmed address. */
async function person(): Promise<Person> {
  const one = await world.person();
  await confirmAddress(world, one);
  return one;
}
async function show(created_at: string) {
  const made = await makeShow(world, ada, { title: "Night trains" });
  await world.deps.pool.query("update shows set created_at = $1 where show_id = $2", [
    created_at,
    made,
  ]);
  const published_at = new Date("2025-01-02T00:00:00Z");
  const episode = await makeEpisode(world, made, { title: "Across the border", published_at });
  return { show_id: made, episode_id: episode };
}
const heard = () => ({ episode_id, show_id, author_id: ada.user_id });
/** So many plays on each of the days before. */
const usual = (count: number, days = 35) =>
  Object.fromEntries(Array.from({ length: days }, (_, n) => [addDays(DAY, -1 - n), count]));
const workAt = async (moment: string) => {
  world.setTime(new Date(moment));
  await workOnAudienceMails(world);
};
/** All hours from the end of the day to the morning after the next. */
const workOn = async () => {
  for (const moment of ["2026-03-11T00:25:00Z", "2026-03-11T08:00:00Z", "2026-03-12T08:00:00Z"])
    await workAt(moment);
};
const subjects = () => mailbox.mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);

test("a day far above the usual is mailed the next morning, once, with its episodes", async () => {
  await addPlays(world, heard(), { ...usual(4), [DAY]: 130 });
  await workAt("2026-03-10T23:00:00Z");
  await workAt("2026-03-11T00:25:00Z");
  expect(mailbox.mails).toEqual([]);
  await workAt("2026-03-11T08:00:00Z");
  await workAt("2026-03-12T08:00:00Z");
  expect(subjects()).toEqual(["Night trains: 130 plays and downloads on 10 Mar 2026"]);
  const [mail = ""] = mailbox.mails;
  expect(mail).toContain("On a usual day of the five weeks before, it was 4.");
  expect(mail).toContain("Night trains: Across the border (130)");
  expect(mail).toContain(`/studio/shows/${show_id}/numbers?from=${DAY}&to=${DAY}`);
  expect(mail).toMatch(/^List-Unsubscribe:\s*<\S+\.jumps\.\S+>$/im);
});

test.each([
  ["hardly anybody more", { ...usual(4), [DAY]: 103 }],
  ["less than three times as many", { ...usual(60), [DAY]: 170 }],
  ["a release day like the one a month ago", { ...usual(4), "2026-02-08": 100, [DAY]: 140 }],
])("no note: %s", async (_, plays) => {
  await addPlays(world, heard(), plays);
  await workOn();
  expect(mailbox.mails).toEqual([]);
});

test("no note: a show that has just moved here, and days that logs or recounts bring later", async () => {
  const old = heard();
  const moved = await show("2026-03-01");
  await addPlays(world, { ...moved, author_id: ada.user_id }, { [DAY]: 150 });
  await workOn();
  await addPlays(world, old, { [DAY]: 150 });
  await workAt("2026-03-13T00:25:00Z");
  await workAt("2026-03-13T08:00:00Z");
  expect(mailbox.mails).toEqual([]);
});

test("what comes a day late is news, and no second note within a week", async () => {
  await workAt("2026-03-11T09:00:00Z");
  await addPlays(world, heard(), { [DAY]: 150 });
  await workAt("2026-03-12T07:00:00Z");
  await workAt("2026-03-12T08:00:00Z");
  expect(mailbox.mails).toHaveLength(1);
  await addPlays(world, heard(), { "2026-03-09": 300, "2026-03-16": 600, "2026-03-20": 2000 });
  for (const day of ["12", "17", "18", "21"]) {
    await workAt(`2026-03-${day}T01:25:00Z`);
    await workAt(`2026-03-${day}T08:00:00Z`);
  }
  expect(subjects().slice(1)).toEqual(["Night trains: 2,000 plays and downloads on 20 Mar 2026"]);
});

test("everybody who may edit the show and wants notes gets one, by their clocks; nobody who may not any more", async () => {
  const [bea, cem, dan] = [await person(), await person(), await person()];
  const collaborators = `/v2/shows/${show_id}/collaborators`;
  for (const one of [bea, cem]) await ada.api.put(`${collaborators}/${one.user_id}`);
  for (const one of [bea, cem, dan]) await one.api.put(SETTINGS, WISH);
  await bea.api.post(`/v2/users/${bea.user_id}`, { timezone: "America/New_York" });
  await addPlays(world, heard(), { ...usual(4), [DAY]: 150 });
  await workAt("2026-03-11T00:25:00Z");
  await ada.api.delete(`${collaborators}/${cem.user_id}`);
  const receivers = () => mailbox.mails.map((mail) => /^To: (\S+)@/m.exec(mail)?.[1] ?? "");
  await workAt("2026-03-11T08:00:00Z");
  expect(receivers()).toEqual([ada.username]);
  // The clocks of New York went forward on 8 March.
  await workAt("2026-03-11T12:00:00Z");
  expect(receivers()).toEqual([ada.username, bea.username]);
});
