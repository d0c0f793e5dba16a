/** Tests in Chromium that 300 MB arrive whole after a closed tab, a killed server and a lost network. */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadWords } from "../../src/features/studio/upload/words.ts";
import { JOURNEY_MS, type Server, serve, useDataDir } from "../journeys/processes.ts";
import { openChromium } from "./chromium.ts";

const en = uploadWords("en");
const MIB = 2 ** 20;
const SIZE = 300 * MIB;

const ada = useDataDir();
let browser: Browser;
let folder: string;
let file: string;
beforeAll(async () => {
  browser = await openChromium();
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-upload-"));
  file = path.join(folder, "long.wav");
  await writeSound();
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A WAV whose every part differs, so that nothing could be sent twice, left out or exchanged. */
async function writeSound(): Promise<void> {
  const handle = await open(file, "w");
  const block = randomBytes(MIB);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(SIZE - 8, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 2],
    [32, 4],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.writeUInt32LE(44_100, 24);
  head.writeUInt32LE(176_400, 28);
  head.write("data", 36);
  head.writeUInt32LE(SIZE - 44, 40);
  for (let nth = 0; nth < SIZE / MIB; nth += 1) {
    block.writeUInt32LE(nth, 100);
    await handle.write(nth === 0 ? Buffer.concat([head, block.subarray(44)]) : block);
  }
  await handle.close();
}

async function digestOf(name: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(name), hash);
  return hash.digest("hex");
}

/** The page of a new episode, or of the draft that was begun on it. Calls back when the upload has come so far. */
async function openPage(
  context: BrowserContext,
  url: string,
  { share, reached }: { share: number; reached: (page: Page) => Promise<unknown> },
): Promise<Page> {
  const page = await context.newPage();
  let called = false;
  await page.exposeFunction("changed", async ({ sent, size }: { sent: number; size: number }) => {
    if (called || sent < share * size) return;
    called = true;
    await reached(page);
  });
  await page.addInitScript(
    "document.addEventListener('upload-change', ({ detail }) => globalThis.changed(detail))",
  );
  await page.goto(url);
  return page;
}

const stateOf = (page: Page) => page.locator("[data-resumable]").getAttribute("data-state");
const statusOf = (page: Page) => page.locator("[data-transfer] [role=status]");

async function makeShow({ url }: Server): Promise<number> {
  const response = await fetch(`${url}/v2/shows`, {
    method: "POST",
    headers: { authorization: `Bearer ${ada.token}`, "content-type": "application/json" },
    body: JSON.stringify({ title: "Long recordings", language: "en" }),
  });
  const { response: made } = (await response.json()) as { response: { show: { show_id: number } } };
  return made.show.show_id;
}

async function signIn(context: BrowserContext, { url }: Server): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Username or e-mail").fill("ada");
  await page.getByLabel("Password").fill("engine no 1");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((now) => now.pathname !== "/sign-in");
  await page.close();
}

/** The stored file of the upload: the only one of its size. */
async function findStored(dataDir: string): Promise<string | null> {
  const names = await readdir(dataDir, { recursive: true });
  for (const name of names.filter((one) => !one.startsWith("postgres"))) {
    const found = path.join(dataDir, name);
    const size = await stat(found).then(
      (one) => one.size,
      () => 0,
    );
    if (size === SIZE) return found;
  }
  return null;
}

test("300 MB for a new episode arrive whole after a closed tab, a killed server and a lost network", {
  timeout: 2 * JOURNEY_MS,
}, async () => {
  const DATA_DIR = ada.dataDir;
  let server = await serve({ DATA_DIR, LOG_LEVEL: "silent" });
  const PORT = new URL(server.url).port;
  const context = await browser.newContext();
  await signIn(context, server);
  const show_id = await makeShow(server);

  // The tab is closed.
  const closed = Promise.withResolvers<void>();
  let draft = "";
  const first = await openPage(context, `${server.url}/studio/shows/${show_id}/episodes/new`, {
    share: 0.2,
    async reached(page) {
      await page.waitForURL("**?draft=*");
      draft = page.url();
      await page.close({ runBeforeUnload: false });
      closed.resolve();
    },
  });
  await first.getByLabel("Audio file").setInputFiles(file);
  await closed.promise;

  // The draft that it began leads back, and goes on where it stopped. Then the server is killed, and comes back.
  const killed = Promise.withResolvers<void>();
  const second = await openPage(context, draft, {
    share: 0.5,
    async reached() {
      server.kill("SIGKILL");
      await server.ended;
      killed.resolve();
    },
  });
  expect(await second.getByLabel("Title").inputValue()).toBe("long");
  const offsets: number[] = [];
  second.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  await second.getByLabel("Audio file").setInputFiles(file);
  await expect.poll(() => statusOf(second).textContent()).toBe(en.resumed);
  await killed.promise;
  expect(offsets[0]).toBeGreaterThan(0);
  await expect.poll(() => stateOf(second)).toBe("waiting");
  expect(await statusOf(second).textContent()).toBe(en.waiting);
  // What is written meanwhile is saved once the server is back.
  await second.getByLabel("Show notes").fill("Written while nobody listened.");
  server = await serve({ DATA_DIR, PORT, LOG_LEVEL: "silent" });

  // The network is lost, and comes back.
  await expect.poll(() => stateOf(second), { timeout: 20_000 }).toBe("sending");
  await context.setOffline(true);
  await expect.poll(() => stateOf(second), { timeout: 20_000 }).toBe("waiting");
  await context.setOffline(false);
  await expect.poll(() => stateOf(second), { timeout: 60_000 }).toBe("done");
  // The draft takes it, and it is processed.
  await second.getByText(/Waiting to be processed|Processing: /).waitFor();
  const stored = await findStored(DATA_DIR);
  expect(await digestOf(stored ?? "")).toBe(await digestOf(file));
  // Nothing was sent from the beginning again.
  expect(offsets.filter((offset) => offset === 0)).toEqual([]);
  await second.getByText(/^Saved /).waitFor();
  await second.reload();
  expect(await second.getByLabel("Show notes").inputValue()).toBe("Written while nobody listened.");
  server.kill("SIGTERM");
  await server.ended;
});
