/** Tests listening while browsing: the dock, navigation, play buttons in lists, the sheet to follow a show. */
import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEpisode } from "../setup/factories.ts";
import { makeListening } from "../setup/listening.ts";
import { useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import {
  heard,
  MOST_SHIFT,
  type Options,
  openPage,
  SHIFTS,
  signIn,
  timeOf,
  until,
} from "./pages.ts";

const world = useWorld();
/** Long enough for a slow machine to follow twenty links, and short enough for Chromium to fetch it at once: 2 MB ahead. */
const SECONDS = 100;
let browser: Browser;
let made: Awaited<ReturnType<typeof makeListening>>;
beforeAll(async () => {
  browser = await openChromium();
  const ada = await world.person({ username: "ada" });
  made = await makeListening(world, ada, SECONDS);
  for (let at = 0; at < 12; at += 1)
    await makeEpisode(world, made.show_id, {
      title: `Postcard ${at}`,
      type: "RECORDED",
      duration: 600_000,
      media_key: `audio/${"b".repeat(64)}.mp3`,
      published_at: new Date(Date.UTC(2026, 0, 1 + at)),
    });
});
afterAll(() => browser?.close());

const open = (options: Options = {}) =>
  openPage(browser, { baseURL: world.baseUrl, reducedMotion: "reduce", ...options });

const dock = (page: Page) => page.getByRole("complementary", { name: "Audio player" });
/** The play button of an episode in a list. */
const row = (page: Page, title: string) =>
  page.locator("main").getByRole("button", { name: `Play ${title}` });

/** Waits until the page at `path` is shown, without having been loaded anew. */
const shown = (page: Page, path: string, heading: string | RegExp) =>
  Promise.all([
    page.waitForURL((url) => url.pathname + url.search === path),
    page.getByRole("heading", { level: 1, name: heading }).waitFor(),
  ]);

/** Delays what a page requests from matching addresses. */
const slowDown = (page: Page, url: RegExp, ms: number) =>
  page.route(url, async (route) => {
    await setTimeout(ms);
    await route.continue();
  });

/**
 * Notes whatever would be heard as a gap, on the page that is never unloaded. That the decoder waits for a processor
 * while the audio is there is the machine's doing: no page can cause or prevent it.
 */
const WATCH = `(() => {
  globalThis.gaps = [];
  const audio = document.querySelector("audio");
  const isAhead = () => Array.from({ length: audio.buffered.length }, (_, at) => at).some((at) =>
    audio.buffered.start(at) <= audio.currentTime && audio.currentTime + 1 < audio.buffered.end(at));
  for (const name of ["pause", "emptied", "seeking", "ratechange", "error"])
    audio.addEventListener(name, () => gaps.push(name));
  for (const name of ["waiting", "stalled"])
    audio.addEventListener(name, () => isAhead() || gaps.push(name));
})()`;

/** Whether all of the audio has arrived. */
const BUFFERED = `(({ buffered, duration }) =>
  buffered.length > 0 && buffered.end(buffered.length - 1) >= duration - 0.5)(document.querySelector("audio"))`;

test("playing goes on through 20 navigations without a gap", async () => {
  const { context, page, complaints } = await open();
  await page.goto(`/show/${made.show_id}`);
  await row(page, "Letter 1: Fog").click();
  await heard(page, 0.5);
  // The network is not what is tested: from here on only the page can cause a gap.
  await until(page, BUFFERED);
  await page.evaluate(WATCH);
  const before = await timeOf(page);
  for (let round = 0; round < 4; round += 1) {
    await page.getByRole("link", { name: "Letter 2: Low water" }).first().click();
    await shown(page, `/episode/${made.episode_id}`, /Letter 2/);
    await page.getByRole("link", { name: "lighthouses" }).click();
    await shown(page, "/tag/lighthouses", /lighthouses/);
    await page.getByRole("combobox", { name: "Search" }).fill("letter");
    await page.getByRole("combobox", { name: "Search" }).press("Enter");
    await shown(page, "/search?q=letter", /letter/);
    await dock(page).getByRole("link", { name: "Letter 1: Fog" }).click();
    await shown(page, `/episode/${made.first}`, /Letter 1/);
    await page.locator("main").getByRole("link", { name: "The Tide Tables" }).click();
    await shown(page, `/show/${made.show_id}`, "The Tide Tables");
  }
  await heard(page, before + 2);
  expect(await page.evaluate("gaps")).toEqual([]);
  // One stretch of audio, from the start until now.
  const played = "Array.from({ length: document.querySelector('audio').played.length }).length";
  expect(await page.evaluate(played)).toBe(1);
  expect(await page.evaluate("document.querySelectorAll('audio').length")).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a listener likes, saves, follows and writes while playing goes on, and the pressed button keeps the focus", async () => {
  const { username } = await world.person();
  const viewport = { width: 360, height: 740 };
  const { context, page, complaints } = await open({ bypassCSP: true, viewport });
  await signIn(page, username);
  await page.goto(`/episode/${made.episode_id}`);
  await page.locator("main").getByRole("button", { name: "Play" }).first().click();
  await heard(page, 0.5);
  await page.evaluate(WATCH);
  for (const [name, id] of [
    [/^Like/, "mark-likes"],
    [/^Save/, "mark-bookmarks"],
  ] as const) {
    const button = page.locator("main").getByRole("button", { name });
    await button.press("Enter");
    await page.locator("main").getByRole("button", { name, pressed: true }).waitFor();
    await until(page, `document.activeElement?.id === "${id}"`);
  }
  await expectGood(page);
  await page.getByLabel("Write a message").fill("Good evening.");
  await page.getByRole("button", { name: "Post message" }).press("Enter");
  await page.locator(".messages").getByText("Good evening.").waitFor();
  await page
    .getByRole("navigation", { name: "Account" })
    .getByRole("link", { name: "Library" })
    .click();
  await shown(page, "/library", "Library");
  await expectGood(page);
  await page.getByRole("link", { name: "Saved" }).click();
  await page
    .getByRole("link", { name: /Letter 2/ })
    .first()
    .waitFor();
  // What the network causes on a slow machine is not what is tested.
  const gaps = (await page.evaluate("gaps")) as string[];
  expect(gaps.filter((name) => !["waiting", "stalled"].includes(name))).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a new page has its own title, addresses and language, takes the focus, and is announced", async () => {
  const { context, page } = await open();
  await page.goto(`/show/${made.show_id}`);
  await page.evaluate("globalThis.same = true");
  await page.getByRole("link", { name: "Letter 2: Low water" }).first().click();
  await shown(page, `/episode/${made.episode_id}`, /Letter 2/);
  expect(await page.evaluate("globalThis.same")).toBe(true);
  expect(await page.title()).toContain("Letter 2: Low water, spring tide");
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(
    `${world.baseUrl}/episode/${made.episode_id}`,
  );
  expect(await page.locator('meta[property="og:title"]').count()).toBe(1);
  await until(page, "document.activeElement === document.querySelector('main')");
  await expect
    .poll(() => page.getByRole("status").allInnerTexts())
    .toContainEqual(expect.stringContaining("Letter 2: Low water, spring tide"));
  await context.close();
});

test("back and forward show the pages again, where one had scrolled to", async () => {
  const { context, page } = await open({ viewport: { width: 800, height: 500 } });
  // So slow that one goes on and back before scrolling is stored.
  await slowDown(page, /\/(show|episode)\//, 200);
  await page.goto(`/show/${made.show_id}`);
  await page.evaluate("globalThis.same = true");
  await row(page, "Letter 2: Low water").click();
  await page.evaluate("scrollTo(0, 700)");
  // The place is kept when the scrolling has ended.
  await until(page, "history.state?.top === 700");
  // A real click might scroll first.
  await page.getByRole("link", { name: "Postcard 8", exact: true }).dispatchEvent("click");
  await page.getByRole("heading", { level: 1, name: "Postcard 8" }).waitFor();
  expect(await page.evaluate("scrollY")).toBe(0);
  await page.goBack();
  await shown(page, `/show/${made.show_id}`, "The Tide Tables");
  await until(page, "scrollY === 700");
  await page.goForward();
  await page.getByRole("heading", { level: 1, name: "Postcard 8" }).waitFor();
  await page.goBack();
  await until(page, "scrollY === 700");
  expect(await page.evaluate("globalThis.same")).toBe(true);
  expect(await page.evaluate("document.querySelector('audio').paused")).toBe(false);
  await context.close();
});

test("on a slow network, Play can be pressed once it works", async () => {
  const { context, page } = await open();
  await slowDown(page, /\.js$/, 1000);
  await page.goto(`/episode/${made.episode_id}`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  await heard(page, 0.3);
  await context.close();
});

test("sign-in pages load as always, and a page in a new tab works alone", async () => {
  const { context, page } = await open();
  await page.goto(`/show/${made.show_id}`);
  await page.evaluate("globalThis.same = true");
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page
      .getByRole("link", { name: "Letter 2: Low water" })
      .first()
      .click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await tab.getByRole("button", { name: "Play", exact: true }).first().click();
  await heard(tab, 0.3);
  expect(await page.evaluate("globalThis.same")).toBe(true);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/sign-in");
  expect(await page.evaluate("globalThis.same")).toBeUndefined();
  await context.close();
});

test("rows play, pause, and say what is left; the next visit resumes there", async () => {
  const { context, page } = await open();
  await page.goto(`/show/${made.show_id}`);
  await page.evaluate(`localStorage.setItem("longwave:position:${made.first}", "20")`);
  await page.reload();
  const item = page.locator(".rows li").filter({ hasText: "Letter 1: Fog" });
  expect(await item.innerText()).toContain("1 min left");
  await row(page, "Letter 1: Fog").click();
  await heard(page, 20.2);
  expect(await dock(page).isVisible()).toBe(true);
  await page.getByRole("button", { name: "Pause Letter 1: Fog" }).click();
  expect(await page.evaluate("document.querySelector('audio').paused")).toBe(true);
  await page.reload();
  // The dock offers it again.
  await dock(page).getByRole("button", { name: "Play", exact: true }).click();
  await heard(page, 20.3);
  await dock(page).getByRole("button", { name: "Close player" }).click();
  expect(await dock(page).count()).toBe(0);
  await context.close();
});

test("the dock stands aside while the page's own player is in sight, and shows the same", async () => {
  const { context, page } = await open({ viewport: { width: 800, height: 420 } });
  await page.goto(`/episode/${made.episode_id}`);
  const player = page.getByRole("region", { name: "Audio player" });
  await player.scrollIntoViewIfNeeded();
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await heard(page, 0.2);
  expect(await dock(page).count()).toBe(0);
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await dock(page).getByRole("button", { name: "Forward 30 seconds" }).click();
  await heard(page, 30);
  await until(
    page,
    "Number(document.querySelector('.player [role=slider]').getAttribute('aria-valuenow')) >= 30",
  );
  await page.locator("a[aria-current=true]", { hasText: "Home before dark" }).waitFor();
  await dock(page).getByRole("button", { name: "Pause" }).click();
  await player.getByRole("button", { name: "Play", exact: true }).waitFor();
  expect(await page.evaluate("navigator.mediaSession.metadata.title")).toContain("Letter 2");
  await context.close();
});

test("on a phone, the dock unfolds to all its controls, by keyboard too", async () => {
  const { context, page } = await open({ viewport: { width: 360, height: 740 }, bypassCSP: true });
  await page.goto(`/show/${made.show_id}`);
  await row(page, "Letter 1: Fog").click();
  const speed = dock(page).getByRole("combobox", { name: "Playback speed" });
  const unfold = dock(page).getByRole("button", { name: "More controls" });
  expect(await speed.count()).toBe(0);
  await unfold.focus();
  await page.keyboard.press("Enter");
  expect(await unfold.getAttribute("aria-expanded")).toBe("true");
  await speed.selectOption("1.5");
  expect(await page.evaluate("document.querySelector('audio').playbackRate")).toBe(1.5);
  expect(await dock(page).locator(".times").innerText()).toContain("/ 1:40");
  expect(await dock(page).getByRole("button", { name: "Close player" }).isVisible()).toBe(true);
  await expectGood(page);
  await page.keyboard.press("Escape");
  expect(await speed.count()).toBe(0);
  expect(await page.evaluate("document.activeElement.dataset.act")).toBe("unfold");
  await context.close();
});

test("playing goes on while one reads the documentation, whose search works", async () => {
  const { context, page, complaints } = await open();
  await page.goto(`/show/${made.show_id}`);
  await row(page, "Letter 1: Fog").click();
  await heard(page, 0.2);
  await page.evaluate("globalThis.same = true");
  await page.getByRole("link", { name: "API docs" }).click();
  await shown(page, "/docs", /API/);
  for (const query of ["unfollow", "bookmark"]) {
    await page.getByRole("searchbox", { name: "Search the documentation" }).fill(query);
    await page.locator(".finder .found a").first().waitFor();
    await page.locator(".finder .found a").first().click();
    await page.waitForURL(/\/docs\/.+#/);
  }
  expect(await page.evaluate("globalThis.same")).toBe(true);
  expect(await page.evaluate("document.querySelector('audio').paused")).toBe(false);
  await page.getByRole("link", { name: "About" }).click();
  await shown(page, "/about", /^About/);
  // The documentation's styles go with it.
  expect(await page.locator('link[href*="docs.css"]').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("whoever signs in comes back to the page and goes on listening", async () => {
  const { context, page } = await open();
  await world.person({ username: "listener" });
  await page.goto(`/show/${made.show_id}`);
  await row(page, "Letter 1: Fog").click();
  await heard(page, 0.5);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Username or e-mail").fill("listener");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**/show/${made.show_id}`);
  await heard(page, 0.8);
  expect(await page.evaluate("document.querySelector('audio').paused")).toBe(false);
  await context.close();
});

test.each([
  [360, 740],
  [1280, 800],
])("nothing moves while a page loads, %i pixels wide", async (width, height) => {
  const { context, page } = await open({ viewport: { width, height } });
  await page.addInitScript(SHIFTS);
  await page.goto(`/show/${made.show_id}`);
  await page.evaluate(`localStorage.setItem("longwave:position:${made.first}", "65")`);
  await row(page, "Letter 1: Fog").click();
  for (const path of [`/show/${made.show_id}`, `/episode/${made.episode_id}`, "/search?q=letter"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await dock(page).waitFor();
    expect(await page.evaluate("globalThis.shift"), path).toBeLessThanOrEqual(MOST_SHIFT);
  }
  await context.close();
});

test.each(["en-GB", "de-DE"])(
  "what is left to hear has room in every row, in %s",
  async (locale) => {
    for (const width of [320, 360, 440]) {
      const { context, page } = await open({ locale, viewport: { width, height: 800 } });
      await page.addInitScript(SHIFTS);
      for (const path of [`/show/${made.show_id}`, "/", "/search?q=letter&type=episodes"]) {
        await page.goto(path, { waitUntil: "networkidle" });
        const tops = `[...document.querySelectorAll(".rows > li")].map((row) => row.getBoundingClientRect().height)`;
        const before = await page.evaluate(tops);
        await page.evaluate(
          `for (const link of document.querySelectorAll("[data-play]")) localStorage.setItem("longwave:position:" + JSON.parse(link.dataset.play).episode_id, "41")`,
        );
        const left = page.getByText(locale === "de-DE" ? /^noch/ : /left$/).first();
        await page.reload({ waitUntil: "networkidle" });
        await left.waitFor();
        expect(await page.evaluate(tops), path).toEqual(before);
        // Without fonts, whose arrival on a busy machine may wrap a line.
        await page.route("**/assets/fonts/*", (route) => route.abort());
        await page.reload({ waitUntil: "networkidle" });
        await left.waitFor();
        expect(await page.evaluate("globalThis.shift"), path).toBeLessThanOrEqual(MOST_SHIFT);
        await page.unrouteAll();
        await page.evaluate("localStorage.clear()");
      }
      await context.close();
    }
  },
  120_000,
);

test("“Follow” opens a sheet with apps, the feed and a code, and closes with Escape", async () => {
  const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1";
  const { context, page, complaints } = await open({ bypassCSP: true, userAgent });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/show/${made.show_id}`);
  await page.getByRole("link", { name: "Follow" }).click();
  const sheet = page.getByRole("dialog", { name: "Follow The Tide Tables" });
  const feed = `${world.baseUrl}/show/${made.show_id}/episodes/feed`;
  const overcast = sheet.getByRole("link", { name: "Overcast" });
  expect(await overcast.getAttribute("href")).toBe(
    `overcast://x-callback-url/add?url=${encodeURIComponent(feed)}`,
  );
  expect(await sheet.locator(".apps a").allInnerTexts()).toEqual([
    "Apple Podcasts",
    "Pocket Casts",
    "Overcast",
  ]);
  expect(await sheet.getByRole("img", { name: "QR code" }).isVisible()).toBe(true);
  await expectGood(page);
  await sheet.getByRole("button", { name: "Copy" }).click();
  await sheet.getByText("Feed address copied").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(feed);
  await page.keyboard.press("Escape");
  expect(await sheet.count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(`/show/${made.show_id}`);
  expect(complaints).toEqual([]);
  await context.close();
});

test("without scripts, “Follow” is a page, and play buttons are links to the audio", async () => {
  const { context, page } = await open({ javaScriptEnabled: false });
  await page.goto(`/show/${made.show_id}`);
  const audio = page.getByRole("link", { name: "Play Letter 1: Fog" });
  expect(await audio.getAttribute("href")).toContain(`/v2/episodes/${made.first}/play.mp3`);
  await page.getByRole("link", { name: "Follow" }).click();
  expect(new URL(page.url()).pathname).toBe(`/show/${made.show_id}/follow`);
  // The browser of the tests says Linux, where the apps of phones do nothing.
  expect(await page.getByRole("link", { name: "Open in a podcast app" }).isVisible()).toBe(true);
  expect(await page.getByRole("link", { name: "AntennaPod" }).count()).toBe(0);
  const feed = await page.locator("#feed-address").inputValue();
  const onWeb = page.getByRole("link", { name: "Player FM" });
  expect(await onWeb.getAttribute("href")).toBe(
    `https://player.fm/subscribe?id=${encodeURIComponent(feed)}`,
  );
  const code = await page.getByRole("img", { name: "QR code" }).boundingBox();
  const apps = await page.locator(".apps").boundingBox();
  expect(code?.y).toBeLessThan(apps?.y ?? 0);
  expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
  await context.close();
});

test("a feed opened in a tab is a page for people", async () => {
  const { context, page } = await open();
  await page.goto(`/show/${made.show_id}/episodes/feed`);
  expect(new URL(page.url()).pathname).toBe(`/show/${made.show_id}/follow`);
  // What scripts and readers fetch stays the feed.
  const type = await page.evaluate(
    `fetch("/show/${made.show_id}/episodes/feed").then((answer) => answer.headers.get("content-type"))`,
  );
  expect(type).toContain("application/rss+xml");
  await context.close();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`no accessibility violation while listening: ${colorScheme}`, async () => {
    const viewport = { width: 360, height: 740 };
    const { context, page, complaints } = await open({ colorScheme, bypassCSP: true, viewport });
    for (const path of [`/show/${made.show_id}`, `/show/${made.show_id}/follow`]) {
      await page.goto(path);
      const play = row(page, "Letter 1: Fog");
      if ((await play.count()) > 0) await play.click();
      await dock(page).waitFor();
      await expectGood(page);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
