/** Tests the documentation in a real browser: for accessibility, on a phone, by keyboard, and without scripts. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";

const world = useWorld();

let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser?.close());

async function openPage(options: Parameters<Browser["newContext"]>[0] = {}) {
  const context = await browser.newContext({ baseURL: world.baseUrl, ...options });
  return { context, page: await context.newPage() };
}

const PAGES = [
  "/docs",
  "/docs/operations",
  "/docs/shows",
  "/docs/resumable-uploads",
  "/docs/audience-statistics",
  "/docs/errors",
  "/docs/limits",
  "/docs/records",
  "/docs/guides/http",
  "/docs/guides/embed",
  "/docs/guides/audio",
  "/docs/search?q=title",
];

test.each([
  [360, "light"],
  [360, "dark"],
  [1280, "light"],
  [1280, "dark"],
] as const)("at %i px, %s, the pages are accessible and fit", async (width, colorScheme) => {
  const viewport = { width, height: 800 };
  const { context, page } = await openPage({ viewport, colorScheme, bypassCSP: true });
  for (const path of PAGES) {
    await page.goto(path);
    await expectGood(page, "all");
  }
  await context.close();
});

test("on a phone the text starts on the first screen, and the contents open above it", async () => {
  const { context, page } = await openPage({ viewport: { width: 360, height: 780 } });
  await page.goto("/docs/shows");
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(title?.y).toBeLessThan(500);
  const entry = page.getByRole("navigation", { name: "Documentation" }).getByText("Errors");
  expect(await entry.isVisible()).toBe(false);
  await page.getByText("Contents", { exact: true }).click();
  await entry.click();
  await page.waitForURL("**/docs/errors");
  await context.close();
});

test("on a wide screen the contents are always there, for the keyboard, too", async () => {
  const { context, page } = await openPage({ viewport: { width: 1280, height: 800 } });
  await page.goto("/docs/shows");
  await page.getByRole("searchbox", { name: "Search the documentation" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus").textContent()).toBe("Overview");
  await context.close();
});

test("results appear while one types, and arrow keys and Enter open one", async () => {
  const { context, page } = await openPage();
  await page.goto("/docs");
  await page.keyboard.press("/");
  await page.keyboard.type("show-not-emp");
  await page.locator(".found a").first().waitFor();
  await page.keyboard.press("ArrowDown");
  expect(await page.locator(":focus").textContent()).toContain("show-not-empty");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/errors#409-show-not-empty");
  await context.close();
});

const isShown = (page: Page, id: string, language: string) =>
  page.locator(`#${id} details[data-language="${language}"] pre`).isVisible();

test("a chosen language holds for all examples and on the next page", async () => {
  const { context, page } = await openPage();
  await page.goto("/docs/shows#updateShow");
  expect(await isShown(page, "updateShow", "curl")).toBe(true);
  await page.locator("#updateShow summary", { hasText: "TypeScript" }).click();
  for (const id of ["updateShow", "getShow"]) {
    expect(await isShown(page, id, "TypeScript")).toBe(true);
    expect(await isShown(page, id, "curl")).toBe(false);
  }
  await page.goto("/docs/episodes");
  expect(await isShown(page, "getEpisode", "TypeScript")).toBe(true);
  await context.close();
});

test("without scripts: both languages can be read, and the search field leads to results", async () => {
  const { context, page } = await openPage({ javaScriptEnabled: false });
  await page.goto("/docs/shows");
  const summary = page.locator("#getShow summary", { hasText: "TypeScript" });
  await summary.focus();
  await page.keyboard.press("Enter");
  expect(await isShown(page, "getShow", "TypeScript")).toBe(true);
  await page.getByRole("searchbox", { name: "Search the documentation" }).fill("create show");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Create a show", exact: true }).click();
  await page.waitForURL("**/docs/shows#createShow");
  await context.close();
});

test("addresses of the reference on one page lead to where its parts are now", async () => {
  const { context, page } = await openPage();
  for (const [old, url] of [
    ["updateShow", "**/docs/shows#updateShow"],
    ["chapter-feed-tags", "**/docs/feed-tags"],
    ["schema-LineItem", "**/docs/records#schema-LineItem"],
  ]) {
    await page.goto(`/docs#${old}`);
    await page.waitForURL(url ?? "");
    await page.goto("about:blank");
  }
  await context.close();
});
