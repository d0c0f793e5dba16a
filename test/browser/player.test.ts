/** Tests the player and the public pages in a real browser: playback, keyboard control, accessibility. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListening } from "../setup/listening.ts";
import { useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { heard, type Options, openPage as open, timeOf, until } from "./pages.ts";

const world = useWorld();
let browser: Browser;
let made: Awaited<ReturnType<typeof makeListening>>;
beforeAll(async () => {
  browser = await openChromium();
  const ada = await world.person({ username: "ada" });
  made = await makeListening(world, ada);
  const vtt =
    "WEBVTT\n\n00:00.000 --> 00:06.000\nThe tide is out.\n\n00:06.000 --> 00:20.000\nWe walk.\n";
  const file = new Blob([vtt], { type: "text/vtt" });
  const kept = await ada.api.post(
    `/v2/episodes/${made.episode_id}/transcripts`,
    {},
    { files: { transcript_file: file } },
  );
  if (kept.status !== 200) throw new Error(kept.text);
});
afterAll(() => browser?.close());

const openPage = (options: Options = {}) => open(browser, { baseURL: world.baseUrl, ...options });

test("play advances the time, and pause stops it", async () => {
  const { context, page, complaints } = await openPage();
  await page.goto(`/episode/${made.episode_id}`);
  const player = page.getByRole("region", { name: "Audio player" });
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await heard(page, 0.4);
  await player.getByRole("button", { name: "Pause", exact: true }).click();
  const at = await timeOf(page);
  expect(await page.evaluate("document.querySelector('audio').paused")).toBe(true);
  expect(at).toBeGreaterThan(0.4);
  expect(complaints).toEqual([]);
  await context.close();
});

test("play, seek and change the speed by keyboard alone", async () => {
  const { context, page } = await openPage();
  await page.goto(`/embed?episode_id=${made.episode_id}`);
  const bar = page.getByRole("slider", { name: "Position" });
  await bar.focus();
  await page.keyboard.press("ArrowRight");
  await heard(page, 4.5);
  await page.keyboard.press("End");
  await heard(page, 19);
  await page.keyboard.press("Home");
  await until(page, 'document.querySelector("audio").currentTime < 1');
  expect(await bar.getAttribute("aria-valuetext")).toBe("0:00 / 0:20 · Hello");
  await page.getByRole("button", { name: "Play", exact: true }).focus();
  await page.keyboard.press("Enter");
  await heard(page, 0.3);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("2");
  expect(await page.evaluate("document.querySelector('audio').playbackRate")).toBe(2);
  await context.close();
});

test("a click on the waveform seeks", async () => {
  const { context, page } = await openPage();
  await page.goto(`/embed?episode_id=${made.episode_id}`);
  const box = await page.getByRole("slider", { name: "Position" }).boundingBox();
  if (box === null) throw new Error("The bar is not shown.");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await heard(page, 9);
  expect(await timeOf(page)).toBeLessThan(11);
  await context.close();
});

test("chapters seek, in the player and on the page, and the current one is marked", async () => {
  const { context, page } = await openPage();
  await page.goto(`/embed?episode_id=${made.episode_id}`);
  const chapter = page.getByRole("button", { name: "At the wreck" });
  await chapter.click();
  await heard(page, 8);
  expect(await chapter.getAttribute("aria-current")).toBe("true");
  await page.goto(`/episode/${made.episode_id}`);
  await page.getByRole("link", { name: "Home before dark" }).click();
  await heard(page, 15);
  await context.close();
});

test("the transcript follows playback and seeks on click", async () => {
  const { context, page } = await openPage();
  await page.goto(`/embed?episode_id=${made.episode_id}`);
  await page.getByRole("button", { name: "Transcript" }).click();
  const second = page.getByRole("button", { name: "We walk." });
  await second.click();
  await heard(page, 5.9);
  expect(await second.getAttribute("aria-current")).toBe("true");
  await context.close();
});

test("the page of an episode has the transcript, which follows playback and seeks on click", async () => {
  const { context, page, complaints } = await openPage({ bypassCSP: true });
  await page.goto(`/episode/${made.episode_id}`);
  await page.getByText("Show transcript").click();
  const text = page.getByRole("region", { name: "Transcript" });
  const second = text.getByRole("paragraph").filter({ hasText: "We walk." }).getByRole("link");
  await second.click();
  await heard(page, 5.9);
  await expect.poll(() => second.getAttribute("aria-current")).toBe("true");
  await expectGood(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test("without scripts, the transcript is a page, and the menu of an episode opens", async () => {
  const { context, page } = await openPage({ javaScriptEnabled: false });
  await page.goto(`/episode/${made.episode_id}`);
  await page.locator("summary", { hasText: "More" }).click();
  expect(await page.getByRole("link", { name: "Download" }).isVisible()).toBe(true);
  await page.locator("summary", { hasText: "More" }).click();
  await page.getByText("Show transcript").click();
  await page.getByRole("link", { name: "Read it on a page of its own" }).click();
  expect(await page.getByRole("main").innerText()).toContain("We walk.");
  await context.close();
});

test("the menu of an episode closes with Escape and with a click beside it, and moves nothing", async () => {
  const { context, page } = await openPage({ viewport: { width: 360, height: 740 } });
  await page.goto(`/episode/${made.episode_id}`);
  const summary = page.locator("summary", { hasText: "More" });
  const code = page.getByLabel("Embed code");
  const place = () => page.getByRole("region", { name: "Audio player" }).boundingBox();
  const before = await place();
  await summary.click();
  expect(await code.isVisible()).toBe(true);
  expect(await place()).toEqual(before);
  await code.focus();
  await page.keyboard.press("Escape");
  expect(await code.isVisible()).toBe(false);
  await until(page, "document.activeElement.tagName === 'SUMMARY'");
  await summary.click();
  await page.getByRole("heading", { level: 1 }).click();
  expect(await code.isVisible()).toBe(false);
  await context.close();
});

test("a show plays as a list, one episode after the other", async () => {
  const { context, page } = await openPage();
  await page.goto(`/embed?show_id=${made.show_id}`);
  const items = page.getByRole("group", { name: "Playlist" }).locator(".list button");
  expect(await items.count()).toBe(2);
  expect(await items.first().getAttribute("aria-current")).toBe("true");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await heard(page, 0.2);
  await page.evaluate("document.querySelector('audio').currentTime = 19.8");
  await until(page, `document.querySelector(".what .name").textContent.includes("Fog")`);
  expect(await items.last().getAttribute("aria-current")).toBe("true");
  await context.close();
});

test("this browser remembers the playback position", async () => {
  const { context, page } = await openPage();
  await page.goto(`/embed?episode_id=${made.first}`);
  // Positions near both ends of an episode are not stored; 20 s of sound leaves one in the middle.
  await page.evaluate(`localStorage.setItem("longwave:position:${made.first}", "7.5")`);
  await page.reload();
  const bar = page.getByRole("slider", { name: "Position" });
  await expect.poll(() => bar.getAttribute("aria-valuetext")).toBe("0:07 / 0:20");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await heard(page, 7.6);
  await context.close();
});

test("without scripts the browser's built-in player is used", async () => {
  const { context, page } = await openPage({ javaScriptEnabled: false });
  await page.goto(`/episode/${made.episode_id}`);
  const audio = page.locator("audio");
  expect(await audio.isVisible()).toBe(true);
  const played = await fetch(String(await audio.getAttribute("src")));
  expect([played.status, played.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  expect((await played.arrayBuffer()).byteLength).toBeGreaterThan(0);
  await context.close();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`no serious accessibility violation on public pages, and none wider than a phone: ${colorScheme}`, async () => {
    const viewport = { width: 360, height: 740 };
    const { context, page, complaints } = await openPage({
      colorScheme,
      bypassCSP: true,
      viewport,
    });
    const { show_id, episode_id } = made;
    const pages = [
      ...["/", `/show/${show_id}`, `/episode/${episode_id}`, "/user/ada", "/search?q=letter"],
      ...["/search?q=nothing-at-all", "/category/books", "/tag/sea", `/embed?show_id=${show_id}`],
      `/embed?episode_id=${episode_id}`,
    ];
    for (const to of pages) {
      await page.goto(to);
      await expectGood(page);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
