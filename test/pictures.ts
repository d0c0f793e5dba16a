/**
 * `npm run pictures -- <url> <creator> <password> <ad manager> <password>`: photographs the pages of a server with
 * `longwave demo` for the README; those of the studio as the demo's creator sees them, those of ads as its ad manager.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { openChromium } from "./browser/chromium.ts";

const FOLDER = path.join(import.meta.dirname, "../docs/pictures");

type Picture = Readonly<{
  name: string;
  path: string;
  width: number;
  height: number;
  colorScheme: "light" | "dark";
  /** What is done on the page before. */
  prepare?: (page: Page) => Promise<void>;
}>;

const [baseURL, ...people] = process.argv.slice(2);
if (baseURL === undefined || people.length !== 4)
  throw new Error(
    "Name the URL of a server with the demo, and the demo's creator and ad manager with their passwords.",
  );
const [creator, adManager] = [people.slice(0, 2), people.slice(2)];

/** Adds a break in the middle of the waveform; nothing is saved. */
async function addBreak(page: Page): Promise<void> {
  await page.getByRole("slider", { name: /^Waveform/ }).focus();
  for (let n = 0; n < 11; n += 1) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("b");
}

const PICTURES: readonly Picture[] = [
  { name: "home", path: "/", width: 1280, height: 860, colorScheme: "light" },
  { name: "show", path: "/show/1", width: 1280, height: 860, colorScheme: "dark" },
  { name: "episode", path: "/episode/268", width: 390, height: 860, colorScheme: "light" },
  { name: "studio", path: "/studio", width: 1280, height: 1000, colorScheme: "light" },
  {
    name: "studio-audio",
    path: "/studio/episodes/266/audio",
    width: 1280,
    height: 1000,
    colorScheme: "dark",
    prepare: addBreak,
  },
  {
    name: "studio-numbers",
    path: "/studio/shows/1/numbers",
    width: 1280,
    height: 1000,
    colorScheme: "light",
  },
  {
    name: "studio-ages",
    path: "/studio/shows/1/numbers/ages",
    width: 390,
    height: 860,
    colorScheme: "dark",
    prepare: (page) => page.evaluate("document.querySelector('.list').scrollIntoView()"),
  },
  { name: "studio-ads", path: "/studio/ads", width: 1280, height: 1000, colorScheme: "light" },
  {
    name: "studio-lineitem",
    path: "/studio/ads/lineitems/1",
    width: 1280,
    height: 1000,
    colorScheme: "dark",
  },
  { name: "docs", path: "/docs/shows", width: 1280, height: 860, colorScheme: "light" },
];

async function photograph(browser: Browser, site: string, picture: Picture): Promise<Buffer> {
  const { width, height, colorScheme } = picture;
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, baseURL: site });
  if (picture.path.startsWith("/studio"))
    await signIn(page, picture.path.startsWith("/studio/ads") ? adManager : creator);
  await page.goto(picture.path, { waitUntil: "networkidle" });
  await picture.prepare?.(page);
  const png = await page.screenshot();
  await page.close();
  return sharp(png).webp({ quality: 82 }).toBuffer();
}

async function signIn(page: Page, [username = "", password = ""]: string[]): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Username or e-mail address").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/studio");
}

const browser = await openChromium();
for (const picture of PICTURES)
  await writeFile(
    path.join(FOLDER, `${picture.name}.webp`),
    await photograph(browser, baseURL, picture),
  );
await browser.close();
