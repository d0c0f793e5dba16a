/** Tests the pictures that other sites show for links. */
import sharp, { type Region } from "sharp";
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { makeListening } from "../../../../test/setup/listening.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let made: Awaited<ReturnType<typeof makeListening>>;
beforeAll(async () => {
  ada = await world.person({ username: "ada" });
  made = await makeListening(world, ada);
});

const CARD = /<meta property="og:image" content="([^"]+\/media\/cards\/[^"]+)">/;

async function cardOf(path: string): Promise<string | undefined> {
  const page = await fetch(world.baseUrl + path);
  return CARD.exec(await page.text())?.[1];
}

const colourAt = async (picture: Buffer, left: number, top: number) => [
  ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

/** The darkest of the pixels in a part of the picture, 0 to 255. */
const darkest = async (picture: Buffer, box: Region) =>
  (await sharp(picture).extract(box).greyscale().raw().toBuffer()).reduce((a, b) => Math.min(a, b));

test("the card of a show contains its cover and text on paper", async () => {
  const url = (await cardOf(`/show/${made.show_id}`)) ?? "";
  const response = await fetch(url);
  expect(response.headers.get("content-type")).toBe("image/jpeg");
  expect(response.headers.get("cache-control")).toContain("immutable");
  const card = Buffer.from(await response.arrayBuffer());
  const { width, height } = await sharp(card).metadata();
  expect([width, height]).toEqual([1200, 630]);
  const [red = 0, green = 0, blue = 0] = await colourAt(card, 120, 120);
  expect(red > 180 && green < 90 && blue < 90, "the cover's red quarter").toBe(true);
  const [paper = 0] = await colourAt(card, 1190, 10);
  expect(paper).toBeGreaterThan(235);
  // The title is dark on the light ground right of the cover.
  expect(await darkest(card, { left: 530, top: 60, width: 600, height: 120 })).toBeLessThan(60);
});

test("a card whose title has changed leads to the present one", async () => {
  const show_id = await makeShow(world, ada, { title: "Before" });
  const episode_id = await makeEpisode(world, show_id, { title: "First" });
  const before = (await cardOf(`/episode/${episode_id}`)) ?? "";
  await ada.api.post(`/v2/episodes/${episode_id}`, { title: "Second" });
  const after = await cardOf(`/episode/${episode_id}`);
  expect(after).not.toBe(before);
  const response = await fetch(before, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([302, after]);
});

test("a title in a script that the fonts lack gets a card without text", async () => {
  const show_id = await makeShow(world, ada, { title: "夜の灯台" });
  const response = await fetch((await cardOf(`/show/${show_id}`)) ?? "");
  const card = Buffer.from(await response.arrayBuffer());
  const box = { left: 72, top: 60, width: 1000, height: 400 };
  expect(await darkest(card, box)).toBeGreaterThan(200);
});

test("what strangers may not see has no card", async () => {
  const show_id = await makeShow(world, ada, { visibility: "LIMITED", limited_key: "sesame" });
  expect(await cardOf(`/show/${show_id}?key=sesame`)).toBeUndefined();
  const name = `show-${show_id}-0123456789abcdef.jpg`;
  expect((await fetch(`${world.baseUrl}/media/cards/${name}`)).status).toBe(404);
  for (const other of ["user-1-0123456789abcdef.jpg", "show-1-x.jpg"])
    expect((await fetch(`${world.baseUrl}/media/cards/${other}`)).status).toBe(404);
});
