/** Tests OAuth consent, devices and apps in a real browser. */
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/features/people/oauth/actions.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { openChromium } from "./chromium.ts";

const world = useWorld();
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let browser: Browser;
let ada: Person;
beforeAll(async () => {
  browser = await openChromium();
  ada = await world.person();
});
afterAll(() => browser?.close());

async function signedIn(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.baseUrl, ...options });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("Username or e-mail address").fill(ada.username);
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  return page;
}

const app = () =>
  createClient(
    world.deps,
    {
      name: "Night Trains for phones",
      redirect_uris: [`${world.baseUrl}/callback`, "http://localhost:7777/back"],
      public: false,
    },
    ada.user_id,
  );

const authorize = (client_id: string, redirect_uri: string) =>
  `/oauth2/authorize?${new URLSearchParams({ response_type: "code", client_id, redirect_uri, scope: "read publish", state: "x" })}`;

/** Accessibility violations found by axe. */
async function faults(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  const { violations } = (await page.evaluate("axe.run()")) as {
    violations: { id: string; impact: string }[];
  };
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id }) => id);
}

test("the browser follows consent back to the app despite our content security policy", async () => {
  const page = await signedIn();
  const { client_id } = await app();
  await page.goto(authorize(client_id, "http://localhost:7777/back"));
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
    "Allow Night Trains for phones?",
  );
  // Another app could have the same name: the page says whose this one is, and where it leads.
  const text = await page.locator("main").innerText();
  expect(text).toMatch(/Registered .* has not checked this app\./);
  expect(text).toContain("Afterwards you go back to localhost:7777.");
  const leaving = page.waitForRequest((request) =>
    request.url().startsWith("http://localhost:7777/back?code="),
  );
  await page.getByRole("button", { name: "Allow" }).click();
  expect((await leaving).url()).toContain("state=x");
});

test.each(["light", "dark"] as const)(
  "no OAuth page has an accessibility violation (%s)",
  async (colorScheme) => {
    const page = await signedIn({
      colorScheme,
      bypassCSP: true,
      viewport: { width: 390, height: 800 },
    });
    const { client_id } = await app();
    const pages = [
      authorize(client_id, "http://localhost:7777/back"),
      "/oauth2/device",
      "/settings/clients",
      "/settings/apps",
      "/oauth2/authorize?client_id=none",
    ];
    for (const path of pages) {
      await page.goto(path);
      expect(await faults(page), path).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBeLessThanOrEqual(
        390,
      );
      const folder = process.env.SCREENSHOTS;
      if (folder)
        await page.screenshot({
          path: `${folder}/${colorScheme}-${pages.indexOf(path)}.png`,
          fullPage: true,
        });
    }
  },
);
