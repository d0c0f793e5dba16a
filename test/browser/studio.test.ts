/** Tests the studio in a real browser: menu without scripts, palette, keys, the cursor of charts, lists. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../setup/factories.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { type Options, openAs } from "./pages.ts";

const world = useWorld();
let browser: Browser;
let ada: Person;
let show_id: number;
beforeAll(async () => {
  browser = await openChromium();
  ada = await world.person();
  show_id = await makeShow(world, ada, { title: "Night Trains" });
  await makeEpisode(world, show_id, { title: "Across the border", published_at: null });
});
afterAll(() => browser?.close());

const openStudio = (path: string, options: Options = {}): Promise<Page> =>
  openAs({ browser, world, person: ada }, path, options);

const PHONE = { viewport: { width: 360, height: 740 } };

test("on a phone the menu opens and closes without scripts", async () => {
  const page = await openStudio("/studio", { ...PHONE, javaScriptEnabled: false });
  const menu = page.getByRole("navigation", { name: "Studio" });
  expect(await menu.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await menu.getByRole("link", { name: "Shows", exact: true }).click();
  await page.getByRole("heading", { name: "Shows", level: 1 }).waitFor();
  expect(await menu.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.keyboard.press("Escape");
  expect(await menu.isVisible()).toBe(false);
});

test("the palette goes to an episode by keyboard", async () => {
  const page = await openStudio("/studio");
  await page.keyboard.press("Control+k");
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.keyboard.type("border");
  await page.getByRole("option", { name: /Across the border/ }).waitFor();
  await expectGood(page);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/studio/episodes/*");
});

test("single keys work, are not taken from fields, and can be switched off", async () => {
  const page = await openStudio("/studio");
  await page.keyboard.press("/");
  await page.keyboard.type("what?");
  expect(await page.getByRole("search").getByRole("searchbox").inputValue()).toBe("what?");
  await page.locator("h1").click();
  await page.keyboard.press("?");
  await page.waitForURL("**/studio/keys");
  await page.getByLabel("Use single-key shortcuts in this browser").uncheck();
  await page.goto("/studio/shows");
  await page.keyboard.press("?");
  await page.keyboard.press("n");
  await page.keyboard.press("Control+k");
  await page.locator('[role="combobox"]:focus').waitFor();
  expect(new URL(page.url()).pathname).toBe("/studio/shows");
});

test("the cursor of a chart is moved by keys, and reads the rows of its table", async () => {
  const page = await openStudio("/studio/style?range=7");
  const chart = page.locator("#line");
  const rows = chart.locator("tbody tr");
  const last = (await rows.last().locator("th").textContent()) ?? "";
  const plot = chart.getByRole("slider");
  await plot.focus();
  const said = () => chart.locator("[data-said]").textContent();
  expect(await said()).toContain(last);
  await page.keyboard.press("Home");
  const cells = await rows.first().locator("th, td").allTextContents();
  for (const cell of cells) expect(await said()).toContain(cell);
  expect(await plot.getAttribute("aria-valuetext")).toBe(await said());
});

test("a list is narrowed, ordered and chosen from by keyboard, with its state in the URL", async () => {
  const page = await openStudio("/studio/style");
  await page.getByLabel("Find an episode").fill("storm");
  await page.keyboard.press("Enter");
  await page.waitForURL("**q=storm*");
  await page.getByRole("columnheader", { name: "7 days" }).getByRole("link").press("Enter");
  await page.waitForURL("**sort=-week*");
  expect(page.url()).toContain("q=storm");
  await page.getByLabel("Choose all rows of this page").press("Space");
  await page.getByRole("button", { name: "Publish episodes" }).press("Enter");
  await page.getByText("Episodes published.").waitFor();
  expect(page.url()).not.toContain("done=");
  await page.getByRole("button", { name: "Undo" }).waitFor();
});

test("fifty episodes at equal age are a short table on a phone", async () => {
  const many = await makeShow(world, ada, { title: "Day Boats" });
  const published_at = new Date(Date.now() - 40 * 86_400_000);
  const episodes = Array.from({ length: 50 }, (_, n) => ({ title: `Crossing ${n}`, published_at }));
  await makeEpisodes(world, many, episodes);
  const page = await openStudio(`/studio/shows/${many}/numbers/ages`, PHONE);
  expect(await page.locator(".ages tbody tr").count()).toBe(50);
  const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
  // Before, a row had the height of five lines.
  expect(height).toBeLessThan(6000);
  // The heads stay in view.
  await page.getByRole("link", { name: "Crossing 0", exact: true }).scrollIntoViewIfNeeded();
  const head = page.getByRole("columnheader", { name: "First 7 days" });
  const box = await head.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  await expectGood(page);
});

test.each([
  ["a phone", 360],
  ["a wide screen", 1280],
])("a message is answered by writing on after its button, on %s", async (_, width) => {
  const bob = await world.person();
  const night = await makeShow(world, ada, { title: "Night Boats" });
  const path = `/v2/episodes/${await makeEpisode(world, night)}/messages`;
  await bob.api.post(path, { text: "When is the next one?" });
  const options = { viewport: { width, height: 740 }, hasTouch: width === 360 };
  const page = await openStudio(`/studio/shows/${night}/messages`, options);
  const reply = page.locator(".acts summary", { hasText: "Reply" });
  const buttons = page.locator(".acts summary, .acts > form button");
  const places = () =>
    buttons.evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect());
      return boxes.map(({ x, y }) => [x - (boxes[0]?.x ?? 0), y - (boxes[0]?.y ?? 0)]);
    });
  const before = await places();
  expect(before).toHaveLength(4);
  await (width === 360 ? reply.tap() : reply.click());
  await page.locator(".acts textarea:focus").waitFor();
  // Spaces, too: on the button they would close the form.
  await page.keyboard.type("The next one is out tomorrow.");
  // The buttons stay beside each other as they were.
  expect(await places()).toEqual(before);
  await expectGood(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Your reply is published.").waitFor();
  const { items } = (await ada.api.get(path)).response;
  expect(items.map(({ text }: { text: string }) => text)).toContain(
    `@${bob.username} The next one is out tomorrow.`,
  );
});
