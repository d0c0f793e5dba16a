/** Tests the frame of all pages in a real browser: both colour schemes, languages, the site's own accent. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveIdentity } from "../../src/features/web/identity/actions.ts";
import { makeListening } from "../setup/listening.ts";
import { useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { MOST_SHIFT, type Options, openPage, SHIFTS } from "./pages.ts";

const world = useWorld();
const own = useWorld({ SITE_NAME: "Harbour Radio", SITE_ACCENT: "#ffe14d" });
let browser: Browser;
let paths: string[];
beforeAll(async () => {
  browser = await openChromium();
  const made = await makeListening(world, await world.person({ username: "ada" }));
  paths = [
    ...["/", `/show/${made.show_id}`, `/episode/${made.episode_id}`, "/search?q=tide"],
    ...["/sign-in", "/about", "/style", "/show/0"],
  ];
});
afterAll(() => browser?.close());

const open = (options: Options = {}) =>
  openPage(browser, { baseURL: world.baseUrl, bypassCSP: true, ...options });

const SCHEMES = ["light", "dark"] as const;
const WIDTHS = [360, 1280] as const;

test.each(SCHEMES.flatMap((scheme) => WIDTHS.map((width) => [scheme, width] as const)))(
  "every page is accessible and fits in %s at %i pixels",
  async (colorScheme, width) => {
    const { context, page } = await open({ colorScheme, viewport: { width, height: 800 } });
    for (const path of paths) {
      await page.goto(path);
      await expectGood(page, "all");
    }
    await context.close();
  },
);

test.each(SCHEMES)("a pale accent is readable in %s", async (colorScheme) => {
  const { context, page } = await open({ baseURL: own.baseUrl, colorScheme });
  await page.goto("/sign-in");
  await expectGood(page, "all");
  await context.close();
});

test("nothing moves when the fonts arrive", async () => {
  const { context, page } = await open();
  await page.addInitScript(SHIFTS);
  const seen = Promise.withResolvers<void>();
  await page.route("**/assets/fonts/*", async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "domcontentloaded" });
  const isLoaded = () => page.evaluate("document.fonts.check('16px Figtree')");
  await expect.poll(isLoaded).toBe(false);
  // The page is painted in the fonts of the system before others come.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))");
  seen.resolve();
  await expect.poll(isLoaded).toBe(true);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate("globalThis.shift")).toBeLessThan(MOST_SHIFT);
  await context.close();
});

test("the language chosen in the footer stays", async () => {
  const { context, page } = await open();
  await page.goto("/search?q=tide");
  await page.getByRole("link", { name: "Deutsch" }).click();
  expect(new URL(page.url()).pathname).toBe("/search");
  await expect.poll(() => page.getAttribute("html", "lang")).toBe("de");
  await page.goto("/");
  expect(await page.getAttribute("html", "lang")).toBe("de");
  await context.close();
});

test("a page that does not exist offers a search", async () => {
  const { context, page } = await open();
  await page.goto("/show/0");
  await page.getByRole("main").getByRole("searchbox").fill("tide");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search?q=tide");
  await context.close();
});

test("the site's name and text are on its pages", async () => {
  await saveIdentity(own.deps.db, { about: "We are three neighbours.\n\nWith a microphone." });
  const { context, page } = await open({ baseURL: own.baseUrl });
  await expect
    .poll(
      async () => {
        await page.goto("/about");
        return page.getByRole("main").textContent();
      },
      { timeout: 20_000 },
    )
    .toContain("With a microphone.");
  expect(await page.title()).toBe("About Harbour Radio · Harbour Radio");
  await context.close();
});
