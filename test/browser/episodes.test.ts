/** Tests lists of episodes and calendars in a real browser: bulk changes by keyboard, dragging, phones, both themes. */
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
let moving: number;

/** A month ahead, in which day 11 and day 20 are shown. */
const MONTH = `${new Date().getUTCFullYear() + 1}-03`;

beforeAll(async () => {
  browser = await openChromium();
  ada = await world.person();
  show_id = await makeShow(world, ada, { title: "Night Trains" });
  await makeShow(world, ada, { title: "Day Boats" });
  await makeEpisodes(
    world,
    show_id,
    ["Across the border", "The last carriage", "A ticket to nowhere"].map((title) => ({
      title,
      tags: ["rail"],
      season_number: 1,
    })),
  );
  moving = await makeEpisode(world, show_id, {
    title: "The sleeper",
    published_at: null,
    auto_published_at: new Date(`${MONTH}-11T07:30:00Z`),
  });
});
afterAll(() => browser?.close());

const openStudio = (path: string, options: Options = {}): Promise<Page> =>
  openAs({ browser, world, person: ada }, path, options);

const PHONE = { viewport: { width: 360, height: 740 } };

// `studiowalk.test.ts` opens the same pages on phones and wide screens.
test("lists and calendars are accessible and fit a tablet", async () => {
  const page = await openStudio("/studio/episodes", { viewport: { width: 768, height: 1024 } });
  for (const path of [
    "/studio/episodes",
    `/studio/shows/${show_id}/episodes?columns=season,tags,state,date,d7,duration,acts`,
    "/studio/episodes/bulk",
    `/studio/calendar?month=${MONTH}`,
    `/studio/shows/${show_id}/calendar?month=${MONTH}`,
    `/studio/episodes/${moving}/schedule`,
    `/studio/episodes/${moving}/publish`,
    `/studio/episodes/${moving}/delete`,
  ]) {
    await page.goto(path);
    await expectGood(page);
  }
});

test("without scripts, by keyboard, on a phone: episodes are changed after a look", async () => {
  const page = await openStudio("/studio/episodes?sort=title", {
    ...PHONE,
    javaScriptEnabled: false,
  });
  await page.getByLabel("Choose Across the border").press("Space");
  await page.getByLabel("Choose The last carriage").press("Space");
  await page.getByRole("button", { name: "Change episodes" }).press("Enter");
  await page.getByLabel("Add tags").fill("border");
  await page.getByLabel("Season").fill("2");
  await page.getByRole("button", { name: "Show what would change" }).press("Enter");
  await page.getByRole("heading", { name: "2 episodes would change" }).waitFor();
  await page.getByRole("button", { name: "Change 2 episodes" }).press("Enter");
  await page.getByText("2 episodes were changed.").waitFor();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await page.getByText("The change was undone.").waitFor();
});

test("a scheduled episode is dragged to another day, and moved back by its field", async () => {
  const page = await openStudio(`/studio/calendar?month=${MONTH}`, {
    viewport: { width: 1280, height: 1000 },
  });
  const day = (date: string) => page.locator(`[data-day="${MONTH}-${date}"]`);
  await page.locator(".item", { hasText: "The sleeper" }).dragTo(day("20"));
  await page.getByText(/is scheduled for .* 20,/).waitFor();
  expect(await day("20").textContent()).toContain("The sleeper");
  expect(await day("20").textContent()).toMatch(/\b7:30/);
  await page.getByRole("button", { name: "Move The sleeper" }).press("Enter");
  const field = page.getByLabel("Publish at");
  await field.waitFor();
  await expectGood(page);
  await field.fill(`${MONTH}-11T07:30`);
  await page.getByRole("button", { name: "Move episode" }).press("Enter");
  await page.getByText(/is scheduled for .* 11,/).waitFor();
  expect(await day("11").textContent()).toContain("The sleeper");
});

test("on a phone the calendar of this month begins with today, and shows earlier days if asked", async () => {
  const own = await makeShow(world, ada, { title: "Daily" });
  const today = new Date();
  const published_at = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1, 1));
  await makeEpisode(world, own, { title: "The first of the month", published_at });
  const path = `/studio/shows/${own}/calendar`;
  const page = await openStudio(path, { ...PHONE, javaScriptEnabled: false });
  const first = page.getByRole("link", { name: /The first of the month/ });
  // On the first day of a month nothing is earlier.
  const isEarlier = today.getUTCDate() > 1;
  expect(await first.isVisible()).toBe(!isEarlier);
  if (isEarlier) await page.getByLabel("Show 1 earlier day").check();
  await first.waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await page.getByLabel("Show 1 earlier day").count()).toBe(isEarlier ? 1 : 0);
  await first.waitFor();
});
