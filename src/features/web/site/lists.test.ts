/** Lists over HTTP: the home page, curated lists, popular shows, tags, later pages of a show. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { makeImage } from "../../../../test/setup/listening.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { createList, fillList } from "../../discovery/explore/actions.ts";

const world = useWorld();
let ada: Person;
let listed: number;
let other: number;
let list_id: number;
beforeAll(async () => {
  ada = await world.person();
  const image_id = await makeImage(world);
  listed = await makeShow(world, ada, { title: "Listed show", image_id, category_id: 93 });
  other = await makeShow(world, ada, { title: "Other show", author_name: "The Others" });
  await makeEpisode(world, listed, { title: "Listed latest", tags: ["fog"] });
  await makeEpisode(world, other, { title: "Other latest", tags: ["fog"] });
  const list = await createList(world.deps, { name: "Chosen", subtitle: "By hand" });
  list_id = list.list_id;
  await fillList(world.deps, list_id, { shows: [listed] }, null);
});

const open = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(world.baseUrl + path, { headers });
  return { status: answer.status, text: await answer.text() };
};

/** The part of a page that the element with this id starts. */
const partOf = (text: string, id: string) => {
  const at = text.indexOf(`id="${id}"`);
  return at < 0 ? "" : text.slice(at, text.indexOf("</section>", at));
};

test("a curated list does not push other shows out of the home page", async () => {
  const { text } = await open("/");
  const chosen = partOf(text, `list-${list_id}`);
  expect(chosen).toContain("Listed show");
  expect(chosen).not.toContain("Other show");
  expect(chosen).toContain(`href="/list/${list_id}"`);
  expect(partOf(text, "popular")).toContain("Other show");
  expect(partOf(text, "popular")).toContain("The Others");
  expect(partOf(text, "new")).toContain("Listed latest");
  expect(partOf(text, "new")).toContain("Other latest");
  expect(partOf(text, "featured")).toContain("Listed latest");
});

test("the home page lists only categories with shows", async () => {
  const { text } = await open("/");
  expect(text).toContain('href="/category/arts"');
  expect(text).not.toContain('href="/category/history"');
});

test("private and empty shows are neither new nor popular", async () => {
  const secret = await makeShow(world, ada, { title: "Secret show", visibility: "PRIVATE" });
  await makeEpisode(world, secret, { title: "Secret episode" });
  await makeShow(world, ada, { title: "Empty show" });
  for (const path of ["/", "/popular"]) {
    const { text } = await open(path);
    expect(text, path).not.toContain("Secret");
    expect(text, path).not.toContain("Empty show");
  }
});

test("a curated list has a page of its own, and so have all shows", async () => {
  const list = await open(`/list/${list_id}`);
  expect(list.text).toContain("<h1><bdi>Chosen</bdi></h1>");
  expect(list.text).toContain("By hand");
  expect(list.text).toContain("Listed show");
  expect(list.text).not.toContain("Other show");
  const all = await open("/popular");
  expect(all.text).toContain("Listed show");
  expect(all.text).toContain("Other show");
  for (const path of ["/list/999999", "/list/none"])
    expect((await open(path)).status, path).toBe(404);
});

test("popular shows and those of a category have their ranks, also on later pages", async () => {
  const { text } = await open("/popular");
  const ranks = (of: string) => [...of.matchAll(/<span class="rank">([^<]*)</g)].map(([, n]) => n);
  expect(ranks(text)).toEqual(ranks(text).map((_, at) => String(at + 1)));
  expect(ranks(text).length).toBeGreaterThan(1);
  expect(ranks((await open(`/list/${list_id}`)).text)).toEqual([]);
  const version = 1;
  const last_id = Number(/\/show\/(\d+)"><bdi/.exec(text)?.[1]);
  const later = await open(`/popular?last_id=${last_id}&version=${version}&rank=24`);
  expect(ranks(later.text)[0]).toBe("25");
  expect((await open("/popular?rank=-1")).status).toBe(200);
});

test("the episodes of a tag have covers and the names of their shows", async () => {
  const { text } = await open("/tag/fog");
  expect(text).toContain(`href="${world.baseUrl}/show/${listed}"><bdi>Listed show</bdi>`);
  expect(text).toContain(`href="${world.baseUrl}/show/${other}"><bdi>Other show</bdi>`);
  expect(text).toMatch(/<img class="cover" src="[^"]*\/media\/[^"]*"/);
});

test("covers in grids have a version for dense screens", async () => {
  const { text } = await open("/popular");
  expect(text).toMatch(/<img class="cover" [^>]*srcset="[^"]* 200w, [^"]* 1400w"/);
});

test("lists without anything lead on", async () => {
  for (const path of ["/tag/nothing", "/category/history"])
    expect((await open(path)).text, path).toContain('href="/popular"');
});

test("later pages of a show are about its episodes, and lead back", async () => {
  const show_id = await makeShow(world, ada, {
    title: "Long one",
    description_html: "<p>What it is about.</p>",
  });
  for (let day = 1; day <= 21; day += 1)
    await makeEpisode(world, show_id, { published_at: new Date(Date.UTC(2026, 0, day)) });
  const { text: first } = await open(`/show/${show_id}`);
  expect(first).toContain("What it is about.");
  const next = /rel="next" href="[^"]*(\/show\/[^"]*)"/.exec(first)?.[1] ?? "";
  const { text: second } = await open(next);
  expect(second).not.toContain("<p>What it is about.</p>");
  expect(second).toContain("<h1>Episodes</h1>");
  expect(second).toContain(`<a href="${world.baseUrl}/show/${show_id}">Long one</a>`);
});

test("followers are counted in the reader's language", async () => {
  const bob = await world.person();
  await bob.api.put(`/v2/users/me/followings/${ada.user_id}`);
  const forms = {
    en: "1 follower",
    it: "1 follower",
    es: "1 seguidor",
    de: "1 Follower",
    fr: "1 abonné",
  };
  for (const [lang, text] of Object.entries(forms)) {
    const page = (await open(`/user/${ada.user_id}`, { "accept-language": lang })).text;
    expect(page, lang).toContain(`<span>${text}</span>`);
  }
});

test("the home page begins with what is in the reader's language, and shows all alike if asked", async () => {
  const options = { title: "Treni di notte", language: "it", category_id: 93 };
  await makeEpisode(world, await makeShow(world, ada, options), {
    title: "Primo treno",
    published_at: new Date("2020-01-01"),
  });
  const at = (text: string, id: string, title: string) => partOf(text, id).indexOf(title);
  const italian = await open("/", { "accept-language": "it" });
  expect(partOf(italian.text, "featured")).toContain("Treni di notte");
  expect(at(italian.text, "new", "Primo treno")).toBeLessThan(at(italian.text, "new", "Listed"));
  const isFirst = ({ text }: typeof italian) =>
    at(text, "popular", "Treni di notte") < at(text, "popular", "Listed show");
  expect(isFirst(italian)).toBe(true);
  expect(italian.text).toContain('<a href="/?languages=all">Tutte le lingue</a>');
  const english = await open("/", { "accept-language": "en" });
  expect(partOf(english.text, "featured")).toContain("Listed show");
  expect(isFirst(english)).toBe(false);
  const all = await open("/?languages=all", { "accept-language": "it" });
  expect(partOf(all.text, "featured")).toContain("Listed show");
  expect(all.text).toContain('<a href="/?languages=all" aria-current="true">Tutte le lingue</a>');
  const none = await open("/", { "accept-language": "de" });
  expect(none.text).not.toContain("/?languages=all");
});

test("a category says how many shows it has, and which categories within it have some", async () => {
  const { text } = await open("/category/arts", { "accept-language": "en" });
  expect(text).toMatch(/<title>Arts – Shows · /);
  expect(text).toContain("<span>2 shows</span> <span>The most popular first</span>");
  expect(text).toContain('href="/category/books"');
  expect(text).not.toContain('href="/category/design"');
});
