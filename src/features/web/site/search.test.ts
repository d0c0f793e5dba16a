/** Tests the search page: results of each kind with their number, their pages, and what leads on without any. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
beforeAll(async () => {
  ada = await world.person({ username: "ada" });
  const show = await makeShow(world, ada, { title: "Kestrel reports" });
  for (let day = 1; day <= 30; day += 1)
    await makeEpisode(world, show, {
      title: `Kestrel ${day}`,
      published_at: new Date(Date.UTC(2026, 0, day)),
    });
});

async function open(path: string) {
  const answer = await fetch(world.baseUrl + path);
  return { status: answer.status, text: await answer.text() };
}

const episodesIn = (text: string): string[] =>
  [...text.matchAll(/<div><a href="[^"]*\/episode\/(\d+)"/g)].map(([, id]) => id ?? "");

test("tabs say how many of each kind were found, and a tab lists all of its kind", async () => {
  const { text } = await open("/search?q=kestrel");
  expect(text).toContain('Shows <span class="count">1</span>');
  expect(text).toContain('Episodes <span class="count">30</span>');
  expect(text).toContain('All <span class="count">31</span>');
  expect(episodesIn(text)).toHaveLength(12);
  const tab = "/search?q=kestrel&type=episodes";
  expect(text).toContain(`href="${tab.replaceAll("&", "&amp;")}" aria-label="See all: Episodes"`);
  const first = (await open(tab)).text;
  const second = (await open(`${tab}&offset=24`)).text;
  const listed = [...episodesIn(first), ...episodesIn(second)];
  expect(listed).toHaveLength(30);
  expect(new Set(listed).size).toBe(30);
  expect(first).toContain(`rel="next" href="${`${tab}&offset=24`.replaceAll("&", "&amp;")}"`);
  expect(second).not.toContain('rel="next"');
  expect((await open("/search?q=kestrel&type=shows")).text).not.toContain("Kestrel 30");
});

test("a search without a query or without results leads on to shows, categories and episodes", async () => {
  for (const path of ["/search", "/search?q=zzyzx"]) {
    const { text } = await open(path);
    expect(text, path).toContain('<h2 id="popular">');
    expect(text, path).toContain("Kestrel reports");
    expect(episodesIn(text), path).toHaveLength(1);
    expect(text, path).not.toContain('class="tabs"');
  }
});

test("the search page marks what was found, says what was dropped, and offers another spelling", async () => {
  await makeShow(world, ada, { title: "Quokka harbour", description: "Small marsupials at sea." });
  const found = (await open("/search?q=quokka%20marsupials")).text;
  expect(found).toContain("<mark>Quokka</mark> harbour");
  expect(found).toContain("<mark>marsupials</mark>");
  const dropped = (await open("/search?q=quokka%20xylophone")).text;
  expect(dropped).toContain("<mark>Quokka</mark>");
  expect(dropped).toContain(`href="/search?q=quokka+xylophone+%22xylophone%22"`);
  expect((await open("/search?q=quokka%20%22xylophone%22")).text).not.toContain("Quokka</mark>");
});

test("results in another spelling say so: nothing was found as typed, or another spelling is offered", async () => {
  await makeShow(world, ada, { title: "Numbat meadow" });
  const corrected = (await open("/search?q=nubmat%20meadow")).text;
  expect(corrected).toContain("<h1>Results for “numbat meadow”</h1>");
  expect(corrected).toContain("No results for “nubmat meadow”.");
  expect(corrected).toContain("<mark>Numbat</mark>");
});

test("other spellings after results as typed are named and offered", async () => {
  await makeShow(world, ada, { title: "Weather at dawn" });
  await makeShow(world, ada, { title: "Dry land", description: "How wether and ewe live." });
  await makeShow(world, ada, { title: "Wether at noon" });
  const { text } = await open("/search?q=wether");
  expect(text).toContain("<h1>Results for “wether”</h1>");
  expect(text.indexOf("</mark> at noon")).toBeLessThan(text.indexOf("</mark> at dawn"));
  expect(text).toContain('Did you mean <a href="/search?q=weather">weather</a>?');
});

test("a kind that has another spelling only says so under its heading", async () => {
  const about = await makeShow(world, ada, { title: "Skies by the sea" });
  await makeShow(world, ada, { title: "Tamarisk weekly" });
  await makeEpisode(world, about, {
    title: "Tamarix in bloom",
    published_at: new Date("2026-03-02"),
  });
  const { text } = await open("/search?q=tamarix");
  expect(text).toContain("<h1>Results for “tamarix”</h1>");
  const [, shows = "", episodes = ""] = text.split(/<h2 id="(?:shows|episodes)">/);
  expect(shows).toContain("Results for “tamarisk”</a>");
  expect(episodes).not.toContain("Results for");
  const alone = (await open("/search?q=tamarix&type=shows")).text;
  expect(alone).toContain("<h1>Results for “tamarisk”</h1>");
});

test("authors whose names have the words are listed, with a way to their page", async () => {
  await makeShow(world, ada, { title: "Salt roads", author_name: "Ismene Halloran" });
  const { text } = await open("/search?q=halloran");
  expect(text).toContain(`<li><a href="/user/${ada.user_id}">Ismene Halloran</a></li>`);
  expect((await open("/search?q=salt")).text).not.toContain(">Authors</h2>");
});

test("filters among both kinds count the results of both", async () => {
  const show = await makeShow(world, ada, { title: "Bilby in Italian", language: "it" });
  await makeShow(world, ada, { title: "Bilby in English", language: "en" });
  for (const at of [1, 2])
    await makeEpisode(world, show, { title: `Bilby ${at}`, published_at: new Date("2026-03-01") });
  expect((await open("/search?q=bilby")).text).toContain("Italian (3)");
  expect((await open("/search?q=bilby&type=shows")).text).toContain("Italian (1)");
});
