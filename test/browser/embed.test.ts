/** Tests the player in frames of other sites: it fits at every size, with and without scripts. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replaceChapters } from "../../src/features/publishing/episodes/chapters/store.ts";
import { makeEpisode } from "../setup/factories.ts";
import { makeListening } from "../setup/listening.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { heard, MOST_SHIFT, type Options, openPage, SHIFTS, timeOf } from "./pages.ts";

const world = useWorld();
let browser: Browser;
let ada: Person;
let made: Awaited<ReturnType<typeof makeListening>>;
beforeAll(async () => {
  browser = await openChromium();
  ada = await world.person({ username: "ada" });
  made = await makeListening(world, ada);
  const vtt = "WEBVTT\n\n00:00.000 --> 00:06.000\nThe tide is out.\n";
  const file = new Blob([vtt], { type: "text/vtt" });
  await ada.api.post(
    `/v2/episodes/${made.episode_id}/transcripts`,
    {},
    { files: { transcript_file: file } },
  );
});
afterAll(() => browser?.close());

const open = (options: Options = {}) => openPage(browser, { baseURL: world.baseUrl, ...options });

/** A long title and many chapters: what takes the most space. */
async function makeLong(): Promise<number> {
  const episode_id = await makeEpisode(world, made.show_id, {
    title:
      "The ferry that left without us, the lighthouse keeper's soup, and all that the sea gave",
    type: "RECORDED",
    duration: 5_400_000,
    media_key: `audio/${"a".repeat(64)}.mp3`,
    published_at: new Date("2026-02-01"),
  });
  await replaceChapters(
    world.deps.db,
    episode_id,
    Array.from({ length: 9 }, (_, at) => ({
      starts_at: at * 600_000,
      title: `Chapter ${at}, with a title that is too long for one line of any frame at all`,
    })),
  );
  return episode_id;
}

const SIZES = [
  [640, 200],
  [600, 200],
  [640, 150],
  [640, 160],
  [300, 120],
  [300, 80],
  [350, 350],
  [250, 200],
  [640, 60],
  [180, 180],
  [160, 140],
  [160, 100],
] as const;

/** What of the controls is cut off by the frame, covered, or outside of it; and whether the frame scrolls. */
const FAULTS = `(() => {
  const found = [];
  for (const control of document.querySelectorAll("button, select, input, audio, [role=slider], a")) {
    // Lists scroll inside the frame; what is not shown has no size.
    if (control.closest(".list, .plain")) continue;
    const { left, top, right, bottom, width, height } = control.getBoundingClientRect();
    if (width === 0 || height === 0 || !control.checkVisibility({ visibilityProperty: true })) continue;
    const name = control.tagName + " " + (control.getAttribute("aria-label") ?? control.textContent);
    const box = [left, top, right, bottom].map(Math.round).join(" ");
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
      found.push(name + " is outside: " + box);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!control.contains(hit)) found.push(name + " is covered: " + box);
  }
  const [toggle, wave, name] = [".toggle", ".wave", ".name"].map((part) =>
    document.querySelector(part).getBoundingClientRect());
  if (wave.height > 0 && toggle.height > 0 && toggle.bottom > wave.top + 1 && toggle.top < wave.bottom - 1)
    found.push("The button is over the waveform.");
  if (name.height > 0 && name.width < 70) found.push("The title has no room.");
  // What has no room beside the position is on a second line, which is not shown.
  for (const clock of document.querySelectorAll(".times > span")) {
    const box = clock.parentElement.getBoundingClientRect();
    const { top, right } = clock.getBoundingClientRect();
    if (top < box.bottom - 1 && right > box.right + 1) found.push("The clock is cut off.");
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push("The frame scrolls.");
  return found;
})()`;

for (const javaScriptEnabled of [true, false])
  test(`no control is cut off at any size, ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
    const long = await makeLong();
    const { context, page } = await open({ javaScriptEnabled });
    const contents = [
      `episode_id=${made.episode_id}`,
      `episode_id=${long}`,
      `show_id=${made.show_id}`,
      `user_id=${ada.user_id}`,
    ];
    for (const content of contents)
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.goto(`/embed?${content}`);
        const where = `${content} in ${width}×${height}`;
        const main = javaScriptEnabled
          ? page.getByRole("button", { name: "Play", exact: true })
          : page.locator("audio");
        await main.waitFor();
        expect(await page.evaluate(FAULTS), where).toEqual([]);
        if (height >= 80) expect(await page.locator(".name").first().isVisible(), where).toBe(true);
      }
    await context.close();
  });

test("without scripts there are cover, title, show, audio and links", async () => {
  const { context, page } = await open({
    javaScriptEnabled: false,
    viewport: { width: 640, height: 350 },
  });
  await page.goto(`/embed?show_id=${made.show_id}`);
  expect(await page.locator("img.art").isVisible()).toBe(true);
  expect(await page.locator(".what").innerText()).toContain("The Tide Tables");
  expect(await page.locator("audio").isVisible()).toBe(true);
  expect(await page.getByRole("link", { name: "Letter 1: Fog" }).isVisible()).toBe(true);
  expect(await page.getByRole("link", { name: "Listen on" }).isVisible()).toBe(true);
  expect(await page.getByRole("button").count()).toBe(0);
  await context.close();
});

test("in a narrow frame, title, waveform and controls have one edge", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { context, page } = await open({
      javaScriptEnabled,
      viewport: { width: 200, height: 200 },
    });
    await page.goto(`/embed?episode_id=${made.episode_id}`);
    const edges = `["${javaScriptEnabled ? ".wave" : "audio"}", ".what"].map((part) =>
      Math.round(document.querySelector(part).getBoundingClientRect().left))`;
    const [first, second] = (await page.evaluate(edges)) as number[];
    expect(first).toBe(second);
    await context.close();
  }
});

test("audio that cannot be loaded is said beside the controls, and can be tried again", async () => {
  const { context, page } = await open({ viewport: { width: 600, height: 200 } });
  await context.route("**/play.mp3*", (route) => route.abort());
  await page.goto(`/embed?episode_id=${made.episode_id}`);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  expect(await page.evaluate(FAULTS)).toEqual([]);
  await context.unroute("**/play.mp3*");
  await again.click();
  await heard(page, 1);
  expect(await page.getByRole("status").textContent()).toBe("");
  expect(await page.evaluate("document.activeElement.dataset.act")).toBe("toggle");
  await context.close();
});

test("in a low frame, lists open over it and close with Escape", async () => {
  const { context, page } = await open({ viewport: { width: 640, height: 200 } });
  await page.goto(`/embed?episode_id=${made.episode_id}`);
  const button = page.getByRole("button", { name: "Chapters" });
  const chapter = page.getByRole("button", { name: "At the wreck" });
  expect(await chapter.count()).toBe(0);
  await button.click();
  const drawer = await page.getByRole("group", { name: "Chapters" }).boundingBox();
  expect(drawer?.height).toBeGreaterThan(190);
  await page.keyboard.press("Escape");
  expect(await chapter.isVisible()).toBe(false);
  expect(await page.evaluate("document.activeElement.dataset.panel")).toBe("chapters");
  await button.click();
  await chapter.click();
  await heard(page, 8);
  await context.close();
});

test("nothing moves while the player loads", async () => {
  const { context, page } = await open();
  await page.addInitScript(SHIFTS);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.goto(`/embed?show_id=${made.show_id}`, { waitUntil: "networkidle" });
    const shift = await page.evaluate("globalThis.shift");
    expect(shift, `${width}×${height}`).toBeLessThanOrEqual(MOST_SHIFT);
  }
  await context.close();
});

test("the player of a user names the user, and the show of each episode", async () => {
  const { context, page } = await open({ viewport: { width: 350, height: 350 } });
  const { fullname } = (await ada.api.get("/v2/me")).response.user;
  await page.goto(`/embed?user_id=${ada.user_id}`);
  const link = page.getByRole("link", { name: fullname });
  expect(await link.getAttribute("href")).toContain("/user/");
  const row = page.locator(".list button").filter({ hasText: "Letter 1: Fog" });
  expect(await row.innerText()).toContain("The Tide Tables");
  await context.close();
});

test("theme and colour are those requested by the page", async () => {
  const { context, page } = await open({ colorScheme: "light" });
  await page.goto(`/embed?episode_id=${made.episode_id}&theme=dark&color=ffcc00`);
  const play = page.getByRole("button", { name: "Play", exact: true });
  await play.waitFor();
  await expect
    .poll(() =>
      page.evaluate(
        "(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector('.toggle')))",
      ),
    )
    .toEqual(["rgb(255, 204, 0)", "rgb(0, 0, 0)"]);
  expect(await page.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe(
    "dark",
  );
  await context.close();
});

/** Contrast by WCAG of the accent to the card behind it. */
const CONTRAST = `(() => {
  const card = getComputedStyle(document.querySelector(".player"));
  const light = (css) => {
    const [r, g, b] = css.match(/[\\d.]+/g).map((v) => {
      const part = Number(v) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return r * 0.2126 + g * 0.7152 + b * 0.0722;
  };
  const toggle = getComputedStyle(document.querySelector(".toggle"));
  const pair = [light(card.backgroundColor), light(toggle.backgroundColor)].sort((a, b) => b - a);
  return (pair[0] + 0.05) / (pair[1] + 0.05);
})()`;

test.each([
  ["ffff00", "light"],
  ["ffffff", "light"],
  ["000033", "dark"],
  ["0b6168", "light"],
])("the colour %s can be seen in the %s theme", async (color, theme) => {
  const { context, page } = await open();
  await page.goto(`/embed?episode_id=${made.episode_id}&theme=${theme}&color=${color}`);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await expect.poll(() => page.evaluate(CONTRAST)).toBeGreaterThanOrEqual(3);
  const accent = await page.evaluate(
    "document.querySelector('.player').style.getPropertyValue('--accent')",
  );
  // A colour that is clear enough stays as it is.
  if (color === "0b6168") expect(accent).toBe("rgb(11, 97, 104)");
  else expect(accent).not.toBe("");
  await context.close();
});

test("Space on the waveform plays and pauses", async () => {
  const { context, page } = await open();
  await page.goto(`/embed?episode_id=${made.episode_id}`);
  await page.getByRole("slider", { name: "Position" }).focus();
  await page.keyboard.press("Space");
  await heard(page, 0.2);
  await page.keyboard.press("Space");
  expect(await page.evaluate("document.querySelector('audio').paused")).toBe(true);
  expect(await timeOf(page)).toBeGreaterThan(0.2);
  await context.close();
});

test("another site's page can frame the player", async () => {
  const { context, page } = await open();
  const embed = `${world.baseUrl}/embed?episode_id=${made.episode_id}`;
  const article = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<iframe src="${embed}" width="640" height="200"></iframe>`);
  }).listen(0, "127.0.0.1");
  await once(article, "listening");
  await page.goto(`http://localhost:${(article.address() as AddressInfo).port}/`);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "Play", exact: true }).click();
  await expect
    .poll(() => page.frames()[1]?.evaluate("document.querySelector('audio').currentTime"))
    .toBeGreaterThan(0.2);
  article.close();
  await context.close();
});

for (const [width, height] of [
  [640, 200],
  [350, 350],
  [300, 80],
] as const)
  test(`no accessibility violation in ${width}×${height}`, async () => {
    const { context, page, complaints } = await open({
      bypassCSP: true,
      viewport: { width, height },
    });
    for (const content of [`episode_id=${made.episode_id}`, `user_id=${ada.user_id}`]) {
      await page.goto(`/embed?${content}`);
      await expectGood(page, "all");
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
