/** Opens pages in Chromium, and asks them about their audio. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

export type Options = Parameters<Browser["newContext"]>[0];

export type Opened = Readonly<{ context: BrowserContext; page: Page; complaints: string[] }>;

/** Opens a page and collects its console errors. */
export async function openPage(browser: Browser, options: Options): Promise<Opened> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { context, page, complaints };
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
