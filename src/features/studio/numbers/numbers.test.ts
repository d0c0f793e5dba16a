/** Tests the pages of numbers over HTTP: the same digits in plot, table, CSV and API; filters, rights. */
import { beforeAll, expect, test } from "vitest";
import { makeShow } from "../../../../test/setup/factories.ts";
import { DAYS, makeHeardShow, tableOf } from "../../../../test/setup/heardshow.ts";
import { createSurfer, type Surfer, signedInSurfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { EXCLUSIONS } from "../../measurement/counting/schema.ts";
import { reasonText } from "./exclusions.ts";
import { TABS } from "./layout.ts";
import { numbersWords } from "./words.ts";

const world = useWorld();
let ada: Person;
let browser: Surfer;
let show_id: number;
let first: number;
let root: string;
beforeAll(async () => {
  ({ ada, browser, show_id, first, root } = await makeHeardShow(world));
});

const open = async (tab: string, query = "") =>
  (await browser.open(`${root}${tab}?${DAYS}&${query}`)).text;
const sheetOf = async (tab: string, query = "") =>
  (await open(tab, `${query}&format=csv`))
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
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

test("the best first week is of all episodes, and says so beside a shorter range", async () => {
  const days = "from=2026-06-28&to=2026-06-30";
  const { text } = await browser.open(`${root}?${days}`);
  expect(text).toContain("2 plays and downloads");
  // The episode and its figure are of days before the range.
  expect(text).toMatch(/18<\/span>[^<]*<[^>]*>Best first 7 days of all episodes/);
  expect(text).toMatch(/“Second”. <a href="[^"]*\/ages\?[^"]*sort=-d7">/);
  const ages = (await browser.open(`${root}/ages?${days}`)).text;
  expect(ages).toContain("whatever range is chosen elsewhere");
  expect(ages).toMatch(/“Second”<\/a> did best: 18/);
});

test("the marks of the chart have a legend beside it", async () => {
  const legendIn = (text: string) => /<ul class="chart-legend">(.*?)<\/ul>/s.exec(text)?.[1] ?? "";
  const text = await open("");
  expect(legendIn(text)).toContain("Episode published");
  expect(legendIn(text)).toContain("Not finished");
  expect(legendIn(text)).not.toContain("Note");
  await ada.api.post("/v2/annotations", {
    ...{ show_id, at: "2026-06-15 09:00:00", text: "Heard on the radio" },
  });
  expect(legendIn(await open(""))).toContain("Note");
  const quiet = (await browser.open(`${root}?from=2026-05-21&to=2026-05-25`)).text;
  expect(legendIn(quiet)).toBe("");
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
  expect(text).toContain("The median is 11: half of all episodes have more, half have less.");
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

test("a show without anything says what to do first", async () => {
  const empty = await makeShow(world, ada);
  const { text } = await browser.open(`/studio/shows/${empty}/numbers`);
  expect(text).toContain("Nothing was counted yet");
  expect(text).toContain(`href="/studio/shows/${empty}/episodes/new"`);
});

test("only who may see statistics sees the pages, and only editors see and write notes", async () => {
  const stranger = await signedInSurfer(world.baseUrl, (await world.person()).username);
  const nobody = createSurfer(world.baseUrl);
  for (const path of [...TABS.slice(1).map((tab) => `/${tab}`), "", "/notes/new"]) {
    expect((await stranger.open(root + path)).status).toBe(403);
    expect((await nobody.open(root + path)).url.pathname).toBe("/sign-in");
  }
  expect((await stranger.open("/studio/shows/999999/numbers")).status).toBe(404);
  const sent = await browser.open(`/studio/numbers?episode=999999`);
  expect(sent.status).toBe(404);
});
