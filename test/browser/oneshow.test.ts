/** Tests the pages of one show in a real browser: a broken feed mended by keyboard and by finger, the crop, all pages. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { makePicture } from "../setup/pictures.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { MOST_SHIFT, type Options, openAs, SHIFTS } from "./pages.ts";

const world = useWorld();
let browser: Browser;
let ada: Person;
let cover: Buffer;
beforeAll(async () => {
  browser = await openChromium();
  ada = await world.person();
  cover = await makePicture({ width: 1800, height: 1500 });
});
afterAll(() => browser?.close());

const openStudio = (path: string, options: Options = {}): Promise<Page> =>
  openAs({ browser, world, person: ada }, path, options);

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1280, height: 900 } };

/** A show whose feed no directory takes: without category and cover. */
async function makeBroken(): Promise<string> {
  const show_id = await makeShow(world, ada, { title: "Night Trains", description: "By night." });
  await makeEpisode(world, show_id, { title: "To Narvik" });
  return `/studio/shows/${show_id}`;
}

const isFocused = (target: Locator) => target.evaluate((node) => node.matches(":focus"));

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let times = 0; times < 120; times += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}`);
}

const upload = (page: Page) =>
  page
    .locator("#image_file")
    .setInputFiles({ name: "cover.jpg", mimeType: "image/jpeg", buffer: cover });

test("a broken feed is mended by keyboard alone", async () => {
  const path = await makeBroken();
  const page = await openStudio(path, DESK);
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Feed", exact: true }));
  await page.keyboard.press("Enter");
  await page.getByText("2 faults keep directories from taking the feed.").waitFor();
  await tabTo(page, page.getByRole("link", { name: "Mend: Category" }));
  await page.keyboard.press("Enter");
  const category = page.getByLabel("Category", { exact: true });
  await category.waitFor();
  await tabTo(page, category);
  await page.keyboard.type("Techn");
  await tabTo(page, page.getByRole("button", { name: "Save changes" }));
  await page.keyboard.press("Enter");
  await page.getByText("Saved.").waitFor();
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Feed", exact: true }));
  await page.keyboard.press("Enter");
  await page.getByText("1 fault keeps directories from taking the feed.").waitFor();
  await tabTo(page, page.getByRole("link", { name: "Mend: Cover" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.locator("#image_file"));
  await upload(page);
  await tabTo(page, page.getByRole("button", { name: "Upload image" }));
  await page.keyboard.press("Enter");
  const frame = page.getByRole("button", { name: "Part that the cover shows" });
  await frame.waitFor();
  await tabTo(page, frame);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  expect(await page.getByLabel("From the left").inputValue()).toBe("40");
  await tabTo(page, page.getByRole("button", { name: "Size of the part" }));
  await page.keyboard.press("Shift+ArrowUp");
  expect(await page.getByLabel("Side", { exact: true }).inputValue()).toBe("1400");
  await expectGood(page);
  await tabTo(page, page.getByRole("button", { name: "Save this part" }));
  await page.keyboard.press("Enter");
  await page.getByText("The cover is changed.").waitFor();
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Feed", exact: true }));
  await page.keyboard.press("Enter");
  await page.getByText("The feed is valid. You can still make it better.").waitFor();
});

test("a broken feed is mended by finger on a phone", async () => {
  const path = await makeBroken();
  const page = await openStudio(`${path}/feed`, PHONE);
  await page.getByText("2 faults keep directories from taking the feed.").waitFor();
  await page.getByRole("link", { name: "Mend: Category" }).tap();
  const category = page.getByLabel("Category", { exact: true });
  await category.selectOption({ label: "Technology" });
  await page.getByRole("button", { name: "Save changes" }).tap();
  await page.getByText("Saved.").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Feed", exact: true }).tap();
  await page.getByRole("link", { name: "Mend: Cover" }).tap();
  await upload(page);
  await page.getByRole("button", { name: "Upload image" }).tap();
  const corner = page.getByRole("button", { name: "Size of the part" });
  // Waits until the picture has its size.
  await corner.hover();
  const box = await corner.boundingBox();
  if (box === null) throw new Error("the corner is not shown");
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x - 35, box.y - 35, { steps: 4 });
  await page.mouse.up();
  expect(Number(await page.getByLabel("Side", { exact: true }).inputValue())).toBeLessThan(1400);
  await page.getByText(/fewer than the 1400/).waitFor();
  await expectGood(page);
  await page.getByRole("button", { name: "Save this part" }).tap();
  await page.getByText("The cover is changed.").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Feed", exact: true }).tap();
  await page.getByText("The feed is valid. You can still make it better.").waitFor();
});

test.each([
  ["a phone", PHONE],
  ["a wide screen", DESK],
])("the page of a cover begins with the choice of another image, on %s", async (_, options) => {
  const path = await makeBroken();
  const page = await openStudio(`${path}/cover`, options);
  await upload(page);
  await page.getByRole("button", { name: "Upload image" }).click();
  const frame = page.getByRole("button", { name: "Part that the cover shows" });
  const file = page.locator("#image_file");
  const isFileFirst = async () => {
    await frame.waitFor();
    return Number((await file.boundingBox())?.y) < Number((await frame.boundingBox())?.y);
  };
  await page.getByText("The new cover is in place.").waitFor();
  expect(await isFileFirst()).toBe(false);
  await page.goto(path);
  await page.getByRole("link", { name: "Change cover" }).click();
  expect(await isFileFirst()).toBe(true);
  await expectGood(page);
});

test("the crop of a cover appears where it stays, and only with scripts", async () => {
  const path = await makeBroken();
  const page = await openStudio(`${path}/cover`, DESK);
  await upload(page);
  await page.getByRole("button", { name: "Upload image" }).click();
  const frame = page.getByRole("button", { name: "Part that the cover shows" });
  await frame.waitFor();
  await page.addInitScript(SHIFTS);
  for (const rest of ["/cover", "/cover/crop"]) {
    await page.goto(`${path}${rest}`, { waitUntil: "load" });
    await frame.waitFor();
    // Layout shifts are reported after the frame in which they happen.
    await page.waitForTimeout(300);
    expect(await page.evaluate("globalThis.shift")).toBeLessThan(MOST_SHIFT);
  }
  const plain = await openStudio(`${path}/cover`, { javaScriptEnabled: false });
  await plain.getByLabel("From the left").waitFor();
  expect(await plain.locator("[data-frame], [data-corner]").filter({ visible: true }).count()).toBe(
    0,
  );
});

test("what is written about a show stays in a closed tab, and is merged with what another person saved", async () => {
  const path = await makeBroken();
  const id = path.split("/").at(-1);
  const page = await openStudio(path, DESK);
  await page.getByLabel("Owner", { exact: true }).fill("Written at night");
  await page.getByLabel("Copyright", { exact: true }).fill("Mine");
  await page.getByText("Kept in this browser until you save.").waitFor();
  await page.goto("/studio");
  await ada.api.post(`/v2/shows/${id}`, { owner_name: "Saved by somebody else" });
  await page.goto(path);
  await page.getByText("What you wrote last is back.").waitFor();
  expect(await page.getByLabel("Owner", { exact: true }).inputValue()).toBe("Written at night");
  await expectGood(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Both of you changed it.").waitFor();
  // A choice that is not saved yet stays in a closed tab, too.
  const owner = page.getByRole("group", { name: "Owner" });
  await page.getByLabel("Owner, new text").fill("Written by both");
  await owner.getByLabel("Something else").check();
  await page.getByText("Kept in this browser until you save.").waitFor();
  await page.goto("/studio");
  await page.goto(path);
  await page.getByText("What you wrote last is back.").waitFor();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("What you wrote last is back.").waitFor();
  expect(await owner.getByLabel("Something else").isChecked()).toBe(true);
  expect(await page.getByLabel("Owner, new text").inputValue()).toBe("Written by both");
  await page.getByRole("button", { name: "Discard it" }).click();
  expect(await owner.getByLabel("Yours").isChecked()).toBe(true);
  await page.getByRole("button", { name: "Save choice" }).click();
  await page.getByText("Saved.").waitFor();
  expect((await ada.api.get(`/v2/shows/${id}`)).response.show).toMatchObject({
    owner_name: "Written at night",
    copyright: "Mine",
  });
  await page.goto("/studio");
  await page.goto(path);
  await page.getByRole("button", { name: "Save changes" }).waitFor();
  expect(await page.getByText("What you wrote last is back.").count()).toBe(0);
  // Discarded, it is gone for good.
  await page.getByLabel("Copyright", { exact: true }).fill("Not mine");
  await page.getByText("Kept in this browser until you save.").waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect.poll(() => page.getByLabel("Copyright", { exact: true }).inputValue()).toBe("Mine");
});
