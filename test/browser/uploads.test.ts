/** Tests in Chromium that 300 MB arrive whole after a closed tab, a killed server and a lost network. */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resumableUpload } from "../../src/features/studio/upload/views.ts";
import { uploadWords } from "../../src/features/studio/upload/words.ts";
import { html } from "../../src/platform/http/html.ts";
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

const FIELD = html`<p><label for="media">Audio</label> <input id="media" type="file" name="media_file"></p>`;

/** Puts the field on a page of the person, and calls back when the upload has come so far. */
async function openField(
  context: BrowserContext,
  server: Server,
  { share, reached }: { share: number; reached: (page: Page) => Promise<unknown> },
): Promise<Page> {
  const page = await context.newPage();
  let called = false;
  await page.exposeFunction("changed", async ({ sent, size }: { sent: number; size: number }) => {
    if (called || sent < share * size) return;
    called = true;
    await reached(page);
  });
  await page.goto(`${server.url}/settings`);
  const markup = resumableUpload({ words: en, user_id: 1, field: FIELD }).text;
  await page.evaluate(
    ([text]) => {
      const { document } = globalThis as unknown as { document: HtmlDocument };
      const form = document.querySelector('form:has(input[name="csrf"])');
      form?.insertAdjacentHTML("afterbegin", text ?? "");
      document.addEventListener("upload-change", ({ detail }) =>
        (globalThis as unknown as { changed(detail: unknown): void }).changed(detail),
      );
    },
    [markup],
  );
  await page.addScriptTag({
    type: "module",
    url: `${server.url}/assets/studio/test/upload/browser/upload.js`,
  });
  return page;
}

/** What the test uses of the page's document: the tests are checked without the browser's types. */
type HtmlDocument = {
  querySelector(selector: string): { insertAdjacentHTML(place: string, text: string): void } | null;
  addEventListener(name: string, listener: (event: { detail: unknown }) => void): void;
};

const stateOf = (page: Page) => page.locator("[data-resumable]").getAttribute("data-state");
const statusOf = (page: Page) => page.locator("[data-transfer] [role=status]");

async function signIn(context: BrowserContext, { url }: Server): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Username or e-mail").fill("ada");
  await page.getByLabel("Password").fill("engine no 1");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((now) => now.pathname !== "/sign-in");
  await page.close();
}

test("300 MB arrive whole after a closed tab, a killed server and a lost network", {
  timeout: JOURNEY_MS,
}, async () => {
  const DATA_DIR = ada.dataDir;
  let server = await serve({ DATA_DIR, LOG_LEVEL: "silent" });
  const PORT = new URL(server.url).port;
  // The field is not on a page that declares scripts yet.
  const context = await browser.newContext({ bypassCSP: true });
  await signIn(context, server);

  // The tab is closed.
  const closed = Promise.withResolvers<void>();
  const first = await openField(context, server, {
    share: 0.2,
    reached: (page) => page.close({ runBeforeUnload: false }).then(() => closed.resolve()),
  });
  await first.locator("#media").setInputFiles(file);
  await closed.promise;

  // Another tab goes on where it stopped. Then the server is killed, and comes back.
  const killed = Promise.withResolvers<void>();
  const second = await openField(context, server, {
    share: 0.5,
    async reached() {
      server.kill("SIGKILL");
      await server.ended;
      killed.resolve();
    },
  });
  const offsets: number[] = [];
  second.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  await second.locator("#media").setInputFiles(file);
  await expect.poll(() => statusOf(second).textContent()).toBe(en.resumed);
  await killed.promise;
  expect(offsets[0]).toBeGreaterThan(0);
  await expect.poll(() => stateOf(second)).toBe("waiting");
  expect(await statusOf(second).textContent()).toBe(en.waiting);
  server = await serve({ DATA_DIR, PORT, LOG_LEVEL: "silent" });

  // The network is lost, and comes back.
  await expect.poll(() => stateOf(second), { timeout: 20_000 }).toBe("sending");
  await context.setOffline(true);
  await expect.poll(() => stateOf(second), { timeout: 20_000 }).toBe("waiting");
  await context.setOffline(false);
  await expect.poll(() => stateOf(second), { timeout: 40_000 }).toBe("done");
  const id = second.locator('input[name="upload_id"]');
  expect(await id.isDisabled()).toBe(false);
  expect(await second.locator("#media").getAttribute("name")).toBeNull();
  const sent = path.join(DATA_DIR, "uploads", await id.inputValue());
  expect(await digestOf(sent)).toBe(await digestOf(file));
  // Nothing was sent from the beginning again.
  expect(offsets.filter((offset) => offset === 0)).toEqual([]);
  server.kill("SIGTERM");
  await server.ended;
});
