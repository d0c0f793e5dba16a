/** Tests the pages of operators over HTTP, as a browser without scripts uses them. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld({ REPORTS_TO_HIDE: "1" });
let admin: Person;
let ada: Person;
let browser: Surfer;
let show_id: number;
let episode_id: number;

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

beforeAll(async () => {
  admin = await world.person({ admin: true });
  ada = await world.person({ username: "ada_of_the_pier" });
  show_id = await makeShow(world, ada, { title: "Night Trains" });
  episode_id = await makeEpisode(world, show_id, { title: "Across the border" });
  browser = await signedIn(admin);
});

const PAGES = [
  ...["", "/accounts", "/reports", "/lists", "/lists/new", "/imports", "/jobs", "/exclusions"],
  "/log",
];

test("only admins see the rooms, and find them in the navigation and the search", async () => {
  const other = await signedIn(ada);
  for (const path of PAGES)
    expect((await other.open(`/studio/operate${path}`)).status, path).toBe(403);
  expect((await other.open("/studio/find?q=audit")).text).not.toContain("/studio/operate");
  for (const path of PAGES)
    expect((await browser.open(`/studio/operate${path}`)).status, path).toBe(200);
  expect((await browser.open("/studio/find?q=audit")).text).toContain("/studio/operate/log");
  expect((await browser.open("/studio")).text).toContain('href="/studio/operate"');
});

test.each(["it", "es", "de", "fr"])("every room is shown in %s", async (language) => {
  const surfer = createSurfer(world.baseUrl, { "accept-language": language });
  await surfer.open("/sign-in");
  await surfer.submit({ login: admin.username, password: "correct horse" });
  for (const path of PAGES) {
    const { status, text } = await surfer.open(`/studio/operate${path}`);
    expect([status, /<html lang="(\w+)"/.exec(text)?.[1]], path).toEqual([200, language]);
  }
});

test("an account is found, verified, suspended with a reason, and used again", async () => {
  const { text } = await browser.open("/studio/operate/accounts?q=of_the_pier");
  expect(text).toContain(`/studio/operate/accounts/${ada.user_id}`);
  expect(text).not.toContain(`@${admin.username}`);
  const path = `/studio/operate/accounts/${ada.user_id}`;
  await browser.open(path);
  expect((await browser.submit({}, `${path}/verify`)).text).toContain("Take the mark away");
  const refused = await browser.submit({ reason: "" }, path);
  expect(refused.status).toBe(400);
  const suspended = await browser.submit({ reason: "Sold listeners <b>." }, path);
  expect(suspended.text).toContain("Sold listeners &lt;b&gt;.");
  expect((await (await signedIn(ada)).open("/studio")).url.pathname).toBe("/sign-in");
  const lifted = await browser.submit({}, `${path}/lift`);
  expect(lifted.text).toContain("The suspension has ended.");
  expect((await (await signedIn(ada)).open("/studio")).url.pathname).toBe("/studio");
  const log = await browser.open(`/studio/operate/log?subject=user:${ada.user_id}`);
  expect(log.text).toContain("Sold listeners &lt;b&gt;.");
  expect(log.text).toContain("Suspension ended");
});

test("the list of accounts as CSV has what the list shows", async () => {
  const { text, headers } = await browser.open(
    "/studio/operate/accounts?q=of_the_pier&format=csv&columns=name,shows",
  );
  expect(headers.get("content-type")).toContain("text/csv");
  expect(text.split("\r\n")).toEqual(["Name,Shows", "ada_of_the_pier,1", ""]);
});

test("a reported message is kept, then removed with its author's suspension, and comes back", async () => {
  const bob = await world.person();
  const { response } = await bob.api.post(`/v2/episodes/${episode_id}/messages`, {
    text: "Buy <i>followers</i>",
  });
  const { message_id } = response.message;
  const path = `/studio/operate/reports/${message_id}`;
  const report = (reason: string) =>
    ada.api.post(`/v2/episodes/${episode_id}/messages/${message_id}/report-abuse`, { reason });
  await report("Spam & more");
  const open = await browser.open("/studio/operate/reports");
  expect(open.text).toContain("Buy &lt;i&gt;followers&lt;/i&gt;");
  expect(open.text).toContain("Spam &amp; more");
  const nameless = await browser.submit(
    { decision: "remove", suspend_author: "1", reason: "" },
    `${path}/decide`,
  );
  expect(nameless.status).toBe(400);
  const removed = await browser.submit(
    { decision: "remove", suspend_author: "1", reason: "Spam." },
    `${path}/decide`,
  );
  expect(removed.text).toContain("The message was removed.");
  const account = await admin.api.get(`/v2/admin/users/${bob.user_id}`);
  expect(account.response.account.suspension_reason).toBe("Spam.");
  const decided = await browser.open("/studio/operate/reports?state=decided");
  expect(decided.text).toContain("Removed");
  const back = await browser.submit({}, `${path}/reopen`);
  expect(back.text).toContain("The decision was taken back.");
  await browser.submit({ decision: "keep", reason: "" }, `${path}/decide`);
  const messages = await ada.api.get(`/v2/episodes/${episode_id}/messages`);
  expect(messages.response.items).toMatchObject([{ text: "Buy <i>followers</i>" }]);
});

test("a list is created hidden, filled, put in another order by numbers, and shown", async () => {
  const others = await Promise.all(
    ["Day Trains", "No Trains"].map((title) => makeShow(world, ada, { title })),
  );
  await browser.open("/studio/operate/lists/new");
  const made = await browser.submit({ name: "On rails", countries: "it" });
  const list_id = Number(made.url.pathname.split("/").at(-1));
  const path = `/studio/operate/lists/${list_id}`;
  const settings = async () =>
    (await admin.api.get(`/v2/admin/lists/${list_id}`)).response.settings;
  expect(await settings()).toMatchObject({ hidden: true, countries: ["IT"], shows: [] });
  const [day = 0, none = 0] = others;
  await browser.submit(
    { add: `${show_id}, ${world.baseUrl}/show/${day} ${none}` },
    `${path}/shows`,
  );
  expect((await settings()).shows).toEqual([show_id, day, none]);
  const order = {
    [`position.${show_id}`]: "3",
    [`position.${day}`]: "",
    [`position.${none}`]: "1",
  };
  await browser.submit(order, `${path}/shows`);
  expect((await settings()).shows).toEqual([none, show_id]);
  const unknown = await browser.submit({ ...order, add: "999999999" }, `${path}/shows`);
  expect(unknown.status).toBe(400);
  await browser.submit({ name: "On rails", countries: "" }, path);
  expect(await settings()).toMatchObject({ hidden: false, countries: [] });
  await browser.submit({ category_id: "", language: "en", max_age_days: "" }, `${path}/rule`);
  expect(await settings()).toMatchObject({ filled_by: "rule", language: "en", shows: [] });
  await browser.submit({}, `${path}/delete`);
  expect((await browser.open(path)).status).toBe(404);
});

test("two admins who change one list do not overwrite each other", async () => {
  const { response } = await admin.api.post("/v2/explore/lists", { name: "Shared work" });
  const path = `/studio/operate/lists/${response.list.list_id}`;
  await browser.open(path);
  await admin.api.put(`/v2/explore/lists/${response.list.list_id}`, { name: "First" });
  const late = await browser.submit({ name: "Second" }, path);
  expect(late.status).toBe(412);
  expect((await browser.open(path)).text).toContain("<h1>First</h1>");
});

test("uncounted requests are listed by reason, with the digits of the API, and as CSV", async () => {
  const values = { day: "2026-06-01", episode_id, reason: "head", requests_count: 1091 };
  await world.deps.db.insertInto("exclusions").values(values).execute();
  const days = "from=2026-06-01&to=2026-06-30";
  const { response } = await admin.api.get(`/v2/admin/statistics/exclusions?${days}`);
  expect(response.statistics).toEqual([{ reason: "head", requests_count: 1091 }]);
  const path = `/studio/operate/exclusions?${days}`;
  const { text } = await browser.open(path);
  expect(text).toContain("1,091");
  const csv = /href="([^"]*format=csv)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect((await browser.open(csv)).text).toMatch(/^head,.*,1091$/m);
});

test("the audit log is filtered by actor and action, and its CSV has the same entries", async () => {
  const query = `actor=${admin.username}&action=suspend`;
  const { text } = await browser.open(`/studio/operate/log?${query}`);
  expect(text).toContain("suspension_reason");
  const csv = await browser.open(`/studio/operate/log?${query}&format=csv`);
  const lines = csv.text.trim().split("\r\n");
  expect(lines[0]).toBe("entry_id,at,actor,via,action,subject,name,before,after");
  expect(lines.length).toBe(text.split("<li>").length - text.split("<li><a").length + 1);
  expect(lines.slice(1).every((line) => line.includes(`,${admin.username},`))).toBe(true);
  const nobody = await browser.open("/studio/operate/log?actor=nobody_at_all");
  expect(nobody.text).toContain("No entries");
  expect(nobody.text).toContain('role="alert"');
});
