/** The player's page and oEmbed over HTTP. */

import fc from "fast-check";
import { XMLParser } from "fast-xml-parser";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { makeListening } from "../../../../test/setup/listening.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { sizeOf } from "./oembed.ts";

const world = useWorld();
let ada: Person;
let made: Awaited<ReturnType<typeof makeListening>>;
beforeAll(async () => {
  ada = await world.person({ username: "ada" });
  made = await makeListening(world, ada);
});

/** An oEmbed response, or an error. */
type Answer = { html: string; response: { error: { code: number } } };
const jsonOf = async (answer: Response) => (await answer.json()) as Answer;

const oembed = (url: string, more = "") =>
  fetch(`${world.baseUrl}/oembed?url=${encodeURIComponent(url)}${more}`);

test("an episode, a show and a user are embedded by any form of their URLs", async () => {
  const { episode_id, show_id } = made;
  const { fullname } = (await ada.api.get("/v2/me")).response.user;
  const cases: [string, string, number, string][] = [
    [`/episode/${episode_id}`, `episode_id=${episode_id}`, 200, "Letter 2: Low water, spring tide"],
    [
      `/episode/letter--${episode_id}`,
      `episode_id=${episode_id}`,
      200,
      "Letter 2: Low water, spring tide",
    ],
    [`/show/${show_id}`, `show_id=${show_id}`, 350, "The Tide Tables"],
    [`/podcast/tide--${show_id}`, `show_id=${show_id}`, 350, "The Tide Tables"],
    ["/@ada", `user_id=${ada.user_id}`, 350, fullname],
    ["/user/ada", `user_id=${ada.user_id}`, 350, fullname],
  ];
  for (const [path, query, height, title] of cases) {
    const answer = await oembed(world.baseUrl + path);
    expect([answer.status, answer.headers.get("content-type")], path).toEqual([
      200,
      "application/json; charset=utf-8",
    ]);
    expect(await answer.json(), path).toMatchObject({
      type: "rich",
      version: "1.0",
      width: "100%",
      height,
      title,
      provider_url: world.baseUrl,
      author_url: `${world.baseUrl}/user/${ada.user_id}`,
      html: expect.stringContaining(`<iframe src="${world.baseUrl}/embed?${query}" width="100%"`),
    });
  }
  expect((await oembed(`${world.baseUrl}/show/${show_id}`.replace("http:", "https:"))).status).toBe(
    200,
  );
});

test("XML contains the same as JSON", async () => {
  const url = `${world.baseUrl}/episode/${made.episode_id}`;
  const json = await jsonOf(await oembed(url));
  const answer = await oembed(url, "&format=xml");
  expect(answer.headers.get("content-type")).toBe("text/xml; charset=utf-8");
  const parsed = new XMLParser({ parseTagValue: false, processEntities: true }).parse(
    await answer.text(),
  );
  const texts = Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, String(value)]),
  );
  expect(parsed.oembed).toEqual(texts);
});

test("maximum sizes give a size that fits", () => {
  const limit = fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.constantFrom("episode", "show", "user"),
      limit,
      limit,
      (kind, maxwidth, maxheight) => {
        const { width, height } = sizeOf(kind as "show", { maxwidth, maxheight });
        if (maxwidth === undefined && maxheight === undefined) expect(width).toBe("100%");
        else expect(Number(width)).toBeLessThanOrEqual(maxwidth ?? Number.POSITIVE_INFINITY);
        expect(height).toBeLessThanOrEqual(maxheight ?? Number.POSITIVE_INFINITY);
      },
    ),
    { seed: 5 },
  );
});

test("a URL that is not a page of this server is 404; other formats are 501", async () => {
  const show = `${world.baseUrl}/show/${made.show_id}`;
  const hidden = await makeEpisode(world, made.show_id, { hidden: true });
  const elsewhere = show.replace("127.0.0.1", "example.org");
  const not = [
    elsewhere,
    `${world.baseUrl}/`,
    `${world.baseUrl}/show/999999`,
    "show",
    "javascript:1",
    `${world.baseUrl}/episode/${hidden}`,
  ];
  for (const url of not) expect((await oembed(url)).status, url).toBe(404);
  const refused = await oembed(show, "&format=yaml");
  expect(refused.status).toBe(501);
  expect((await jsonOf(refused)).response.error.code).toBe(501);
  expect((await fetch(`${world.baseUrl}/oembed`)).status).toBe(400);
  expect((await oembed(show, "&maxwidth=wide")).status).toBe(400);
});

test("a LIMITED show is embedded with its key", async () => {
  const show = await makeShow(world, ada, { visibility: "LIMITED", limited_key: "sesame" });
  const url = `${world.baseUrl}/show/${show}`;
  expect((await oembed(url)).status).toBe(404);
  const { html } = await jsonOf(await oembed(`${url}?key=sesame`));
  expect(html).toContain(`/embed?show_id=${show}&amp;key=sesame`);
  expect((await fetch(`${world.baseUrl}/embed?show_id=${show}`)).status).toBe(404);
  expect((await fetch(`${world.baseUrl}/embed?show_id=${show}&key=sesame`)).status).toBe(200);
});

test("cards announce the height that oEmbed gives", async () => {
  const pages: [string, string][] = [
    [`/episode/${made.episode_id}`, "200"],
    [`/show/${made.show_id}`, "350"],
    [`/user/${ada.user_id}`, "350"],
  ];
  for (const [path, height] of pages) {
    const page = await (await fetch(world.baseUrl + path)).text();
    expect(page, path).toContain(`<meta name="twitter:player:height" content="${height}">`);
  }
});

test("any site may frame the player, and its parameters are validated", async () => {
  const answer = await fetch(`${world.baseUrl}/embed?episode_id=${made.episode_id}&theme=dark`);
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors *");
  expect(answer.headers.get("x-frame-options")).toBeNull();
  expect(await answer.text()).toContain('<html lang="en" data-theme="dark">');
  const wrong = [
    "",
    "episode_id=1&show_id=2",
    "episode_id=x",
    `episode_id=${made.episode_id}&theme=blue`,
    `episode_id=${made.episode_id}&color=red`,
  ];
  for (const query of wrong)
    expect((await fetch(`${world.baseUrl}/embed?${query}`)).status, query).toBe(400);
});

test("a frame of what is gone or private says so, and leads to the site", async () => {
  const hidden = await makeShow(world, ada, { visibility: "PRIVATE" });
  for (const [query, text] of [
    ["episode_id=999999", "This episode is no longer available."],
    [`show_id=${hidden}&theme=dark`, "This podcast is no longer available."],
    ["user_id=999999", "This podcast is no longer available."],
  ]) {
    const answer = await fetch(`${world.baseUrl}/embed?${query}`);
    expect(answer.status, query).toBe(404);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors *");
    expect(answer.headers.get("x-frame-options")).toBeNull();
    const page = await answer.text();
    expect(page).toContain(text);
    expect(page).toContain(
      `<a href="${world.baseUrl}/" target="_top">More podcasts on Longwave</a>`,
    );
  }
});

test("there is always a thumbnail: a record's own image, or a cover with its initials", async () => {
  const show_id = await makeShow(world, ada, { title: "Ärger im Paradies" });
  const episode_id = await makeEpisode(world, show_id);
  const thumbnailOf = async (path: string) =>
    (await (await oembed(world.baseUrl + path)).json()) as Record<string, unknown>;
  expect(await thumbnailOf(`/show/${made.show_id}`)).toMatchObject({
    thumbnail_width: 200,
    thumbnail_height: 200,
    thumbnail_url: expect.stringContaining("/media/images/"),
  });
  const drawn = await thumbnailOf(`/show/${show_id}`);
  expect(drawn).toMatchObject({ thumbnail_width: 1400, thumbnail_height: 1400 });
  expect(drawn.thumbnail_url).toMatch(/\/media\/covers\/\d+-AI\.png$/);
  expect((await thumbnailOf(`/episode/${episode_id}`)).thumbnail_url).toBe(drawn.thumbnail_url);
  const answer = await fetch(String(drawn.thumbnail_url));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  const cover = Buffer.from(await answer.arrayBuffer());
  const { format, width, height } = await sharp(cover).metadata();
  expect([format, width, height]).toEqual(["png", 1400, 1400]);
  // The cover is not blank: it has white letters on one colour.
  const { channels } = await sharp(cover).stats();
  expect(channels.map(({ max }) => max)).toEqual([255, 255, 255]);
  expect(Math.min(...channels.map(({ min }) => min))).toBeLessThan(200);
  const cyrillic = await makeShow(world, ada, { title: "Ночные поезда" });
  const { thumbnail_url } = await thumbnailOf(`/show/${cyrillic}`);
  expect((await fetch(String(thumbnail_url))).status).toBe(200);
  for (const name of ["99-AB.png", "1-ABC.png", "01-AB.png", "1-a.png"])
    expect((await fetch(`${world.baseUrl}/media/covers/${name}`)).status).toBe(404);
  const { response } = await ada.api.get(`/v2/shows/${show_id}`);
  expect(response.show.image_url).toBeNull();
});
