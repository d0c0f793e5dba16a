/** Tests the player and the public pages in a real browser: playback, keyboard control, accessibility. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListening } from "../setup/listening.ts";
import { useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";

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

type Options = Parameters<Browser["newContext"]>[0];

/** Opens a page and collects its console errors. */
async function openPage(options: Options = {}) {
  const context = await browser.newContext({ baseURL: world.baseUrl, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { context, page, complaints };
}

const timeOf = (page: Page) =>
  page.evaluate("document.querySelector('audio').currentTime") as Promise<number>;
/** Waits until an expression is true; the page's content security policy forbids evaluating text in the page. */
const until = (page: Page, condition: string) =>
  expect.poll(() => page.evaluate(condition), { timeout: 20_000 }).toBe(true);
const heard = (page: Page, seconds: number) =>
  until(page, `document.querySelector("audio").currentTime > ${seconds}`);

test("play advances the time, and pause stops it", async () => {
  const { context, page, complaints } = await openPage();
  await page.goto(`/episode/${made.episode_id}`);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await heard(page, 0.4);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
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
  expect(await bar.getAttribute("aria-valuetext")).toBe("0:00 / 0:20");
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
  await page.getByText("Chapters", { exact: true }).click();
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
  await page.getByText("Transcript", { exact: true }).click();
  const second = page.getByRole("button", { name: "We walk." });
  await second.click();
  await heard(page, 5.9);
  expect(await second.getAttribute("aria-current")).toBe("true");
  await context.close();
});

test("a show plays as a list, one episode after the other", async () => {
  const { context, page } = await openPage();
  await page.goto(`/embed?show_id=${made.show_id}`);
  const items = page.locator(".panel").filter({ hasText: "Playlist" }).getByRole("button");
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
  await heard(page, 7);
  expect(await timeOf(page)).toBeCloseTo(7.5, 0);
  await context.close();
});

test("theme and colour are those requested by the page", async () => {
  const { context, page } = await openPage({ colorScheme: "light" });
  await page.goto(`/embed?episode_id=${made.episode_id}&theme=dark&color=ffcc00`);
  const play = page.getByRole("button", { name: "Play", exact: true });
  await play.waitFor();
  const colours = await page.evaluate(
    "(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector('.play')))",
  );
  expect(colours).toEqual(["rgb(255, 204, 0)", "rgb(0, 0, 0)"]);
  expect(await page.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe(
    "dark",
  );
  await context.close();
});

test("another site's page can frame the player", async () => {
  const { context, page } = await openPage();
  const embed = `${world.baseUrl}/embed?episode_id=${made.episode_id}`;
  const article = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<iframe src="${embed}" width="640" height="200"></iframe>`);
  }).listen(0, "127.0.0.1");
  await once(article, "listening");
  await page.goto(`http://localhost:${(article.address() as AddressInfo).port}/`);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "Share" }).waitFor();
  const share = await frame.getByRole("button", { name: "Share" }).boundingBox();
  const outer = await page.locator("iframe").boundingBox();
  // All controls of an episode fit into the 200 pixels that oEmbed announces.
  expect((share?.y ?? 0) + (share?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + 200);
  article.close();
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
