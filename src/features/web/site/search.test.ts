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
  expect((await open("/search?q=qoukka%20harbour")).text).toContain(
    `<a href="/search?q=quokka+harbour">quokka harbour</a>`,
  );
});
