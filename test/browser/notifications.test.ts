/** Notifications in a real Chromium: the page offers them, and the service worker shows what a push service hands over. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium, openChromiumProfile } from "./chromium.ts";
import { openAs, signIn } from "./pages.ts";

const world = useWorld({ RATE_LIMIT: "0" });
const PATH = "/settings/notifications";
let browser: Browser;
let person: Person;

beforeAll(async () => {
  browser = await openChromium();
  person = await world.person();
  const show_id = await makeShow(world, await world.person(), {
    title: "Nachtzüge durch die Berge und über alle Grenzen, die es dort gibt",
  });
  await makeEpisode(world, show_id, {});
  await person.api.put(`/v2/users/${person.user_id}/favorites/${show_id}`);
  await person.api.post("/v2/me/devices", {
    endpoint: "https://push.example/phone",
    public_key:
      "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
    auth: "AAAAAAAAAAAAAAAAAAAAAA",
    name: "Firefox on Android",
  });
});
afterAll(() => browser?.close());

test.each([
  [360, "light", true],
  [360, "dark", false],
  [1280, "dark", true],
] as const)(
  "%i pixels wide, %s: a show is silenced and heard again",
  async (width, colorScheme, hasScripts) => {
    const viewport = { width, height: 800 };
    const options = { viewport, colorScheme, javaScriptEnabled: hasScripts, locale: "en-GB" };
    const page = await openAs({ browser, world, person }, PATH, options);
    if (hasScripts) await expectGood(page);
    await page.getByRole("button", { name: /^Do not notify me/ }).click();
    await page.getByText("Silent", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Notify me Nachtzüge/ }).click();
    await page.getByText("Notifies you", { exact: true }).waitFor();
    const offer = page.getByRole("button", { name: "Notify me on this device" });
    expect(await offer.isVisible()).toBe(hasScripts);
    await page.context().close();
  },
);

/** A browser with a profile of its own: private windows, which tests usually open, know no push. */
async function openProfile(permissions: string[]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-profile-"));
  const context = await openChromiumProfile(folder, { baseURL: world.baseUrl, locale: "en-GB" });
  onTestFinished(async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  });
  await context.grantPermissions(permissions, { origin: new URL(world.baseUrl).origin });
  const page = await context.newPage();
  await signIn(page, person.username);
  await page.goto(PATH);
  return { context, page };
}

test("a browser that cannot register is asked nothing before the press, and says so", async () => {
  const { page } = await openProfile([]);
  await page.getByRole("button", { name: "Notify me on this device" }).click();
  await page
    .getByRole("alert")
    .getByText(/does not allow|could not register/)
    .waitFor();
});

/** Stands for the browser's push service, which tests cannot reach. */
const SUBSCRIBES = `
  globalThis.asked = 0;
  Notification.requestPermission = async () => (globalThis.asked++, "granted");
  PushManager.prototype.subscribe = async () => ({
    toJSON: () => ({
      endpoint: "https://push.example/from-show",
      keys: {
        p256dh: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
        auth: "AAAAAAAAAAAAAAAAAAAAAA",
      },
    }),
  });
`;
const TELL_ME = { name: "Tell me about new episodes" };

test("the page of a show asks after the press, stays where it is, and says that it notifies", async () => {
  const show_id = await makeShow(world, await world.person(), { title: "Night trains" });
  await makeEpisode(world, show_id, {});
  const cem = await world.person();
  const page = await openAs({ browser, world, person: cem }, `/show/${show_id}`, {
    viewport: { width: 360, height: 800 },
    locale: "en-GB",
    permissions: ["notifications"],
  });
  await page.addInitScript(SUBSCRIBES);
  await page.reload();
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await expectGood(page);
  expect(await page.evaluate("asked")).toBe(0);
  await page.evaluate("globalThis.isSame = true");
  await page.getByRole("link", TELL_ME).click();
  await page.getByRole("link", { name: "You get new episodes" }).waitFor();
  expect(await page.evaluate("[asked, isSame]")).toEqual([1, true]);
  expect(loaded.some((path) => path.endsWith("/notify.js"))).toBe(true);
  await page.getByRole("button", { name: "Following" }).waitFor();
  const { items } = (await cem.api.get("/v2/me/devices")).response;
  expect(items).toMatchObject([{ service: "push.example" }]);
});

test("without scripts, the page of a show leads to signing in, following and the settings", async () => {
  const show_id = await makeShow(world, await world.person(), { title: "Day trains" });
  await makeEpisode(world, show_id, {});
  const dan = await world.person();
  const context = await browser.newContext({
    baseURL: world.baseUrl,
    javaScriptEnabled: false,
    locale: "de-DE",
    viewport: { width: 360, height: 800 },
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`/show/${show_id}`);
  await page.getByRole("link", { name: "Neue Folgen melden" }).click();
  await page.locator("[name=login]").fill(dan.username);
  await page.locator("[name=password]").fill("correct horse");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === `/show/${show_id}/notify`);
  await page.getByRole("button", { name: "Folgen und in den Einstellungen wählen" }).click();
  await page.getByText("Benachrichtigt dich", { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(PATH);
});

test("what a push service hands over is shown, once for each episode", async () => {
  const { context, page } = await openProfile(["notifications"]);
  const started = context.waitForEvent("serviceworker");
  await page.evaluate(`void navigator.serviceWorker.register("/push.js", { scope: "/" })`);
  const worker = await started;
  const notification = { title: "Nachtzüge", body: "Erster Halt", lang: "de", tag: "episode-1" };
  const data = JSON.stringify({ web_push: 8030, notification });
  // Chromium without a screen has nowhere to show it: what it would show is kept instead.
  const shown = await worker.evaluate(`(() => {
    const shown = [];
    registration.showNotification = async (title, { body, lang, tag }) => shown.push({ title, body, lang, tag });
    dispatchEvent(new PushEvent("push", { data: ${JSON.stringify(data)} }));
    dispatchEvent(new PushEvent("push", { data: "{}" }));
    return shown;
  })()`);
  expect(shown).toEqual([notification]);
});
