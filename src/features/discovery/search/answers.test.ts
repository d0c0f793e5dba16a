/** Search responses: contents, pages, and suggestions while typing. */
import { beforeAll, describe, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ann: Person;

const SHOWS = "/v2/search?type=shows";
type Listing = { items: { title: string }[]; next_url: string | null };

const show = (title: string, overrides = {}) => makeShow(world, ann, { title, ...overrides });

beforeAll(async () => {
  ann = await world.person({ username: "ann" });
});

describe("search responses", () => {
  test("an episode contains its show when all shows are searched", async () => {
    const show_id = await show("Narwhal show");
    await makeEpisode(world, show_id, { title: "Narwhal" });
    const item = async (path: string) =>
      (await world.api.get(`${path}?type=episodes&q=narwhal`)).response.items[0];
    const fields = [
      ...["author_id", "download_enabled", "duration", "episode_id", "image_original_url"],
      ...["image_url", "published_at", "show_id", "site_url", "title", "type"],
    ];
    const everywhere = await item("/v2/search");
    expect(Object.keys(everywhere).toSorted()).toEqual([...fields, "show"].toSorted());
    expect(everywhere.show).toMatchObject({
      show_id,
      title: "Narwhal show",
      author_id: ann.user_id,
    });
    for (const path of [`/v2/search/shows/${show_id}`, `/v2/search/users/${ann.user_id}`])
      expect(Object.keys(await item(path)).toSorted(), path).toEqual(fields);
  });

  test("words typed together or apart find a show that was just created", async () => {
    await show("Gannet Harbour");
    await show("Skylark");
    for (const [q, title] of [
      ["gannetharbour", "Gannet Harbour"],
      ["sky lark", "Skylark"],
    ] as const) {
      const { items } = (await world.api.get(`${SHOWS}&q=${q}`)).response as Listing;
      expect(items.map((one) => one.title)).toEqual([title]);
    }
  });

  test("pages return everything once", async () => {
    for (let n = 0; n < 7; n += 1) await show(`Dugong ${n}`);
    const seen: string[] = [];
    let next: string | null = `${world.baseUrl}${SHOWS}&q=dugong&limit=3`;
    for (let page = 0; next !== null; page += 1) {
      const { response }: { response: Listing } = await world.api.get(next);
      seen.push(...response.items.map(({ title }) => title));
      next = response.next_url;
      if (page > 5) throw new Error("The list has no end.");
    }
    expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `Dugong ${n}`));
  });

  test.each([
    ["type=shows", "q"],
    ["type=shows&q=", "q"],
    [`type=shows&q=${"x".repeat(201)}`, "q"],
    ["q=x", "type"],
    ["q=x&type=users", "type"],
    ["q=x&type=shows&limit=0", "limit"],
    ["q=x&type=shows&offset=10001", "offset"],
    ["q=x&type=shows&language=xx", "language"],
    ["q=x&type=shows&category_id=1", "category_id"],
    ["q=x&type=shows&published_after=2024-02-30", "published_after"],
    ["q=x&type=shows&published_before=yesterday", "published_before"],
    ["q=x&type=episodes&duration_min=-1", "duration_min"],
    ["q=x&type=episodes&duration_min=10000001", "duration_min"],
    ["q=x&type=episodes&duration_max=10000001", "duration_max"],
    ["q=x&type=shows&explicit=maybe", "explicit"],
    ["q=a%00b&type=shows", "q"],
  ])("%s is 400 and names %s", async (query, field) => {
    const { status, error } = await world.api.get(`/v2/search?${query}`);
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
  });

  test.each(["duration_min", "duration_max"])(
    "%s can be at most 10,000,000 seconds",
    async (name) => {
      const { status } = await world.api.get(`/v2/search?q=x&type=episodes&${name}=10000000`);
      expect(status).toBe(200);
    },
  );

  test("a show's search returns episodes only", async () => {
    const show_id = await show("Axolotl");
    const { status } = await world.api.get(`/v2/search/shows/${show_id}?type=shows&q=x`);
    expect(status).toBe(400);
  });
});

describe("words that exist", () => {
  const titles = async (q: string): Promise<string[]> =>
    ((await world.api.get(`${SHOWS}&q=${q}`)).response as Listing).items.map(({ title }) => title);

  test("come before those that they may be a misspelling of", async () => {
    const described = { description: "Stories from Orlen, told there." };
    const there = await show("Tides of nobody", described);
    await makeEpisode(world, there, { title: "Orlen at night" });
    await show("Letters home", { author_name: "Orlan Becker" });
    expect(await titles("orlen")).toEqual(["Tides of nobody", "Letters home"]);
    // A word of descriptions only, which corrections do not come from.
    await show("Reeds", { description: "All about salterns." });
    await show("Saltern weather", { author_name: "Nobody" });
    await show("Slaterns at home", { author_name: "Nobody" });
    expect((await titles("salterns")).indexOf("Slaterns at home")).not.toBe(0);
  });

  test("in an author's name come before longer words of titles, which they may begin", async () => {
    await show("Tomorrow's news", { author_name: "Saba Ellery" });
    for (const title of ["Sabal palms", "Sabayon at noon"]) await show(title);
    expect((await titles("saba"))[0]).toBe("Tomorrow's news");
    expect((await titles("saba news"))[0]).toBe("Tomorrow's news");
    const suggested = await world.api.get("/v2/search/suggest?q=saba");
    expect((suggested.response as Listing).items).toHaveLength(3);
  });

  test("in the author's name come before those in the name of who publishes", async () => {
    const publisher = await world.person({ username: "petra" });
    const fullname = "Petronella Voss";
    await publisher.api.post(`/v2/users/${publisher.user_id}`, { fullname });
    const of = (title: string, author_name: string) =>
      makeShow(world, publisher, { title, author_name });
    await of("Made by her", fullname);
    await of("Made by him", "Ulf Sand and others");
    expect((await titles("petronella"))[0]).toBe("Made by her");
  });
});

describe("suggestions while typing", () => {
  const suggest = async (q: string, limit = 10) =>
    (
      await world.api.get(`/v2/search/suggest?q=${encodeURIComponent(q)}&limit=${limit}`)
    ).response.items.map(({ title }: { title: string }) => title);

  test("titles that start with the text come first, then titles with such words", async () => {
    await show("Pangolin planet");
    await show("The pangolin pod", { quality: 1 });
    await show("Pangolins", { quality: 1 });
    expect(await suggest("pango")).toEqual(["Pangolins", "Pangolin planet", "The pangolin pod"]);
    expect(await suggest("the pang")).toEqual(["The pangolin pod"]);
    expect(await suggest("pangolin pla")).toEqual(["Pangolin planet"]);
    expect(await suggest("pagnolin")).toHaveLength(3);
    expect(await suggest("pango", 1)).toEqual(["Pangolins"]);
  });

  test("errors in unfinished words are corrected, and people and categories are suggested", async () => {
    await show("Quokkalicious stories", { author_name: "Quentin Marsupial" });
    expect(await suggest("quokal")).toEqual(["Quokkalicious stories"]);
    const { response } = await world.api.get("/v2/search/suggest?q=marsup");
    expect(response.people).toEqual([
      {
        user_id: ann.user_id,
        name: "Quentin Marsupial",
        site_url: `${world.baseUrl}/user/${ann.user_id}`,
      },
    ]);
    const { response: arts } = await world.api.get("/v2/search/suggest?q=perf");
    expect(arts.categories.map(({ name }: { name: string }) => name)).toEqual(["Performing Arts"]);
  });

  test("episodes are suggested whose titles begin with the text, and none that others cannot see", async () => {
    const show_id = await show("Wombat weekly");
    await makeEpisode(world, show_id, { title: "Burrows at night" });
    await makeEpisode(world, show_id, { title: "Burrows unseen", visibility: "PRIVATE" });
    const titles = async (q: string) =>
      (await world.api.get(`/v2/search/suggest?q=${q}`)).response.episodes.map(
        ({ title, show }: { title: string; show: { title: string } }) => [title, show.title],
      );
    expect(await titles("burr")).toEqual([["Burrows at night", "Wombat weekly"]]);
    expect(await titles("bu")).toEqual([]);
  });

  test("too long or empty text is 400; a limit above the maximum is lowered to it", async () => {
    expect((await world.api.get("/v2/search/suggest?q=x&limit=50")).status).toBe(200);
    for (const query of ["", "q=", `q=${"x".repeat(201)}`, "q=x&limit=0"])
      expect((await world.api.get(`/v2/search/suggest?${query}`)).status, query).toBe(400);
  });
});
