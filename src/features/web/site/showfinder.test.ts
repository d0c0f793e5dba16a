/** Tests how a show's page finds its episodes: by search, season and order, without scripts and page by page. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let show_id: number;
let few: number;
let secret: number;
const EPISODES = 25;

beforeAll(async () => {
  const ada = await world.person();
  show_id = await makeShow(world, ada, { title: "Long one" });
  secret = await makeShow(world, ada, { visibility: "LIMITED", limited_key: "open sesame" });
  for (const id of [show_id, secret])
    for (let n = 1; n <= EPISODES; n += 1)
      await makeEpisode(world, id, {
        title: `Chapter ${n} end${n === 7 ? " of the lighthouse" : ""}`,
        season_number: n <= 22 ? 1 : 2,
        published_at: new Date(Date.UTC(2026, 0, n)),
      });
  few = await makeShow(world, ada, { title: "Short one" });
  await makeEpisode(world, few, { title: "Only one" });
});

async function open(path: string) {
  const answer = await fetch(new URL(path, world.baseUrl));
  const text = await answer.text();
  const titles = [...text.matchAll(/<bdi>Chapter (\d+) end[^<]*<\/bdi><\/a>\n<p/g)];
  const next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  return { status: answer.status, text, numbers: titles.map(([, n]) => Number(n)), next };
}

const downFrom = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => from - at);

test("a season is listed in either order, over all of its pages", async () => {
  const first = await open(`/show/${show_id}?season=1`);
  expect(first.numbers).toEqual(downFrom(22, 3));
  expect((await open(first.next ?? "")).numbers).toEqual([2, 1]);
  const oldest = await open(`/show/${show_id}?season=1&order=oldest`);
  expect(oldest.numbers).toEqual(downFrom(20, 1).reverse());
  const rest = await open(oldest.next ?? "");
  expect(rest.numbers).toEqual([21, 22]);
  expect(rest.text).toContain('aria-current="true">Oldest first</a>');
  expect((await open(`/show/${show_id}?season=9`)).text).toContain("No episodes yet.");
});

test("the page of a show offers its seasons and orders, and search engines keep that page alone", async () => {
  const { text } = await open(`/show/${show_id}`);
  const site_url = `${world.baseUrl}/show/${show_id}`;
  expect(text).toContain(`<a href="${site_url}?season=2">2</a>`);
  expect(text).toContain(`<a href="${site_url}?order=oldest">Oldest first</a>`);
  expect(text).not.toContain('content="noindex"');
  for (const query of ["season=2", "order=oldest", "q=lighthouse", "season=1&order=newest"]) {
    const part = await open(`/show/${show_id}?${query}`);
    expect(part.text, query).toContain(`<link rel="canonical" href="${site_url}">`);
    expect(part.text, query).toContain('<meta name="robots" content="noindex">');
    expect(part.text, query).toMatch(/<title>[^<]+ – Long one · /);
  }
  const later = await open((await open(`/show/${show_id}`)).next ?? "");
  expect(later.text).not.toContain('content="noindex"');
  expect((await open(`/show/${few}`)).text).not.toContain("Search this show");
});

test("a search finds episodes of this show only, page by page", async () => {
  const found = await open(`/show/${show_id}?q=lighthouse`);
  expect(found.numbers).toEqual([7]);
  expect(found.text).toContain("Results for “lighthouse”");
  const all = await open(`/show/${show_id}?q=chapter`);
  const rest = await open(all.next ?? "");
  expect(new Set([...all.numbers, ...rest.numbers]).size).toBe(EPISODES);
  expect((await open(`/show/${few}?q=lighthouse`)).text).toContain("No results for “lighthouse”");
});

test("invalid choices count as none, and other addresses keep them", async () => {
  for (const query of ["season=0", "season=x", "season=99999999999", "order=best", "offset=-1"])
    expect((await open(`/show/${show_id}?${query}`)).text, query).toContain("<h1><bdi>Long one");
  for (const q of ["%22", "'", "%00", "-", "(", "x".repeat(300)])
    expect((await open(`/show/${show_id}?q=${q}`)).status, q).toBe(200);
  const moved = await open(`/podcast/${show_id}?season=2`);
  expect(moved.numbers).toEqual(downFrom(25, 23));
});

test("a show that needs a key has its seasons with the key, and no search", async () => {
  expect((await open(`/show/${secret}?season=2`)).status).toBe(404);
  const { text } = await open(`/show/${secret}?key=open+sesame`);
  expect(text).toContain("?key=open+sesame&amp;season=2");
  expect(text).not.toContain("Search this show");
  const { numbers } = await open(`/show/${secret}?key=open+sesame&season=2`);
  expect(numbers).toEqual(downFrom(25, 23));
});
