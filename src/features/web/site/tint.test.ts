/** Tests the tint of a show's pages: it comes from the cover, and all text on it stays readable. */
import { expect, test } from "vitest";
import { makeShow } from "../../../../test/setup/factories.ts";
import { makePicture } from "../../../../test/setup/pictures.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();

const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** The texts and edges of `styles/tokens.css`, and how much contrast they need. */
const DAY = { "#181b1c": 4.5, "#565a58": 4.5, "#12505a": 4.5, "#b9361a": 4.5, "#74766f": 3 };
const NIGHT = { "#ece5d8": 4.5, "#a9a598": 4.5, "#e6b66c": 4.5, "#ff8562": 4.5, "#868e91": 3 };

test("a show's page is tinted by its cover, in sizes for pages", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const open = async () => (await fetch(`${world.baseUrl}/show/${show_id}`)).text();
  expect(await open()).not.toContain("/assets/accent/tint-");
  const image_file = new Blob([new Uint8Array(await makePicture({ width: 800, height: 800 }))]);
  const sent = await ada.api.post(`/v2/shows/${show_id}`, {}, { files: { image_file } });
  expect(sent.status, sent.text).toBe(200);
  const page = await open();
  const [, path = ""] = /href="(\/assets\/accent\/tint-[0-9a-f]{6}\.css)"/.exec(page) ?? [];
  const css = await (await fetch(world.baseUrl + path)).text();
  expect(css).toMatch(/--tint:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)/);
  const [, sizes = ""] = / srcset="([^"]+)" sizes="200px"/.exec(page) ?? [];
  expect(sizes.match(/\d+w/g)).toEqual(["200w", "600w", "1400w"]);
  const middle = sizes.split(", ")[1]?.split(" ")[0] ?? "";
  expect((await fetch(middle)).headers.get("content-type")).toBe("image/jpeg");
});

test.each([
  "000000",
  "ffffff",
  "ff0000",
  "00ff00",
  "0000ff",
  "ffff00",
  "c03020",
  "1b2a55",
  "f2c230",
])("text stays readable on the tint of %s", async (colour) => {
  const css = await (await fetch(`${world.baseUrl}/assets/accent/tint-${colour}.css`)).text();
  const [, day = "", night = ""] = /light-dark\((#\w{6}),(#\w{6})\)/.exec(css) ?? [];
  for (const [text, least] of Object.entries(DAY))
    expect(contrast(text, day), `${text} on ${day}`).toBeGreaterThanOrEqual(least);
  for (const [text, least] of Object.entries(NIGHT))
    expect(contrast(text, night), `${text} on ${night}`).toBeGreaterThanOrEqual(least);
});
