/** Tests the first run in a real browser: from an empty folder to a playing episode, without a terminal. */
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { importJobs } from "../../src/features/publishing/imports/jobs.ts";
import { makeCode } from "../../src/features/web/setup/actions.ts";
import { freePort, makeDataDir, said, start } from "../journeys/processes.ts";
import { makeFeed } from "../setup/feeds.ts";
import { makeSound } from "../setup/sounds.ts";
import { openWorld, useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";

/** From the start of the server to a playing episode. */
const THREE_MINUTES = 180_000;

const world = useWorld();
let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await openChromium();
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-firstrun-"));
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function openPage(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: true, ...options });
  onTestFinished(() => context.close());
  return context.newPage();
}

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

/** Names the site and creates the account. */
async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link);
  expect(page.url()).not.toContain("code");
  await expectGood(page);
  await page.getByLabel("Site name").fill("Harbour Radio");
  await page.getByLabel("Tagline").fill("Talks by the water");
  await press(page, "Continue");
  await page.waitForURL("**/setup/account");
  await expectGood(page);
  await page.getByLabel("Username").fill("ada");
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByLabel("E-mail address").fill("ada@example.org");
  await page.getByLabel("Password").fill("engine no 1");
  await press(page, "Create account");
  await page.waitForURL("**/setup/podcast");
  await expectGood(page);
  await expect.poll(() => page.locator(".brand").textContent()).toContain("Harbour Radio");
}

/** Presses play, and waits until the audio advances. */
async function hear(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  await expect
    .poll(() => page.evaluate("document.querySelector('audio').currentTime"), { timeout: 20_000 })
    .toBeGreaterThan(0.3);
}

test(
  "from npm start on an empty folder to a playing episode",
  async () => {
    const [DATA_DIR, PORT] = [await makeDataDir(), await freePort()];
    const server = start(["serve"], { DATA_DIR, PORT, LOG_LEVEL: "warn" });
    await said(server, /is starting/);
    const page = await openPage();
    const home = `http://127.0.0.1:${PORT}/`;
    await expect.poll(() => page.goto(home).catch(() => null), { timeout: 20_000 }).not.toBeNull();
    // It reloads itself until the server is ready; nobody presses anything.
    await page.getByRole("heading", { name: "Welcome to Longwave" }).waitFor({ timeout: 60_000 });
    expect(await page.getByText("open the link").count()).toBe(1);
    await expectGood(page);

    await setUp(page, await said(server, /Open (\S+) to set up/));
    await page.getByRole("link", { name: "Create show" }).click();
    await page.getByLabel("Title").fill("Night Trains");
    await expectGood(page);
    await press(page, "Create show");
    await page.waitForURL("**/episodes/new");
    const sound = await makeSound({
      folder,
      name: "Across_the-border.wav",
      kind: "speech",
      seconds: 20,
    });
    await page.getByLabel("Audio file").setInputFiles(sound);
    expect(await page.getByLabel("Title").inputValue()).toBe("Across the border");
    await expectGood(page);
    await press(page, "Publish episode");
    await page.waitForURL("**/studio/episodes/**");
    await page.getByRole("heading", { name: "Your episode is live" }).waitFor({ timeout: 60_000 });
    await expectGood(page);
    await page.getByRole("link", { name: "Listen on its page" }).click();
    await hear(page);
    await page.goto(`${home}studio`);
    expect(await page.locator(".home-show").textContent()).toContain("1 published");
    await expectGood(page);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  },
  THREE_MINUTES,
);

test(
  "without scripts: a podcast by its feed, to a playing episode",
  async () => {
    const audio = await readFile(await makeSound({ folder, name: "lamp.mp3", seconds: 20 }));
    const feeds = createServer((request, response) => {
      if (request.url === "/feed.xml") return void response.end(feed);
      response.writeHead(200, { "content-type": "audio/mpeg", "content-length": audio.length });
      response.end(request.method === "HEAD" ? undefined : audio);
    }).listen(0, "127.0.0.1");
    await once(feeds, "listening");
    onTestFinished(() => void feeds.close());
    const { port } = feeds.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const feed = makeFeed({
      title: "Salt and Signal",
      items: [{ title: "The first lamp", enclosure: `${origin}/lamp.mp3` }, { enclosure: null }],
    });
    const code = await makeCode(world.deps);

    const page = await openPage({ baseURL: world.baseUrl, javaScriptEnabled: false });
    await page.goto(`/setup?code=${code}`);
    await page.getByLabel("Site name").fill("Harbour Radio");
    await press(page, "Continue");
    await page.getByLabel("Username").fill("grace");
    await page.getByLabel("Name", { exact: true }).fill("Grace");
    await page.getByLabel("E-mail address").fill("grace@example.org");
    await page.getByLabel("Password").fill("engine no 1");
    await press(page, "Create account");
    await page.getByLabel("Address of the RSS feed").fill(`${origin}/feed.xml`);
    await press(page, "Import podcast");
    await page.getByRole("heading", { name: "Importing the podcast" }).waitFor();
    const import_id = Number(page.url().split("/").at(-1));
    // As a worker would, but the feed may be on this machine.
    const job = importJobs(world.deps, { allowPrivate: true }).find(
      ({ name }) => name === "import",
    );
    await job?.run({ import_id }, { last: true });
    await page.getByRole("heading", { name: "The podcast is here" }).waitFor({ timeout: 20_000 });
    expect(await page.getByRole("main").textContent()).toContain("1 episode added");
    await page.getByRole("link", { name: "Open page" }).click();
    await page.getByRole("heading", { name: "Salt and Signal" }).waitFor();

    const listener = await openPage({ baseURL: world.baseUrl });
    await listener.goto(page.url());
    await hear(listener);
  },
  THREE_MINUTES,
);

test("a link in another site's page leads into the setup all the same", async () => {
  const fresh = await openWorld();
  onTestFinished(() => fresh.close());
  const page = await openPage();
  const link = `${fresh.baseUrl}/setup?code=${await makeCode(fresh.deps)}`;
  // localhost and 127.0.0.1 are different sites.
  const elsewhere = world.baseUrl.replace("127.0.0.1", "localhost");
  await page.goto(`${elsewhere}/sign-in`);
  await page.evaluate(
    `document.body.insertAdjacentHTML("beforeend", '<a id="go" href="${link}">Set up</a>')`,
  );
  await page.locator("#go").click();
  await page.getByRole("heading", { name: "Name your site" }).waitFor();
});
