/** Tests the pages of a new episode and of its audio in a real browser: upload, draft, waveform by keys, fields. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeShow } from "../setup/factories.ts";
import { makeSound } from "../setup/sounds.ts";
import { makeStitchable, storeMp3 } from "../setup/stitching.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { MOST_SHIFT, type Options, openAs, SHIFTS } from "./pages.ts";

const world = useWorld();
let browser: Browser;
let folder: string;
let sound: string;
let audio: Awaited<ReturnType<typeof storeMp3>>;
beforeAll(async () => {
  browser = await openChromium();
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-new-"));
  sound = await makeSound({ folder, name: "03_Night-trains.mp3", seconds: 5 });
  audio = await storeMp3(world, { seconds: 30, kind: "speech" });
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

const openStudio = (person: Person, path: string, options: Options = {}): Promise<Page> =>
  openAs({ browser, world, person }, path, options);

/** An episode with audio, and what the API says of its marks. */
async function setUp() {
  const { owner, episode_id } = await makeStitchable(world, audio, { duration: 30_000 });
  await owner.api.post(`/v2/episodes/${episode_id}/cuepoints`, { cuepoints: [{ timecode: 9000 }] });
  const api = `/v2/episodes/${episode_id}`;
  return {
    owner,
    address: `/studio/episodes/${episode_id}/audio`,
    chapters: async () => (await owner.api.get(`${api}/chapters`)).response.items,
    breaks: async () => (await owner.api.get(`${api}/cuepoints`)).response.cuepoints,
  };
}

test("a chapter is added on the waveform by keyboard only", async () => {
  const { owner, address, chapters } = await setUp();
  const page = await openStudio(owner, address);
  await page.getByRole("slider", { name: /^Waveform/ }).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowRight");
  for (const _ of [1, 2, 3]) await page.keyboard.press(".");
  await page.keyboard.press(",");
  await page.keyboard.press("c");
  await page.keyboard.type("Departure");
  await page.keyboard.press("Enter");
  await page.getByText("Chapters and ad breaks saved.").waitFor();
  expect(await chapters()).toMatchObject([{ starts_at: 11_100, title: "Departure" }]);
  // Its title is below the waveform, its number beside its fields.
  const flag = page.getByRole("slider", { name: "Chapter 1: Departure" });
  await flag.getByText("Departure").waitFor();
  await expectGood(page);
});

test.each([
  ["a phone", 360],
  ["a wide screen", 1280],
])("two chapters are added one after the other with the button, on %s", async (_, width) => {
  const { owner, address, chapters } = await setUp();
  const options = { viewport: { width, height: 740 }, hasTouch: width === 360 };
  const page = await openStudio(owner, address, options);
  const dial = page.getByRole("slider", { name: /^Waveform/ });
  const press = () => {
    const button = page.getByRole("button", { name: "Add chapter" });
    return width === 360 ? button.tap() : button.click();
  };
  await dial.focus();
  for (const title of ["Departure", "Arrival"]) {
    await dial.press("ArrowRight");
    await press();
    await page.keyboard.type(title);
    // The waveform is still there for the next one, and does not cover its field.
    const [tools, field] = [page.locator(".wave-tools"), page.locator("input:focus")];
    const [above, below] = [await tools.boundingBox(), await field.boundingBox()];
    const end = (above?.y ?? 0) + (above?.height ?? 0);
    expect([above?.y, below?.y].map((y) => (y ?? -1) >= 0)).toEqual([true, true]);
    expect(below?.y).toBeGreaterThanOrEqual(end);
    expect((below?.y ?? 740) + (below?.height ?? 0)).toBeLessThanOrEqual(740);
  }
  const flags = page.getByRole("slider", { name: /^Chapter \d: / });
  await expect.poll(() => flags.count()).toBe(2);
  await expectGood(page);
  await page.getByRole("button", { name: "Save chapters and ad breaks" }).click();
  await page.getByText("Chapters and ad breaks saved.").waitFor();
  expect(await chapters()).toMatchObject([
    { starts_at: 1000, title: "Departure" },
    { starts_at: 2000, title: "Arrival" },
  ]);
});

test("a chapter between two others takes its place, and Enter saves it without leaving it", async () => {
  const { owner, address, chapters } = await setUp();
  const api = address.replace("/studio", "/v2").replace("/audio", "/chapters");
  for (const n of [0, 1, 2, 3, 5, 6, 7])
    await owner.api.post(api, { starts_at: 3000 * n, title: `Chapter at ${3 * n}` });
  const page = await openStudio(owner, address);
  await page.getByRole("slider", { name: /^Waveform/ }).focus();
  await page.keyboard.press("Shift+ArrowRight");
  for (const _ of [1, 2]) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("c");
  await page.keyboard.type("Departure");
  const list = page.locator('[data-marks="chapter"]');
  const times = () =>
    list
      .getByLabel("Time")
      .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value));
  const inOrder = ["0:00", "0:03", "0:06", "0:09", "0:12", "0:15", "0:18", "0:21", ""];
  expect(await times()).toEqual(inOrder);
  const field = page.locator("input:focus");
  expect(await field.inputValue()).toBe("Departure");
  const before = await page.evaluate("[scrollY, document.querySelector('audio').currentTime]");
  await page.keyboard.press("Enter");
  await page.getByText("Chapters and ad breaks saved.").waitFor();
  expect(await page.evaluate("[scrollY, document.querySelector('audio').currentTime]")).toEqual(
    before,
  );
  // It goes on being written, and is saved as the same chapter.
  await page.keyboard.type(", late");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await chapters())[4])
    .toMatchObject({ starts_at: 12_000, title: "Departure, late" });
  expect(await chapters()).toHaveLength(8);
  // A time that is typed moves its row, too.
  await list.getByLabel("Time").nth(4).fill("0:20");
  await page.keyboard.press("Tab");
  expect((await times())[6]).toBe("0:20");
  // What cannot be saved is named without losing the position.
  await list.getByLabel("Time").nth(6).fill("0:21");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByRole("link", { name: "Chapter 8" }).waitFor();
  await list.getByText("Another one is already at this time.").waitFor();
  expect(await page.evaluate("document.querySelector('audio').currentTime")).toBe(12);
  await list.getByLabel("Time").nth(6).fill("0:19");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await chapters())[6].starts_at).toBe(19_000);
});

test("chapters are two lines on a phone, and a heading that is jumped to is in sight", async () => {
  const { owner, address } = await setUp();
  const api = address.replace("/studio", "/v2").replace("/audio", "/chapters");
  for (const n of [0, 1, 2, 3, 4, 5])
    await owner.api.post(api, { starts_at: 2000 * n, title: "The long way home, at night" });
  const page = await openStudio(owner, address, { viewport: { width: 360, height: 740 } });
  const row = page.locator('[data-marks="chapter"] li').first();
  expect((await row.boundingBox())?.height).toBeLessThan(125);
  const name = row.getByLabel("Title");
  expect((await name.boundingBox())?.width).toBeGreaterThan(250);
  await page.goto(`${address}#breaks`);
  const heading = await page.locator("#breaks").boundingBox();
  const tools = await page.locator(".wave-tools").boundingBox();
  const bar = await page.locator(".marks-save").boundingBox();
  expect(heading?.y).toBeGreaterThan((tools?.y ?? 0) + (tools?.height ?? 0));
  expect(heading?.y).toBeLessThan(bar?.y ?? 0);
});

test("without scripts the page goes on at the chapter that was saved", async () => {
  const { owner, address, chapters } = await setUp();
  const api = address.replace("/studio", "/v2").replace("/audio", "/chapters");
  for (const n of [0, 1, 2, 4, 5, 6, 7, 8])
    await owner.api.post(api, { starts_at: 3000 * n, title: `Chapter at ${3 * n}` });
  const page = await openStudio(owner, address, { javaScriptEnabled: false });
  const row = page.locator('[data-marks="chapter"] [data-new]');
  await row.getByLabel("Time").fill("0:09");
  await row.getByLabel("Title").fill("Departure");
  await row.getByLabel("Title").press("Enter");
  await page.waitForURL("**#c3");
  const saved = page.locator("#c3");
  expect(await saved.getByLabel("Title").inputValue()).toBe("Departure");
  const box = await saved.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
  await page.getByText("Chapters and ad breaks saved.").waitFor();
  expect((await chapters())[3]).toMatchObject({ starts_at: 9000, title: "Departure" });
});

test("a chapter written in its fields stays when the button adds another one", async () => {
  const { owner, address, chapters } = await setUp();
  const page = await openStudio(owner, address);
  const times = page.locator('[data-marks="chapter"]').getByLabel("Time");
  await times.fill("0:04");
  await page.locator('[data-marks="chapter"]').getByLabel("Title").first().fill("Border");
  await expect.poll(() => times.count()).toBe(2);
  await page.getByRole("button", { name: "Add chapter" }).click();
  await page.keyboard.type("Departure");
  await page.getByRole("button", { name: "Save chapters and ad breaks" }).click();
  await page.getByText("Chapters and ad breaks saved.").waitFor();
  expect(await chapters()).toMatchObject([
    { starts_at: 0, title: "Departure" },
    { starts_at: 4000, title: "Border" },
  ]);
});

test("a break on the waveform is moved by keys to a quiet frame, and removed", async () => {
  const { owner, address, breaks } = await setUp();
  const page = await openStudio(owner, address);
  const handle = page.getByRole("slider", { name: "Ad break 1" });
  expect(await page.locator('[data-marks="break"] li').first().getAttribute("data-n")).toBe("1");
  // The waveform is the player.
  expect(await page.locator("audio").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Play" }).waitFor();
  await handle.focus();
  await page.keyboard.press("ArrowRight");
  expect(await handle.getAttribute("aria-valuetext")).toBe("0:10");
  await page.keyboard.press("q");
  await expect.poll(() => handle.getAttribute("aria-valuetext")).not.toBe("0:10");
  await page.getByRole("button", { name: "Save chapters and ad breaks" }).click();
  await page.getByText("Chapters and ad breaks saved.").waitFor();
  const [{ timecode }] = await breaks();
  expect(Math.abs(timecode - 10_000)).toBeLessThanOrEqual(251);
  await handle.focus();
  await page.keyboard.press("Delete");
  expect(await handle.count()).toBe(0);
  await page.getByRole("button", { name: "Save chapters and ad breaks" }).click();
  await expect.poll(breaks).toEqual([]);
});

test.each([
  ["a phone", 360],
  ["a wide screen", 1280],
])("the waveform becomes a dial where it stays, on %s", async (_, width) => {
  const { owner, address } = await setUp();
  await owner.api.post(`${address.replace("/studio", "/v2").replace("/audio", "/chapters")}`, {
    starts_at: 1000,
    title: "Departure",
  });
  const page = await openStudio(owner, "/studio", { viewport: { width, height: 1600 } });
  await page.addInitScript(SHIFTS);
  // The module comes after the first paint, as on a slow line.
  await page.route("**/audio/browser/audio.js", async (route) => {
    await page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length > 0");
    await route.continue();
  });
  await page.goto(address);
  await page.getByRole("slider", { name: "Chapter 1: Departure" }).waitFor();
  // Shifts are reported after the frame in which they happen.
  await page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
  );
  expect(await page.evaluate("globalThis.shift")).toBeLessThan(MOST_SHIFT);
});

test("a break is moved with its number field without scripts", async () => {
  const { owner, address, breaks } = await setUp();
  const page = await openStudio(owner, address, { javaScriptEnabled: false });
  const field = page.locator('[data-marks="break"]').getByLabel("Time").first();
  expect(await field.inputValue()).toBe("0:09");
  await field.fill("0:12.5");
  await page.getByRole("button", { name: "Save chapters and ad breaks" }).click();
  await page.getByText("Chapters and ad breaks saved.").waitFor();
  expect(await breaks()).toEqual([{ timecode: 12_500, ads_max_count: 1 }]);
});

test("an episode's file is sent and its words are saved while they are written", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada, { title: "Night Trains" });
  const page = await openStudio(ada, `/studio/shows/${show_id}/episodes/new`);
  await page.getByLabel("Audio file").setInputFiles(sound);
  expect(await page.getByLabel("Title").inputValue()).toBe("03 Night trains");
  await page.waitForURL("**?draft=*");
  await page.getByText(/Waiting to be processed|Processing: |The file has/).waitFor();
  await page.getByLabel("Show notes").fill("Through the night.");
  await page.getByText(/^Saved /).waitFor();
  // Nobody else has written, and nobody else is named: what the form does not show is stored, too.
  expect(await page.getByText("somebody else").count()).toBe(0);
  // The tab is closed: its address leads back to everything.
  await page.reload();
  expect(await page.getByLabel("Show notes").inputValue()).toBe("Through the night.");
  await expectGood(page);
  // The button says what the choice will do.
  await page.getByRole("button", { name: "Publish episode" }).waitFor();
  await page.getByLabel("Schedule").check();
  await page.getByRole("button", { name: "Schedule episode" }).waitFor();
  await page.getByLabel("Keep as draft").check();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL("**/next");
  const { items } = (await ada.api.get(`/v2/shows/${show_id}/episodes?filter=editable`)).response;
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ title: "03 Night trains", published_at: null });
});

test("an episode that is published before its file has arrived takes the file once", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  // Chromium complains of transitions between pages if a script sends the form.
  const options = { reducedMotion: "reduce" } as const;
  const page = await openStudio(ada, `/studio/shows/${show_id}/episodes/new`, options);
  const pressed = Promise.withResolvers<void>();
  let upload = "";
  await page.route("**/v2/uploads/*", async (route) => {
    upload = path.basename(route.request().url());
    await pressed.promise;
    await route.continue();
  });
  const posts: string[] = [];
  page.on("request", (request) => posts.push(request.postData() ?? ""));
  await page.getByLabel("Audio file").setInputFiles(sound);
  await page.waitForURL("**?draft=*");
  await page.getByRole("button", { name: "Publish episode" }).click();
  await page.getByText("Saved as soon as the upload is complete.").waitFor();
  pressed.resolve();
  await page.waitForURL("**/next");
  // A second request with it would be refused, or have to be reconciled.
  expect(posts.filter((text) => text.includes(upload))).toHaveLength(1);
  const { items } = (await ada.api.get(`/v2/shows/${show_id}/episodes?filter=editable`)).response;
  expect(items).toMatchObject([{ title: "03 Night trains" }]);
});

test("Enter in a field of a new episode saves what is written, and publishes nothing", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const address = `/studio/shows/${show_id}/episodes/new`;
  const page = await openStudio(ada, address);
  await page.getByLabel("Audio file").setInputFiles(sound);
  await page.waitForURL("**?draft=*");
  await page.getByLabel("Title").fill("Fog");
  await page.getByLabel("Title").press("Enter");
  await page.getByText(/^Saved /).waitFor();
  expect(new URL(page.url()).pathname).toBe(address);
  const id = new URL(page.url()).searchParams.get("draft");
  const { episode } = (await ada.api.get(`/v2/episodes/${id}`)).response;
  expect(episode).toMatchObject({ title: "Fog", published_at: null });
});

test("a draft that somebody else changed meanwhile is compared, though its form has a file", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const page = await openStudio(ada, `/studio/shows/${show_id}/episodes/new`);
  await page.getByLabel("Title").fill("Fog");
  await page.waitForURL("**?draft=*");
  const id = new URL(page.url()).searchParams.get("draft");
  await ada.api.post(`/v2/episodes/${id}`, { title: "Fog, by Eve" });
  await page.getByLabel("Title").fill("Fog, by Ada");
  // It sends the form only once the conflict is known.
  const compare = page.locator('button[type="submit"]', { hasText: "Compare" });
  await compare.waitFor();
  await comeBack(page);
  expect(await page.getByLabel("Title").inputValue()).toBe("Fog, by Ada");
  await compare.click();
  await page.waitForURL("**/merge");
  await page.getByText("Fog, by Eve").first().waitFor();
  // Who leaves without a choice loses nothing.
  await page.goto(`/studio/episodes/${id}`);
  await compare.waitFor();
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Fog, by Ada");
  await compare.click();
  await page.getByRole("button", { name: "Save choice" }).click();
  await page.getByText("Saved.").waitFor();
  const { episode } = (await ada.api.get(`/v2/episodes/${id}`)).response;
  expect(episode.title).toBe("Fog, by Ada");
  expect(await page.getByText("What you wrote last is back.").count()).toBe(0);
});

test("what is written after a conflict comes back when the page is left before anything is compared", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const page = await openStudio(ada, `/studio/shows/${show_id}/episodes/new`);
  await page.getByLabel("Title").fill("Fog");
  await page.waitForURL("**?draft=*");
  const id = new URL(page.url()).searchParams.get("draft");
  await ada.api.post(`/v2/episodes/${id}`, { title: "Fog, by Eve" });
  await page.getByLabel("Title").fill("Fog, by Ada");
  await page.locator('button[type="submit"]', { hasText: "Compare" }).waitFor();
  await page.getByLabel("Title").fill("Fog and rain, by Ada");
  await page.getByLabel("Show notes").fill("A second thought.");
  await page.goto("/studio");
  await page.goBack();
  await page.getByText("What you wrote last is back.").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Fog and rain, by Ada");
  expect(await page.getByLabel("Show notes").inputValue()).toBe("A second thought.");
  const { episode } = (await ada.api.get(`/v2/episodes/${id}`)).response;
  expect(episode.title).toBe("Fog, by Eve");
});

/** Has the form sent to be compared, and the page shown as browsers that keep pages show it again: as it was left. */
async function comeBack(page: Page): Promise<void> {
  const shown = page.waitForEvent("load");
  await page.evaluate(`{
    const submitter = document.querySelector("[data-compare]");
    submitter.form.dispatchEvent(new SubmitEvent("submit", { submitter }));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  }`);
  await shown;
}

test("what somebody else saves in a draft is shown in it, and not overwritten by what is saved later", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const page = await openStudio(ada, `/studio/shows/${show_id}/episodes/new`);
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/autosave")) saves.push(request.postData() ?? "");
  });
  await page.getByLabel("Title").fill("Fog");
  await page.waitForURL("**?draft=*");
  const id = new URL(page.url()).searchParams.get("draft");
  await ada.api.post(`/v2/episodes/${id}`, { title: "Fog, by Eve" });
  await page.getByLabel("Show notes").fill("By Ada.");
  await page.getByText("What somebody else has changed meanwhile is shown.").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Fog, by Eve");
  await page.getByLabel("Tags").fill("sea,fog");
  await expect
    .poll(async () => (await ada.api.get(`/v2/episodes/${id}`)).response.episode)
    .toMatchObject({ title: "Fog, by Eve", description: "By Ada.", tags: ["sea", "fog"] });
  // What the server stores in another way, such as the tags, is not sent again and again.
  const sent = saves.length;
  await page.getByLabel("Show notes").fill("By Ada and Eve.");
  await expect.poll(() => saves.length).toBe(sent + 1);
  expect(new URLSearchParams(saves.at(-1)).has("tags")).toBe(false);
});

test("all faults of a new episode are told at once, without scripts", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const page = await openStudio(ada, `/studio/shows/${show_id}/episodes/new`, {
    javaScriptEnabled: false,
  });
  await page.getByLabel("Season").fill("first");
  await page.getByRole("button", { name: "Save episode" }).click();
  await page.locator(".error").first().waitFor();
  const wrong = await page
    .locator("[aria-invalid]")
    .evaluateAll((all) => all.map((one) => (one as unknown as { name: string }).name));
  expect(wrong).toEqual(["media_file", "title", "season_number"]);
});
