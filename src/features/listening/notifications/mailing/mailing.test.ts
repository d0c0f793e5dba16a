/** Mails about new episodes as an SMTP server gets them: after an agreement only, each episode once, until they are ended. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  agreeCodeIn,
  agreeToMails,
  SETTINGS,
  workOnEpisodeMails,
} from "../../../../../test/setup/episodemails.ts";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { type Mailbox, openMailbox } from "../../../../../test/setup/smtp.ts";
import { createSurfer } from "../../../../../test/setup/surfer.ts";
import { openWorld, type Person } from "../../../../../test/setup/world.ts";
import { allJobs } from "../../../../app/jobs.ts";

let mailbox: Mailbox;
let world: Awaited<ReturnType<typeof openWorld>>;
let ada: Person;
let bea: Person;
let show_id: number;
/** What the mail server answers instead of what it usually does. */
let answering: (line: string) => string | null = () => null;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 1970-01-05 was a Monday. */
const MONDAY = 4 * DAY;
/** Noon of the next Monday, because only what is dated within the last week is new. */
const NOON = new Date(MONDAY + Math.ceil((Date.now() - MONDAY) / (7 * DAY)) * 7 * DAY + 12 * HOUR);
const AT_ONCE = { frequency: "AT_ONCE" };

beforeAll(async () => {
  mailbox = await openMailbox((line) => answering(line));
  world = await openWorld({ SMTP_URL: mailbox.url, PUBLIC_URL: "https://pods.example" });
});
beforeEach(async () => {
  answering = () => null;
  world.setTime(NOON);
  ada = await world.person();
  bea = await world.person();
  show_id = await makeShow(world, ada, { title: "Night trains" });
  await follow(bea, show_id);
  await work();
  mailbox.mails.length = 0;
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const work = () => workOnEpisodeMails(world);
const agree = (person: Person, settings: Readonly<Record<string, string | number>> = AT_ONCE) =>
  agreeToMails(world, mailbox, person, settings);
const follow = ({ api, user_id }: Person, to: number, notifications_enabled = true) =>
  api.put(`/v2/users/${user_id}/favorites/${to}`, { notifications_enabled });
const publish = (title: string, to = show_id) =>
  makeEpisode(world, to, { title, published_at: new Date() });
const stateOf = async ({ api }: Person) =>
  (await api.get(SETTINGS)).response.notification_settings.state;
const later = async (ms: number) => {
  world.setTime(new Date(NOON.getTime() + ms));
  await work();
};
const subjects = () => mailbox.mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);

test("nothing is mailed before the link of the first mail is opened and its button pressed; then each episode once", async () => {
  const { response } = await bea.api.put(SETTINGS, AT_ONCE);
  expect(response.notification_settings).toMatchObject({ ...AT_ONCE, state: "UNCONFIRMED" });
  await publish("Too early");
  await work();
  expect(subjects()).toEqual(["Do you want e-mails about new episodes?"]);
  expect(mailbox.mails[0]).toContain(`To: ${bea.username}@example.org`);
  const code = agreeCodeIn(mailbox);
  const surfer = createSurfer(world.baseUrl);
  await surfer.open(`/agree-to-mails?code=${code}`);
  expect(await stateOf(bea)).toBe("UNCONFIRMED");
  expect((await surfer.submit({ code })).text).toContain("You get e-mails about new episodes");
  expect(await stateOf(bea)).toBe("ACTIVE");
  mailbox.mails.length = 0;
  const episode_id = await publish("Across <b> the border");
  await work();
  await later(HOUR);
  expect(subjects()).toEqual(["Night trains: Across <b> the border"]);
  const [mail = ""] = mailbox.mails;
  expect(mail).toContain(`https://pods.example/episode/${episode_id}`);
  expect(mail).toContain("Across &lt;b&gt; the border</a>");
  expect(mail).toMatch(
    /^List-Unsubscribe:\s*<https:\/\/pods\.example\/v2\/episode-mails\/unsubscribe\?code=\S+>$/im,
  );
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
});

const endCode = (): string =>
  /episode-mails\/unsubscribe\?code=([\w.-]+)/.exec(mailbox.mails.at(-1) ?? "")?.[1] ?? "";

test("one request without a session ends the mails until the address agrees again by a new link", async () => {
  await bea.api.put(SETTINGS, AT_ONCE);
  await work();
  const old = agreeCodeIn(mailbox);
  await agree(bea);
  await publish("One more");
  await work();
  const path = `/v2/episode-mails/unsubscribe?code=${endCode()}`;
  const opened = await fetch(world.baseUrl + path, { redirect: "manual" });
  expect(opened.status).toBe(303);
  const page = await createSurfer(world.baseUrl).open(opened.headers.get("location") ?? "");
  expect(page.text).toContain("You will get no more e-mails");
  expect(await stateOf(bea)).toBe("ACTIVE");
  for (let n = 0; n < 2; n += 1) {
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const ended = await fetch(world.baseUrl + path, { method: "POST", body, redirect: "manual" });
    expect(ended.status).toBe(200);
  }
  expect(await stateOf(bea)).toBe("OFF");
  mailbox.mails.length = 0;
  await publish("One more");
  await later(HOUR);
  expect(mailbox.mails).toEqual([]);
  const surfer = createSurfer(world.baseUrl);
  await surfer.open(`/agree-to-mails?code=${old}`);
  expect((await surfer.submit({ code: old })).status).toBe(400);
  await agree(bea);
  await publish("Back");
  await later(2 * HOUR);
  expect(subjects()).toEqual(["Night trains: Back"]);
});

test("the page of the link in a mail ends the mails by a button, and wrong codes are refused", async () => {
  await agree(bea);
  await publish("One more");
  await work();
  const code = endCode();
  const surfer = createSurfer(world.baseUrl);
  await surfer.open(`/unsubscribe-episodes?code=${code}`);
  expect((await surfer.submit({})).text).toContain("You get no more e-mails");
  expect(await stateOf(bea)).toBe("OFF");
  const [, mac] = code.split(".");
  for (const wrong of [`${ada.user_id}.${mac}`, "x", ""]) {
    const path = `/v2/episode-mails/unsubscribe?code=${encodeURIComponent(wrong)}`;
    expect((await fetch(world.baseUrl + path, { method: "POST" })).status, wrong).toBe(404);
  }
});

test("an address that its mail server refuses for good gets no more mails; what refuses this server is tried again", async () => {
  await agree(bea);
  answering = (line) => (line.startsWith("RCPT") ? "554 5.7.1 relay access denied" : null);
  await publish("First");
  await work();
  expect(await stateOf(bea)).toBe("ACTIVE");
  answering = (line) => (line === "." ? "451 try again" : null);
  await later(MINUTE);
  expect(mailbox.mails).toEqual([]);
  answering = () => null;
  await later(7 * MINUTE);
  await later(HOUR);
  expect(subjects()).toEqual(["Night trains: First"]);
  answering = (line) => (line.startsWith("RCPT") ? "550 5.1.1 no such user" : null);
  await publish("Second");
  await later(2 * HOUR);
  expect(await stateOf(bea)).toBe("REFUSED");
  answering = () => null;
  await publish("Third");
  await later(4 * HOUR);
  expect(mailbox.mails).toHaveLength(1);
  await agree(bea);
  expect(await stateOf(bea)).toBe("ACTIVE");
});

test("mails leave a quarter of an hour between them, and what comes meanwhile is in the next one", async () => {
  await agree(bea);
  await publish("One");
  await work();
  await publish("Two");
  await publish("Three");
  await later(10 * MINUTE);
  expect(subjects()).toEqual(["Night trains: One"]);
  await later(15 * MINUTE);
  expect(subjects().slice(1)).toEqual(["New episodes: Night trains"]);
  expect(mailbox.mails[1]).toMatch(/Two[\s\S]*Three/);
});

test("mails sent at once wait for the end of quiet hours by the clocks of the person", async () => {
  await bea.api.post(`/v2/users/${bea.user_id}`, { timezone: "America/Bogota" });
  await agree(bea, { ...AT_ONCE, quiet_from: 22, quiet_to: 9 });
  await publish("At seven");
  await work();
  // Noon is seven o'clock in Bogotá.
  await later(2 * HOUR - MINUTE);
  expect(mailbox.mails).toEqual([]);
  await later(2 * HOUR);
  expect(subjects()).toEqual(["Night trains: At seven"]);
});

test("a daily mail names what came since the last one, a weekly one comes on its day", async () => {
  const cem = await world.person();
  const other = await makeShow(world, ada, { title: "Day trains" });
  for (const show of [show_id, other]) await follow(cem, show);
  await agree(bea, { frequency: "DAILY", hour: 18 });
  await agree(cem, { frequency: "WEEKLY", hour: 18, weekday: 2 });
  await publish("One");
  await publish("Two", other);
  await work();
  expect(mailbox.mails).toEqual([]);
  await later(6 * HOUR);
  expect(subjects()).toEqual(["Night trains: One"]);
  await later(30 * HOUR);
  expect(subjects().slice(1)).toEqual(["New episodes: Day trains, Night trains"]);
  await later(80 * HOUR);
  expect(mailbox.mails).toHaveLength(2);
});

test("nobody is mailed about what is hidden or not followed any more, at another address, or by two workers", async () => {
  const [cem, dan, eve] = [await world.person(), await world.person(), await world.person()];
  for (const person of [cem, dan, eve]) await follow(person, show_id);
  for (const person of [bea, cem, dan, eve]) await agree(person, { frequency: "DAILY", hour: 18 });
  const hidden = await publish("Hidden");
  await publish("Kept");
  await work();
  await follow(cem, show_id, false);
  await dan.api.delete(`/v2/users/${dan.user_id}/favorites/${show_id}`);
  await world.deps.pool.query("update users set email = 'eve@example.net' where user_id = $1", [
    eve.user_id,
  ]);
  await ada.api.post(`/v2/episodes/${hidden}`, { visibility: "PRIVATE" });
  world.setTime(new Date(NOON.getTime() + 6 * HOUR));
  const sending = allJobs(world.deps).filter(({ name }) => name === "notifications.send-mails");
  await Promise.all(Array.from({ length: 4 }, () => sending[0]?.run({}, { last: false })));
  expect(subjects()).toEqual(["Night trains: Kept"]);
  expect(await stateOf(eve)).toBe("UNCONFIRMED");
});
