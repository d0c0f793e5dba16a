/** Tests what the home page offers to go on with: what this browser has not heard to its end. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListening } from "../setup/listening.ts";
import { useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { heard, MOST_SHIFT, type Options, openPage, SHIFTS, timeOf, until } from "./pages.ts";

const world = useWorld();
const SECONDS = 60;
let browser: Browser;
let made: Awaited<ReturnType<typeof makeListening>>;
beforeAll(async () => {
  browser = await openChromium();
  made = await makeListening(world, await world.person(), SECONDS);
});
afterAll(() => browser?.close());

const open = (options: Options = {}) =>
  openPage(browser, {
    baseURL: world.baseUrl,
    bypassCSP: true,
    reducedMotion: "reduce",
    ...options,
  });

test("an episode that was left is on the home page without anything moving, goes on there, and can be cleared", async () => {
  const viewport = { width: 360, height: 740 };
  const { context, page, complaints } = await open({ viewport });
  await page.goto("/");
  const section = page.getByRole("region", { name: "Continue listening" });
  expect(await section.isVisible()).toBe(false);
  await page.goto(`/episode/${made.first}#t=20`);
  await page.locator("[data-player]").getByRole("button", { name: "Play", exact: true }).click();
  await heard(page, 20.5);
  // The request for the next page may leave before a pause is noted: it is the start that has told of the episode.
  await until(page, `document.cookie.includes("longwave_heard=1")`);
  expect(await timeOf(page)).toBeLessThan(24);
  await page.locator("[data-player]").getByRole("button", { name: "Pause", exact: true }).click();
  await page.addInitScript(SHIFTS);
  await page.goto("/");
  const link = section.getByRole("link", { name: "Letter 1: Fog" });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe(`${world.baseUrl}/episode/${made.first}`);
  expect(await section.textContent()).toContain("left");
  await expectGood(page);
  expect(await page.evaluate("globalThis.shift")).toBeLessThan(MOST_SHIFT);
  await section.getByRole("button", { name: "Play Letter 1: Fog" }).click();
  await heard(page, 20.5);
  await section.getByRole("button", { name: "Pause Letter 1: Fog" }).click();
  await section.getByRole("button", { name: "Clear" }).click();
  expect(await section.isVisible()).toBe(false);
  await page.reload();
  await page.getByRole("heading", { name: "New episodes" }).waitFor();
  expect(await section.isVisible()).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});

test("without scripts there is nothing to go on with", async () => {
  const { context, page } = await open({ javaScriptEnabled: false });
  await page.goto("/");
  expect(await page.getByText("Continue listening").isVisible()).toBe(false);
  await context.close();
});
