/** Weekly reports about people's own shows as an SMTP server gets them: what they say, when, to whom, and once. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addPlays, workOnAudienceMails } from "../../../../test/setup/audiencemails.ts";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { openLedgers } from "../../../../test/setup/ledgers.ts";
import { confirmAddress } from "../../../../test/setup/reportmails.ts";
import { type Mailbox, openMailbox } from "../../../../test/setup/smtp.ts";
import { createSurfer, signedInSurfer } from "../../../../test/setup/surfer.ts";
import { openWorld, type Person } from "../../../../test/setup/world.ts";
import { allJobs } from "../../../app/jobs.ts";

let mailbox: Mailbox;
let world: Awaited<ReturnType<typeof openWorld>>;
let ada: Person;
let show_id: number;
let episode_id: number;
/** What the mail server answers instead of what it usually does. */
let answering: (line: string) => string | null = () => null;

const SETTINGS = "/v2/me/notification-settings";
const WISH = { weekly_report: true };
const MINUTE = 60_000;
const DAY = 86_400_000;
/** Eight o'clock in Berlin. */
const MONDAY = new Date("2026-02-09T07:00:00Z");

beforeAll(async () => {
  mailbox = await openMailbox((line) => answering(line));
  world = await openWorld({
    SMTP_URL: mailbox.url,
    PUBLIC_URL: "https://pods.example",
    RATE_LIMIT: "0",
  });
  await openLedgers(world.deps.db);
});
beforeEach(async () => {
  answering = () => null;
  world.setTime(new Date(MONDAY.getTime() - 2 * DAY));
  ada = await person("Europe/Berlin");
  show_id = await makeShow(world, ada, { title: "Night <Trains>" });
  const published_at = new Date("2026-02-04T10:00:00Z");
  episode_id = await makeEpisode(world, show_id, { title: "Across <b> the border", published_at });
  await world.deps.db.deleteFrom("audience_mails").execute();
  await world.deps.db.deleteFrom("audience_mail_settings").execute();
  mailbox.mails.length = 0;
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

/** Somebody with a confirmed address. */
async function person(timezone: string): Promise<Person> {
  const one = await world.person();
  await confirmAddress(world, one);
  await one.api.post(`/v2/users/${one.user_id}`, { timezone });
  return one;
}
const workAt = async (moment: Date | string) => {
  world.setTime(new Date(moment));
  await workOnAudienceMails(world);
};
const heard = () => ({ episode_id, show_id, author_id: ada.user_id });
const subjects = () => mailbox.mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);
const receivers = () => mailbox.mails.map((mail) => /^To: (\S+)@/m.exec(mail)?.[1] ?? "").sort();
const settingsOf = async ({ api }: Person) =>
  (await api.get(SETTINGS)).response.notification_settings;

test("on Monday morning a mail compares the week with the one before, with the best episodes and what is new", async () => {
  await addPlays(world, heard(), {
    "2026-01-28": 10,
    "2026-02-03": 7,
    "2026-02-08": 5,
    "2026-02-09": 50,
  });
  const bea = await world.person();
  await bea.api.put(`/v2/users/${bea.user_id}/favorites/${show_id}`);
  await world.deps.pool.query("update favorites set created_at = '2026-02-05' where show_id = $1", [
    show_id,
  ]);
  const { response } = await ada.api.put(SETTINGS, WISH);
  expect(response.notification_settings).toMatchObject({
    ...{ weekly_report: true, jump_notes: false, reports_state: "ACTIVE", frequency: "OFF" },
  });
  await workAt(new Date(MONDAY.getTime() - MINUTE));
  expect(mailbox.mails).toEqual([]);
  await workAt(MONDAY);
  await workAt(new Date(MONDAY.getTime() + DAY));
  expect(receivers()).toEqual([ada.username]);
  const [mail = ""] = mailbox.mails;
  expect(subjects()).toEqual(["Night <Trains>: 12 plays and downloads, 2 Feb 2026 to 8 Feb 2026"]);
  expect(mail).toContain(
    "Night <Trains> had 12 plays and downloads from 2 Feb 2026 to 8 Feb 2026: 20% more than in the week before.",
  );
  expect(mail).toContain("Night <Trains>: Across <b> the border (12)");
  expect(mail).toContain("Across &lt;b&gt; the border</a> (12)");
  expect(mail).toContain("1 new episode came out.");
  expect(mail).toContain("1 new follower.");
  expect(mail).toContain("https://pods.example/studio/numbers?from=2026-02-02&to=2026-02-08");
  expect(mail).not.toMatch(/<img/);
  expect(mail).toMatch(
    /^List-Unsubscribe:\s*<https:\/\/pods\.example\/v2\/audience-mails\/unsubscribe\?code=\S+>$/im,
  );
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
  await workAt(new Date(MONDAY.getTime() + 7 * DAY));
  expect(subjects()[1]).toContain("50 plays and downloads, 9 Feb 2026 to 15 Feb 2026");
});

test("several shows are a table, the most heard first, in the language of the person", async () => {
  const other = await makeShow(world, ada, { title: "Tageszüge" });
  await addPlays(world, heard(), { "2026-02-03": 3 });
  const second = await makeEpisode(world, other, {
    published_at: new Date("2026-01-01T00:00:00Z"),
  });
  await addPlays(
    world,
    { episode_id: second, show_id: other, author_id: ada.user_id },
    { "2026-01-27": 8, "2026-02-06": 4 },
  );
  await ada.api.put(SETTINGS, WISH);
  for (const [at, [language, text]] of [
    ["de", "13 % weniger als in der Woche davor."],
    ["es", "un 13 % menos que la semana anterior."],
    ["fr", "13 % de moins que la semaine précédente."],
    ["it", "il 13% in meno della settimana precedente."],
    ["en", "13% fewer than in the week before."],
  ].entries()) {
    await world.deps.pool.query("update users set language = $1 where user_id = $2", [
      language,
      ada.user_id,
    ]);
    await world.deps.pool.query("delete from audience_mails where user_id = $1", [ada.user_id]);
    await world.deps.pool.query(
      "update audience_mail_settings set monday = '2026-02-02', next_at = $1 where user_id = $2",
      [MONDAY, ada.user_id],
    );
    await workAt(MONDAY);
    expect(mailbox.mails[at]?.replace(/[\u00a0\u202f]/g, " ")).toContain(text);
  }
  expect(mailbox.mails[4]).toContain(
    "Show · This week · Week before\nTageszüge · 4 · 8\nNight <Trains> · 3 · 0",
  );
  expect(subjects()[4]).toContain("Your shows: 7 plays and downloads");
});

test("a mail comes at eight by the clocks of the person, also after they move", async () => {
  await addPlays(world, heard(), { "2026-02-03": 7 });
  await ada.api.put(SETTINGS, WISH);
  await ada.api.post(`/v2/users/${ada.user_id}`, { timezone: "America/Bogota" });
  await workAt(MONDAY);
  expect(mailbox.mails).toEqual([]);
  await workAt("2026-02-09T12:59:00Z");
  expect(mailbox.mails).toEqual([]);
  await workAt("2026-02-09T13:00:00Z");
  expect(mailbox.mails).toHaveLength(1);
  await ada.api.post(`/v2/users/${ada.user_id}`, { timezone: "Pacific/Auckland" });
  // The first one after a move to the east comes when it was due before it.
  await workAt("2026-02-16T12:59:00Z");
  expect(mailbox.mails).toHaveLength(1);
  await workAt("2026-02-16T13:00:00Z");
  await workAt("2026-02-16T14:00:00Z");
  expect(mailbox.mails).toHaveLength(2);
});

test("nothing is sent when nothing happened, before the address is confirmed, or after it has changed", async () => {
  const cem = await person("UTC");
  await makeShow(world, cem);
  const dan = await world.person();
  await addPlays(world, heard(), { "2026-02-03": 7 });
  for (const one of [cem, dan, ada]) await one.api.put(SETTINGS, WISH);
  expect((await settingsOf(dan)).reports_state).toBe("UNCONFIRMED");
  await world.deps.pool.query("update users set email = 'new@example.net' where user_id = $1", [
    ada.user_id,
  ]);
  await workAt("2026-02-09T08:00:00Z");
  expect(mailbox.mails).toEqual([]);
});

test("a collaborator is mailed about a show as long as they may edit it", async () => {
  const eve = await person("UTC");
  const collaborators = `/v2/shows/${show_id}/collaborators`;
  expect((await ada.api.put(`${collaborators}/${eve.user_id}`)).status).toBe(200);
  await addPlays(world, heard(), { "2026-02-03": 7, "2026-02-10": 7 });
  await eve.api.put(SETTINGS, WISH);
  await workAt("2026-02-09T08:00:00Z");
  expect(receivers()).toEqual([eve.username]);
  await ada.api.delete(`${collaborators}/${eve.user_id}`);
  await workAt("2026-02-16T08:00:00Z");
  expect(mailbox.mails).toHaveLength(1);
});

test("workers that run at once, and one that dies before the mail is answered, send it once", async () => {
  await addPlays(world, heard(), { "2026-02-03": 7 });
  await ada.api.put(SETTINGS, WISH);
  world.setTime(MONDAY);
  const jobs = allJobs(world.deps);
  const run = (name: string) => jobs.find((one) => one.name === name)?.run({}, { last: false });
  await Promise.all(Array.from({ length: 3 }, () => run("audiencemails.plan")));
  await Promise.all(Array.from({ length: 4 }, () => run("audiencemails.send")));
  expect(mailbox.mails).toHaveLength(1);
  // The claim of a process that dies before the handover ends after two minutes.
  await world.deps.pool.query(
    "update audience_mails set state = 'PENDING', ended_at = null, next_at = $1 where user_id = $2",
    [new Date(MONDAY.getTime() + 2 * MINUTE), ada.user_id],
  );
  await workAt(new Date(MONDAY.getTime() + MINUTE));
  expect(mailbox.mails).toHaveLength(1);
  await workAt(new Date(MONDAY.getTime() + 2 * MINUTE));
  expect(mailbox.mails).toHaveLength(2);
});

test("a mail server that is busy gets it later, one that refuses the address for good gets no more", async () => {
  await addPlays(world, heard(), { "2026-02-03": 7, "2026-02-10": 7 });
  await ada.api.put(SETTINGS, WISH);
  answering = (line) => (line === "." ? "451 later" : null);
  await workAt(MONDAY);
  answering = () => null;
  await workAt(new Date(MONDAY.getTime() + MINUTE));
  expect(mailbox.mails).toHaveLength(1);
  answering = (line) => (line.startsWith("RCPT") ? "550 5.1.1 no such user" : null);
  await workAt(new Date(MONDAY.getTime() + 7 * DAY));
  expect((await settingsOf(ada)).reports_state).toBe("REFUSED");
  answering = () => null;
  await workAt(new Date(MONDAY.getTime() + 8 * DAY));
  expect(mailbox.mails).toHaveLength(1);
  await ada.api.put(SETTINGS, WISH);
  expect((await settingsOf(ada)).reports_state).toBe("ACTIVE");
});

test("one request without a session ends the reports, the page of the link by a button", async () => {
  await addPlays(world, heard(), { "2026-02-03": 7, "2026-02-10": 7 });
  await ada.api.put(SETTINGS, { ...WISH, jump_notes: true });
  await workAt(MONDAY);
  const code = /unsubscribe-numbers\?code=([\w.-]+)/.exec(mailbox.mails[0] ?? "")?.[1] ?? "";
  const path = `/v2/audience-mails/unsubscribe?code=${code}`;
  const opened = await fetch(world.baseUrl + path, { redirect: "manual" });
  expect(opened.status).toBe(303);
  const surfer = createSurfer(world.baseUrl);
  const page = await surfer.open(opened.headers.get("location") ?? "");
  expect(page.text).toContain("You will get no more reports about your shows on Mondays.");
  expect((await settingsOf(ada)).weekly_report).toBe(true);
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  for (let n = 0; n < 2; n += 1)
    expect((await fetch(world.baseUrl + path, { method: "POST", body })).status).toBe(200);
  expect(await settingsOf(ada)).toMatchObject({ weekly_report: false, jump_notes: true });
  await workAt(new Date(MONDAY.getTime() + 7 * DAY));
  expect(mailbox.mails).toHaveLength(1);
  await ada.api.put(SETTINGS, WISH);
  await surfer.open(`/unsubscribe-numbers?code=${code}`);
  expect((await surfer.submit({})).text).toContain("You get no more reports");
  expect((await settingsOf(ada)).weekly_report).toBe(false);
  const [, , mac] = code.split(".");
  for (const wrong of [
    `${ada.user_id + 1}.weekly.${mac}`,
    `${ada.user_id}.jumps.${mac}`,
    "x",
    "",
  ]) {
    const address = `/v2/audience-mails/unsubscribe?code=${encodeURIComponent(wrong)}`;
    expect((await fetch(world.baseUrl + address, { method: "POST" })).status, wrong).toBe(404);
  }
});

test("what is refused changes nothing, and wishes that come at once are all kept", async () => {
  const refused = async () => {
    const body = { ...WISH, frequency: "DAILY" };
    for (let asked = 0; asked < 50; asked += 1) {
      await ada.api.put(SETTINGS, { frequency: "DAILY", weekly_report: false });
      const { status } = await ada.api.put(SETTINGS, body);
      if (status === 429) return true;
    }
    return false;
  };
  expect(await refused()).toBe(true);
  expect(await settingsOf(ada)).toMatchObject({ weekly_report: false });
  const bea = await person("UTC");
  const wishes = [WISH, { jump_notes: true }];
  await Promise.all(wishes.map((wish) => bea.api.put(SETTINGS, wish)));
  expect(await settingsOf(bea)).toMatchObject({ weekly_report: true, jump_notes: true });
});

test("the settings offer both mails to people with a show, and keep what apps do not know of", async () => {
  const bea = await world.person();
  const strange = await signedInSurfer(world.baseUrl, bea.username);
  expect((await strange.open("/settings/notifications")).text).not.toContain("every Monday");
  const surfer = await signedInSurfer(world.baseUrl, ada.username);
  expect((await surfer.open("/settings/notifications")).text).toContain("A report every Monday");
  const form = "/settings/notifications/numbers";
  const saved = await surfer.submit({ weekly_report: "1", jump_notes: "1" }, form);
  expect(saved.text).toContain("Your choice is saved.");
  await ada.api.put(SETTINGS, { frequency: "OFF", quiet_from: 22, quiet_to: 7 });
  expect(await settingsOf(ada)).toMatchObject({
    weekly_report: true,
    jump_notes: true,
    quiet_from: 22,
  });
  await surfer.open("/settings/notifications");
  await surfer.submit({ jump_notes: "1" }, form);
  expect(await settingsOf(ada)).toMatchObject({ weekly_report: false, jump_notes: true });
});
