/** `npm run pictures -- <url>`: photographs the pages of a server with `longwave demo` for the README. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { openChromium } from "./browser/chromium.ts";

const FOLDER = path.join(import.meta.dirname, "../docs/pictures");

type Picture = Readonly<{
  name: string;
  path: string;
  width: number;
  height: number;
  colorScheme: "light" | "dark";
}>;

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error("Name the URL of a server with the demo.");

const PICTURES: readonly Picture[] = [
  { name: "home", path: "/", width: 1280, height: 860, colorScheme: "light" },
  { name: "show", path: "/show/1", width: 1280, height: 860, colorScheme: "dark" },
  { name: "episode", path: "/episode/268", width: 390, height: 860, colorScheme: "light" },
  { name: "docs", path: "/docs/shows", width: 1280, height: 860, colorScheme: "light" },
];

async function photograph(browser: Browser, picture: Picture): Promise<Buffer> {
  const { width, height, colorScheme } = picture;
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(new URL(picture.path, url).href, { waitUntil: "networkidle" });
  const png = await page.screenshot();
  await page.close();
  return sharp(png).webp({ quality: 82 }).toBuffer();
}

const browser = await openChromium();
for (const picture of PICTURES)
  await writeFile(path.join(FOLDER, `${picture.name}.webp`), await photograph(browser, picture));
await browser.close();
