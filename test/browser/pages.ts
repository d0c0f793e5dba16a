/** Opens pages in Chromium, and asks them about their audio. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { Person, World } from "../setup/world.ts";

export type Options = Parameters<Browser["newContext"]>[0];

export type Opened = Readonly<{ context: BrowserContext; page: Page; complaints: string[] }>;

/** Opens a page and collects its console errors. */
export async function openPage(browser: Browser, options: Options): Promise<Opened> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    const text = message.text();
    // Chromium does not say in the text what could not be loaded.
    const isLoading = text.startsWith("Failed to load resource");
    complaints.push(isLoading ? `${text}: ${message.location().url}` : text);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { context, page, complaints };
}

/** Fills in the form that a page leads to before it, and waits for the page. */
export async function signIn(page: Page, login: string, password = "correct horse"): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Username or e-mail address").fill(login);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

/** A refused form is a 400 and a stale one a 412, which the console names. */
const EXPECTED = /400 \(Bad Request\)|412 \(Precondition Failed\)/;

/** Opens a page as a person sees it who has signed in. It must not write errors to the console until the test ends. */
export async function openAs(
  { browser, world, person }: Readonly<{ browser: Browser; world: World; person: Person }>,
  path: string,
  options: Options = {},
): Promise<Page> {
  const { context, page, complaints } = await openPage(browser, {
    baseURL: world.baseUrl,
    bypassCSP: true,
    ...options,
  });
  onTestFinished(async () => {
    await context.close();
    expect(complaints.filter((text) => !EXPECTED.test(text))).toEqual([]);
  });
  await signIn(page, person.username);
  await page.goto(path);
  return page;
}

/** Waits until an expression is true; the page's content security policy forbids evaluating text in the page. */
export const until = (page: Page, condition: string) =>
  expect.poll(() => page.evaluate(condition), { timeout: 20_000 }).toBe(true);

export const timeOf = (page: Page) =>
  page.evaluate("document.querySelector('audio').currentTime") as Promise<number>;

export const heard = (page: Page, seconds: number) =>
  until(page, `document.querySelector("audio").currentTime > ${seconds}`);

/** Sums the layout shifts of a page from its very start; to be added as an initial script. */
export const SHIFTS = `
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) globalThis.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
`;

/** The limit for a page on which nothing may be seen to move. */
export const MOST_SHIFT = 0.01;
