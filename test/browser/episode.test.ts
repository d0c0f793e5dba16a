/** Tests the pages of an episode in a real browser: cues by keyboard, notes, drafts that survive a killed server, accessibility. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JOURNEY_MS, serve, useDataDir } from "../journeys/processes.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { type Options, openAs, signIn } from "./pages.ts";

const world = useWorld();
const folder = useDataDir();
let browser: Browser;
let ada: Person;
let episode_id: number;
beforeAll(async () => {
  browser = await openChromium();
  ada = await world.person();
  const show_id = await makeShow(world, ada, { title: "Night Trains" });
  episode_id = await makeEpisode(world, show_id, {
    title: "Across the border",
    media_url: null,
    published_at: null,
    type: "DRAFT",
  });
  const file = new File([VTT], "talk.vtt");
  await ada.api.post(
    `/v2/episodes/${episode_id}/transcripts`,
    { language: "en" },
    { files: { transcript_file: file } },
  );
  await ada.api.put(`/v2/episodes/${episode_id}/persons`, { persons: [{ name: "Jonas Weil" }] });
});
afterAll(() => browser?.close());

const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ada>Good evening and welcome.

00:00:04.000 --> 00:00:08.000
<v Bob>It is late.
`;

/** A page of the episode, as the person sees it. */
const openTab = (tab: string, options: Options = {}): Promise<Page> =>
  openAs({ browser, world, person: ada }, `/studio/episodes/${episode_id}${tab}`, options);

const read = async () => (await ada.api.get(`/v2/episodes/${episode_id}`)).response.episode;

test("cues are divided, joined and saved by keyboard", async () => {
  const page = await openTab("/transcript");
  const words = page.getByLabel("Words", { exact: true });
  await words.first().focus();
  await page.keyboard.press("Home");
  for (let n = 0; n < "Good evening".length; n += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => words.count()).toBe(3);
  expect(await words.nth(1).inputValue()).toBe("and welcome.");
  expect(await words.nth(1).evaluate((field) => field === field.ownerDocument.activeElement)).toBe(
    true,
  );
  await page.keyboard.type("You are ");
  await page.getByLabel("Speaker").nth(1).fill("Eve");
  await words.nth(1).focus();
  await page.getByRole("button", { name: "Join with next" }).press("Enter");
  await expect.poll(() => words.count()).toBe(2);
  await page.getByRole("button", { name: "Save transcript" }).press("Enter");
  await page.getByText("Transcript saved.").waitFor();
  expect(await words.nth(1).inputValue()).toBe("You are and welcome. It is late.");
  expect(await page.getByLabel("Speaker").nth(1).inputValue()).toBe("Eve");
});

test("notes are marked by keys and buttons, and previewed in place", async () => {
  const page = await openTab("");
  const notes = page.getByLabel("Show notes");
  await notes.fill("Guest");
  await notes.selectText();
  await page.keyboard.press("Control+b");
  await page.keyboard.press("End");
  await page.keyboard.type(" of the ");
  await page.getByRole("button", { name: "Link", exact: true }).click();
  await page.keyboard.type("https://example.org/night");
  expect(await notes.inputValue()).toBe("**Guest** of the [](https://example.org/night)");
  await notes.fill("**Guest** of the [night](https://example.org/night)");
  await page.getByRole("button", { name: "Preview notes" }).click();
  const link = page.locator("[data-shown] a");
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe("https://example.org/night");
  await expect
    .poll(async () => (await read()).description, { timeout: 10_000 })
    .toBe("Guest of the night");
});

test("a draft that saves itself survives a killed server", { timeout: JOURNEY_MS }, async () => {
  const { dataDir: DATA_DIR } = folder;
  let server = await serve({ DATA_DIR, LOG_LEVEL: "silent" });
  const PORT = new URL(server.url).port;
  const api = async (path: string, body: Record<string, string>) => {
    const headers = { authorization: `Bearer ${folder.token}` };
    const answer = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers,
      body: new URLSearchParams(body),
    });
    return (
      (await answer.json()) as { response: Record<string, { show_id: number; episode_id: number }> }
    ).response;
  };
  const made = await api("/v2/shows", { title: "Night Trains", language: "en" });
  const draft = await api("/v2/episodes/drafts", {
    title: "Draft",
    show_id: String(made.show?.show_id),
  });
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await signIn(page, "ada", "engine no 1");
  const path = `/studio/episodes/${draft.episode?.episode_id}`;
  await page.goto(path);
  await page.getByLabel("Title", { exact: true }).fill("Saved before");
  await page.getByText(/^Saved \d/).waitFor();
  server.kill("SIGKILL");
  await server.ended;
  await page.getByLabel("Tags", { exact: true }).fill("typed, meanwhile");
  await page.getByText("Not saved yet.").waitFor();
  server = await serve({ DATA_DIR, PORT, LOG_LEVEL: "silent" });
  await page.getByText(/^Saved \d/).waitFor({ timeout: 30_000 });
  const again = await context.newPage();
  await again.goto(path);
  expect(await again.getByLabel("Title", { exact: true }).inputValue()).toBe("Saved before");
  expect(await again.getByLabel("Tags", { exact: true }).inputValue()).toBe("typed, meanwhile");
  await context.close();
  server.kill("SIGTERM");
  await server.ended;
});

test.each([
  ["a phone", 360],
  ["a wide screen", 1280],
])("a chosen publication is saved with the details, on %s", async (_, width) => {
  const show_id = await makeShow(world, ada);
  const auto_published_at = new Date(Date.now() + 3 * 86_400_000);
  const fields = { title: "Fog", published_at: null, auto_published_at };
  const id = await makeEpisode(world, show_id, fields);
  const path = `/studio/episodes/${id}`;
  const page = await openAs({ browser, world, person: ada }, path, {
    viewport: { width, height: 740 },
  });
  const present = async () => (await ada.api.get(`/v2/episodes/${id}`)).response.episode;
  const save = page.getByRole("button", { name: "Save details" });
  await page.getByLabel("Keep as draft").check();
  await page.getByText("Not saved yet.", { exact: true }).waitFor();
  await page.getByLabel("Title", { exact: true }).fill("Fog and rain");
  await save.click();
  await page.getByText("Back to draft.").waitFor();
  expect((await present()).auto_published_at).toBeNull();
  await expect.poll(async () => (await present()).title).toBe("Fog and rain");
  expect(await page.getByText("Not saved yet.", { exact: true }).count()).toBe(0);
  // What is out cannot be taken back from those who have it: it needs its own button.
  await page.getByLabel("Now", { exact: true }).check();
  await save.click();
  const own = page.getByRole("button", { name: "Publish episode" });
  expect(await own.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  expect((await present()).published_at).toBeNull();
  // Whoever leaves with a choice is asked.
  const asked = page.waitForEvent("dialog");
  const left = page.goto("/studio").catch(() => null);
  await (await asked).accept();
  await left;
});

test.each([
  ["with scripts", true],
  ["without scripts", false],
])(
  "Enter in the title saves the details of a published episode, %s",
  async (_, javaScriptEnabled) => {
    const id = await makeEpisode(world, await makeShow(world, ada), { title: "Fog" });
    const path = `/studio/episodes/${id}`;
    const page = await openAs({ browser, world, person: ada }, path, { javaScriptEnabled });
    await page.getByLabel("Title", { exact: true }).fill("Fog and rain");
    await page.getByLabel("Title", { exact: true }).press("Enter");
    await page.getByText("Details saved.").waitFor();
    expect((await ada.api.get(`/v2/episodes/${id}`)).response.episode.title).toBe("Fog and rain");
  },
);

test.each([
  ["a phone", 360],
  ["a wide screen", 1280],
])("an episode is scheduled for tomorrow at the usual time, on %s", async (_, width) => {
  const show_id = await makeShow(world, ada);
  const days = (n: number) => new Date(Date.UTC(2026, 2, 3, 6, 30) + n * 86_400_000);
  for (const n of [0, 7, 14]) await makeEpisode(world, show_id, { published_at: days(n) });
  const id = await makeEpisode(world, show_id, { title: "Fog", published_at: null });
  const path = `/studio/episodes/${id}`;
  const options = { viewport: { width, height: 740 }, locale: "en-GB" };
  const page = await openAs({ browser, world, person: ada }, path, options);
  await page.getByLabel("Schedule").check();
  await page.getByText("your show usually comes out on Tuesdays at 06:30.").waitFor();
  const field = page.getByLabel("Date and time", { exact: true });
  const proposed = await field.inputValue();
  expect([new Date(proposed).getDay(), proposed.slice(10)]).toEqual([2, "T06:30"]);
  await page.getByRole("button", { name: "Tomorrow, 06:30" }).click();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await field.inputValue()).toBe(`${tomorrow}T06:30`);
  const settings = page.getByRole("link", { name: "Change it in your settings" });
  expect(await settings.getAttribute("href")).toBe("/settings/preferences");
  await expectGood(page);
  await page.getByRole("button", { name: "Schedule episode" }).click();
  await page.getByText(/^Scheduled for \d+ \w+ \d{4}, 06:30\.$/).waitFor();
  const { auto_published_at } = (await ada.api.get(`/v2/episodes/${id}`)).response.episode;
  expect(auto_published_at).toBe(`${tomorrow} 06:30:00`);
});
