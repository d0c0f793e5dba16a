/** Tests what plays after an episode, and what the library of a listener knows of what was heard. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListening } from "../setup/listening.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { heard, type Options, openAs, openPage, until } from "./pages.ts";

const world = useWorld();
const SECONDS = 40;
let browser: Browser;
let made: Awaited<ReturnType<typeof makeListening>>;
let other: Awaited<ReturnType<typeof makeListening>>;
let bob: Person;
beforeAll(async () => {
  browser = await openChromium();
  made = await makeListening(world, await world.person(), SECONDS);
  other = await makeListening(world, await world.person(), SECONDS);
  bob = await world.person();
});
afterAll(() => browser?.close());

const open = (options: Options = {}) =>
  openPage(browser, {
    baseURL: world.baseUrl,
    bypassCSP: true,
    reducedMotion: "reduce",
    ...options,
  });

const sheet = (page: Page) => page.getByRole("dialog", { name: "Up next" });
const queued = (page: Page) => sheet(page).getByRole("list", { name: "Queue" });
const upNext = (page: Page) => page.getByRole("button", { name: "Up next" }).last();

async function enqueue(page: Page, title: string, how: "Play next" | "Add to queue") {
  await page
    .locator("main")
    .getByRole("button", { name: `More for ${title}` })
    .click();
  await page.getByRole("button", { name: how, exact: true }).click();
}

test("episodes that a search found have the same menu", async () => {
  const { context, page } = await open();
  await page.goto("/search?q=letter&type=episodes");
  // Two shows have it.
  await page.getByRole("button", { name: "More for Letter 1: Fog" }).first().click();
  await page.getByRole("button", { name: "Play next", exact: true }).click();
  await page.getByRole("status").getByText("Plays next").waitFor();
  await context.close();
});

test("the speed and the lengths of the skips that one chooses stay for later pages", async () => {
  const { context, page, complaints } = await open();
  await page.goto(`/show/${made.show_id}`);
  const player = page.getByRole("region", { name: "Player" });
  await player.getByLabel("Playback speed").selectOption("1.5");
  await player.getByRole("button", { name: "Up next" }).click();
  await sheet(page).getByLabel("Skip back").selectOption("10");
  await sheet(page).getByLabel("Skip ahead").selectOption("5");
  await expectGood(page);
  await page.keyboard.press("Escape");
  await player.getByRole("button", { name: "Forward 5 seconds" }).waitFor();
  await page.goto(`/episode/${made.episode_id}`);
  expect(await player.getByLabel("Playback speed").inputValue()).toBe("1.5");
  await player.getByRole("button", { name: "Forward 5 seconds" }).click();
  await player.getByRole("button", { name: "Forward 5 seconds" }).click();
  await until(page, `document.querySelector(".times").textContent.startsWith("0:10")`);
  await player.getByRole("button", { name: "Back 10 seconds" }).click();
  await until(page, `document.querySelector(".times").textContent.startsWith("0:00")`);
  expect(complaints).toEqual([]);
  await context.close();
});

/** The second before the end: what follows is soon heard. */
const toEnd = (page: Page) =>
  page.evaluate(`{
    const audio = document.querySelector("audio");
    audio.currentTime = audio.duration - 1;
  }`);

const nowPlaying = (page: Page, title: string) =>
  until(
    page,
    `document.querySelector(".dock .name").textContent === ${JSON.stringify(title)} && !document.querySelector("audio").paused`,
  );

test("what visitors put into the queue is kept over pages, can be ordered, and plays after the episode", async () => {
  const { context, page, complaints } = await open();
  await page.goto(`/show/${other.show_id}`);
  await enqueue(page, "Letter 1: Fog", "Add to queue");
  await page.goto(`/show/${made.show_id}`);
  await enqueue(page, "Letter 1: Fog", "Play next");
  await page.locator("main").getByRole("button", { name: "Play Letter 1: Fog" }).first().waitFor();
  await upNext(page).click();
  const links = queued(page).locator("[data-play]");
  await expect.poll(() => links.count()).toBe(2);
  const first = () => links.first().getAttribute("data-play");
  expect(await first()).toContain(`"episode_id":${made.first}`);
  await expectGood(page);
  await queued(page).getByRole("button", { name: "Move Letter 1: Fog down" }).first().click();
  await expect.poll(first).toContain(`"episode_id":${other.first}`);
  await page.keyboard.press("Escape");
  expect(await sheet(page).isVisible()).toBe(false);
  await page.goto(`/episode/${made.episode_id}`);
  await page.locator("[data-player]").getByRole("button", { name: "Play", exact: true }).click();
  await heard(page, 0.3);
  await toEnd(page);
  await nowPlaying(page, "Letter 1: Fog");
  const source = () => page.evaluate("document.querySelector('audio').src");
  expect(await source()).toContain(`/episodes/${other.first}/`);
  await upNext(page).click();
  await expect.poll(() => links.count()).toBe(1);
  await queued(page).getByRole("button", { name: "Remove Letter 1: Fog from the queue" }).click();
  await sheet(page).getByText("Your queue is empty.").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("after an episode the next one of its show plays, unless that is switched off", async () => {
  const { context, page, complaints } = await open({ viewport: { width: 360, height: 740 } });
  await page.goto(`/episode/${made.episode_id}`);
  const player = page.locator("[data-player]");
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await heard(page, 0.3);
  await player.getByLabel("Playback speed").selectOption("2");
  await player.getByRole("button", { name: "Up next" }).click();
  await sheet(page).getByRole("heading", { name: "Then from The Tide Tables" }).waitFor();
  await expectGood(page);
  await page.keyboard.press("Escape");
  await toEnd(page);
  await nowPlaying(page, "Letter 1: Fog");
  await page.goto(`/episode/${other.episode_id}`);
  await player.getByRole("button", { name: "Up next" }).click();
  await sheet(page).getByLabel("Play the next episode automatically").uncheck();
  await page.keyboard.press("Escape");
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await heard(page, 0.3);
  await toEnd(page);
  await until(page, `document.querySelector("audio").ended`);
  expect(await page.evaluate("document.querySelector('audio').src")).toContain(
    `/episodes/${other.episode_id}/`,
  );
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([true, false])(
  "on a phone, the present part of the library is in sight; scripts: %s",
  async (javaScriptEnabled) => {
    const page = await openAs({ browser, world, person: bob }, "/library/history", {
      javaScriptEnabled,
      viewport: { width: 360, height: 740 },
    });
    const tab = await page.locator(".tabs").getByRole("link", { name: "History" }).boundingBox();
    expect(tab?.x).toBeGreaterThan(0);
    expect((tab?.x ?? 360) + (tab?.width ?? 0)).toBeLessThanOrEqual(360);
  },
);

test("the library knows in every browser what was started and played", async () => {
  await bob.api.put(`/v2/users/me/favorites/${made.show_id}`);
  const page = await openAs({ browser, world, person: bob }, "/library");
  await page.getByRole("button", { name: "Mark as played" }).last().click();
  await page.getByRole("button", { name: "Mark as unplayed" }).waitFor();
  expect(await page.locator("main").textContent()).toContain("Played");
  await page.goto(`/episode/${made.episode_id}#t=20`);
  await page.locator("[data-player]").getByRole("button", { name: "Play", exact: true }).click();
  await heard(page, 20.5);
  await page.locator("[data-player]").getByRole("button", { name: "Pause", exact: true }).click();
  const plain = await openAs({ browser, world, person: bob }, "/library?show=unplayed", {
    javaScriptEnabled: false,
  });
  await expect
    .poll(async () => {
      await plain.goto("/library/started");
      return plain.locator("main .rows > li").count();
    })
    .toBe(1);
  await plain.goto("/library?show=unplayed");
  expect(await plain.locator("main .rows > li").count()).toBe(1);
  await plain.getByRole("button", { name: "Mark as played" }).click();
  await plain.getByText("You have heard everything new.").waitFor();
  await plain.goto("/library/history");
  expect(await plain.getByRole("button", { name: "Mark as unplayed" }).count()).toBe(2);
  await plain.goto("/library/shows?sort=title");
  expect(await plain.getByRole("link", { name: "The Tide Tables" }).isVisible()).toBe(true);
});
