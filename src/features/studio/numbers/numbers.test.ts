/** Tests the pages of numbers over HTTP: the same digits in plot, table, CSV and API; filters, notes, rights. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { countUp, download, openLedgers, writeBatch } from "../../../../test/setup/ledgers.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { EXCLUSIONS } from "../../measurement/counting/schema.ts";
import { reasonText } from "./exclusions.ts";
import { TABS } from "./layout.ts";
import { numbersWords } from "./words.ts";

const world = useWorld();
const NOW = new Date("2026-06-30T12:00:00Z");
const DAYS = "from=2026-06-03&to=2026-06-30";
let ada: Person;
let browser: Surfer;
let show_id: number;
let first: number;
let second: number;
let root: string;

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

beforeAll(async () => {
  const { deps } = world;
  ada = await world.person();
  show_id = await makeShow(world, ada, { title: "Night <Trains>" });
  root = `/studio/shows/${show_id}/numbers`;
  await openLedgers(deps.db);
  world.setTime(NOW);
  first = await makeEpisode(world, show_id, {
    title: "First & foremost",
    published_at: "2026-05-01 10:30:00+00",
    created_at: "2026-05-01 00:00:00+00",
  });
  second = await makeEpisode(world, show_id, {
    title: "Second",
    published_at: "2026-06-10 00:00:00+00",
    created_at: "2026-06-09 00:00:00+00",
  });
  const heard = (episode_id: number) => ({ episode_id, show_id, author_id: ada.user_id });
  const [one, two] = [heard(first), heard(second)];
  const app = { source: "Overcast", country: "IT" };
  const many = (at: string, count: number, what: ReturnType<typeof heard> & object) =>
    Array.from({ length: count }, (_, n) => download(at, `${at} ${n}`, what));
  await writeBatch(deps.db, {
    downloads: [
      ...many("2026-05-02 10:00:00", 4, one),
      ...many("2026-05-20 10:00:00", 10, { ...one, ...app }),
      ...many("2026-06-10 07:00:00", 13, { ...two, ...app }),
      ...many("2026-06-11 07:00:00", 5, { ...two, country: "DE", purpose: "download" } as never),
      ...many("2026-06-30 09:00:00", 2, { ...one, ...app }),
    ],
  });
  await deps.db
    .insertInto("exclusions")
    .values({ day: "2026-06-12", episode_id: second, reason: "bot-ua", requests_count: 17 })
    .execute();
  await countUp(deps);
  browser = await signedIn(ada);
});

const open = async (tab: string, query = "") =>
  (await browser.open(`${root}${tab}?${DAYS}&${query}`)).text;
const sheetOf = async (tab: string, query = "") =>
  (await open(tab, `${query}&format=csv`))
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
/** The rows of the table of a figure: the heading, then the cells with text. */
const tableOf = (text: string, id: string): string[][] => {
  const figure = text.split(`<figure class="chart" id="${id}"`)[1]?.split("</figure>")[0] ?? "";
  return [...figure.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/gs)].map(
    ([, name = "", rest = ""]) => [
      name.replace(/<[^>]+>/g, ""),
      ...[...rest.matchAll(/<td class="number">(.*?)<\/td>/gs)].map(([, cell = ""]) => cell),
    ],
  );
};
const api = async (what: string, more = "") =>
  (await ada.api.get(`/v2/shows/${show_id}/statistics/${what}?${DAYS}${more}`)).response.statistics;

test("the overview says what has changed, and its days are those of table, CSV and API", async () => {
  const text = await open("");
  expect(text).toContain("20 plays and downloads: 100% more than in the 28 days before.");
  expect(text).toContain("Best day: Wednesday, 10 June 2026");
  expect(text).toContain("“Second” made 13 of them");
  expect(text).toContain("Published: Second");
  expect(text).toContain('class="unfinished"');
  const plays = await api("plays", "&group=day");
  const listeners = await api("listeners", "&group=day");
  const totals = plays.map((day: { plays_count: number; downloads_count: number }) =>
    String(day.plays_count + day.downloads_count),
  );
  expect(tableOf(text, "downloads").map(([, total]) => total)).toEqual(totals);
  const rows = (await sheetOf("")).slice(1);
  expect(rows.map(([date, total]) => [date, total])).toEqual(
    plays.map(({ date }: { date: string }, at: number) => [date, totals[at]]),
  );
  expect(rows.map((row) => Number(row[4]))).toEqual(
    listeners.map((day: { listeners_count: number }) => day.listeners_count),
  );
  expect(tableOf(text, "top").map((row) => row.slice(0, 2))).toEqual([
    ["Second", "18"],
    ["First &amp; foremost", "2"],
  ]);
});

test("listeners are those of the API", async () => {
  const listeners = (await api("listeners", "&group=day")).map((day: { listeners_count: number }) =>
    String(day.listeners_count),
  );
  const text = await open("/listeners");
  expect(tableOf(text, "listeners").map(([, n]) => n)).toEqual(listeners);
  expect((await sheetOf("/listeners")).slice(1).map(([, n]) => n)).toEqual(listeners);
});

test("countries, apps and devices have the digits of CSV and API", async () => {
  const text = await open("/countries");
  expect(text).toContain("Italy has the largest share: 75%.");
  expect(tableOf(text, "countries")).toEqual([
    ["Italy", "15", "75%", "+50%"],
    ["Germany", "5", "25%", "–"],
  ]);
  const { country } = await api("geographics", "&precision=1");
  expect((await sheetOf("/countries")).slice(1)).toEqual([
    ["countries", "Italy", "IT", "15", String(country[0].percentage), "10"],
    ["countries", "Germany", "DE", "5", String(country[1].percentage), "0"],
  ]);
  const page = await open("/sources");
  const { overall } = await api("sources", "&group=day&precision=1");
  const told = overall.map((row: { name: string; plays_count: number; percentage: number }) => [
    row.name,
    String(row.plays_count),
    `${row.percentage}%`,
  ]);
  expect(tableOf(page, "sources").map((row) => row.slice(0, 3))).toEqual(told);
  const devices = await api("devices", "&precision=1");
  expect(tableOf(page, "devices").map(([name, , share]) => [name, share])).toEqual(
    devices.map((row: { name: string; percentage: number }) => [row.name, `${row.percentage}%`]),
  );
  const german = tableOf(await open("/sources", "c=de"), "devices");
  expect(german.map(([name]) => name)).toEqual(["Smartphone"]);
  const one = await sheetOf("/sources", "list=devices");
  expect(one.slice(1).map(([list]) => list)).toEqual(devices.map(() => "devices"));
});

test("hours are those of the person’s time zone", async () => {
  const hours = await api("hours");
  const text = await open("/hours");
  expect(text).toContain("Most on Wednesday at 07:00: 13 plays and downloads.");
  const cells = tableOf(text, "hours").flatMap(([, ...row]) => row);
  const told = hours.map((hour: { plays_count: number; downloads_count: number }) =>
    String(hour.plays_count + hour.downloads_count),
  );
  expect(cells).toEqual(told);
  expect((await sheetOf("/hours")).slice(1).map((row) => row[2])).toEqual(told);
});

test("episodes at equal age: order, medians, what is not complete, and the CSV of all", async () => {
  const text = await open("/ages", "sort=-d7");
  expect(text).toMatch(
    /In its first 7 days, <a [^>]*>“Second”<\/a> did best: 18 plays and downloads./,
  );
  expect(text).toMatch(/Second<\/a> <span class="badge accent">Best in its first 7 days<\/span>/);
  expect(text.split("Best in its first 7 days")).toHaveLength(2);
  expect(text).toContain("The median is 11.");
  const { items } = (await ada.api.get(`/v2/shows/${show_id}/statistics/ages`)).response;
  const rows = await sheetOf("/ages", "sort=-d7");
  expect(rows.slice(1).map(([title, , ...ages]) => [title, ...ages.map(Number)])).toEqual(
    items.map((item: { title: string; ages: { total_count: number }[] }) => [
      item.title,
      ...item.ages.map(({ total_count }) => total_count),
    ]),
  );
  expect(text.indexOf("Second</a></th>")).toBeLessThan(text.indexOf("foremost</a></th>"));
  expect(text).toMatch(/class="age so-far">18 /);
  expect(await open("/ages", "sort=d7")).toMatch(/foremost<\/a><\/th>.*Second<\/a> <span/s);
});

test("what was not counted is told in words", async () => {
  const text = await open("/exclusions");
  expect(text).toContain("17 requests were not counted.");
  expect(tableOf(text, "exclusions")).toEqual([
    ["A bot, such as that of a search engine", "17", "100%"],
  ]);
  expect((await sheetOf("/exclusions")).slice(1)[0]?.at(-1)).toBe("17");
});

test.each(["en", "it", "es", "de", "fr"])("every reason has words in %s", (locale) => {
  const words = numbersWords(locale);
  expect(EXCLUSIONS.filter((reason) => reasonText(words, reason) === reason)).toEqual([]);
});

test("one episode, one country, and links that keep the range and the filter", async () => {
  const one = await open("", `episode=${first}`);
  expect(one).toContain("2 plays and downloads: 80% fewer than in the 28 days before.");
  expect(one).toMatch(new RegExp(`numbers/sources\\?[^"]*from=2026-06-03[^"]*episode=${first}`));
  expect(await open("/countries", `episode=${first}`)).toContain("not for one episode");
  const italy = await open("", "only=country:IT");
  expect(italy).toContain("15 plays and downloads: 50% more than in the 28 days before.");
  expect(italy).toContain("Only Italy.");
  expect(await open("/hours", "only=country:IT")).toContain("cannot be counted for Italy alone");
  expect((await browser.open(`${root}?only=evil&from=x&range=y&episode=z`)).status).toBe(200);
});

test("all shows of a person have the same pages", async () => {
  const { text } = await browser.open(`/studio/numbers?${DAYS}`);
  expect(text).toContain("20 plays and downloads: 100% more");
  expect(text).toContain("“Second” (Night &lt;Trains&gt;) made 13 of them");
  const ages = (await browser.open(`/studio/numbers/ages?${DAYS}`)).text;
  expect(ages).toMatch(/“Second”<\/a> \(Night &lt;Trains&gt;\) did best: 18/);
  expect(tableOf(text, "top").map((row) => row.slice(0, 2))).toEqual([
    ["Night &lt;Trains&gt;", "20"],
  ]);
  for (const tab of TABS.slice(1))
    expect((await browser.open(`/studio/numbers/${tab}?${DAYS}`)).status).toBe(200);
});

test("all shows of a person are those that they may edit, as on the home page, and each listener counts once", async () => {
  const { deps } = world;
  const bob = await world.person();
  const [own, other] = [await makeShow(world, bob, { title: "Own" }), await makeShow(world, ada)];
  await ada.api.put(`/v2/shows/${other}/collaborators/${bob.user_id}`);
  const dated = { published_at: "2026-06-10 00:00:00+00", created_at: "2026-06-10 00:00:00+00" };
  const heard = async (show: number, author_id: number) => ({
    episode_id: await makeEpisode(world, show, { ...dated, title: `Of ${show}` }),
    show_id: show,
    author_id,
  });
  const [mine, theirs] = [await heard(own, bob.user_id), await heard(other, ada.user_id)];
  const at = "2026-06-20 10:00:00";
  await writeBatch(deps.db, {
    downloads: [
      download(at, "one", { ...mine, country: "FR" }),
      download(at, "one", { ...theirs, country: "FR" }),
      download(at, "two", { ...theirs, country: "AT" }),
    ],
  });
  await countUp(deps);
  const surfer = await signedIn(bob);
  const read = async (tab: string) =>
    (await surfer.open(`/studio/numbers${tab}?${DAYS}&format=csv`)).text
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
  const days = (await read("")).filter(([date]) => date === "2026-06-20");
  expect(days.map((row) => row.slice(1, 5))).toEqual([["3", "3", "0", "2"]]);
  expect((await read("/countries")).map(([, , code, n]) => [code, n]).slice(1)).toEqual([
    ["FR", "2"],
    ["AT", "1"],
  ]);
  expect((await read("/hours")).slice(1).reduce((sum, row) => sum + Number(row[2]), 0)).toBe(3);
  expect((await read("/listeners")).filter(([, n]) => n !== "0").slice(1)).toEqual([
    ["2026-06-20", "2", "0"],
  ]);
  expect((await read("/ages")).slice(1)).toHaveLength(2);
  const { text } = await surfer.open(`/studio/numbers?${DAYS}`);
  expect(text).toContain("all 2 shows that you may edit. 1 of them was created by somebody else.");
  expect(text).toContain("Published: Of ");
  expect(tableOf(text, "top").map(([, n]) => n)).toEqual(["2", "1"]);
  await surfer.open("/studio").then((home) => expect(home.text).toContain("all 2 shows"));
});

test("a note is written, shown on the time line, changed, and deleted; a stale change is refused", async () => {
  await browser.open(`${root}/notes/new`);
  const at = "2026-06-11T09:30";
  const saved = await browser.submit({ at, text: "On the <radio>" }, `${root}/notes/new`);
  expect(saved.text).toContain("Note saved.");
  const text = await open("");
  expect(text).toContain("<title>On the &lt;radio&gt;</title>");
  const path = /href="([^"]*\/notes\/\d+)"/.exec(text)?.[1] ?? "";
  await browser.open(path);
  const stale = await browser.submit({ at, text: "Changed", revision: "1" }, path);
  expect(stale.text).toContain("Somebody else has changed this note.");
  await browser.open(path);
  await browser.submit({ at: "2026-06-12T09:30", text: "On television" }, path);
  expect(await open("")).toContain("<title>On television</title>");
  await browser.open(path);
  const deleted = await browser.submit({}, `${path}/delete`);
  expect(deleted.text).toContain("Note deleted.");
  expect(await open("")).not.toContain("On television");
});

test("a note without a date or text is refused beside its field", async () => {
  await browser.open(`${root}/notes/new`);
  const { status, text } = await browser.submit({ at: "soon", text: "A" }, `${root}/notes/new`);
  expect(status).toBe(400);
  expect(text).toContain('aria-invalid="true"');
});

test("a show without anything says what to do first", async () => {
  const empty = await makeShow(world, ada);
  const { text } = await browser.open(`/studio/shows/${empty}/numbers`);
  expect(text).toContain("Nothing was counted yet");
  expect(text).toContain(`href="/studio/shows/${empty}/episodes/new"`);
});

test("only who may see statistics sees the pages, and only editors see and write notes", async () => {
  const stranger = await signedIn(await world.person());
  const nobody = createSurfer(world.baseUrl);
  for (const path of [...TABS.slice(1).map((tab) => `/${tab}`), "", "/notes/new"]) {
    expect((await stranger.open(root + path)).status).toBe(403);
    expect((await nobody.open(root + path)).url.pathname).toBe("/sign-in");
  }
  expect((await stranger.open("/studio/shows/999999/numbers")).status).toBe(404);
  const sent = await browser.open(`/studio/numbers?episode=999999`);
  expect(sent.status).toBe(404);
});

test("a form without the token changes nothing", async () => {
  const { status } = await fetch(`${world.baseUrl}${root}/notes/new`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "at=2026-06-11T09%3A30&text=Evil",
    redirect: "manual",
  });
  expect([303, 403]).toContain(status);
  expect(await open("")).not.toContain("Evil");
});
