/** Starts Chromium for the browser tests, which fail on a machine without it. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Starts the Chromium of `CHROMIUM_PATH`, else the system's. */
export const openChromium = (): Promise<Browser> => chromium.launch(options());

/** The same with a profile in a folder, as people have. */
export const openChromiumProfile = (folder: string, context: BrowserContextOptions) =>
  chromium.launchPersistentContext(folder, { ...context, ...options() });

function options() {
  const executablePath = process.env.CHROMIUM_PATH ?? PLACES.find((place) => existsSync(place));
  if (executablePath === undefined)
    throw new Error(
      `The browser tests need Chromium: install it, or name it in CHROMIUM_PATH. Looked for ${PLACES.join(", ")}.`,
    );
  return { executablePath, args: ["--no-sandbox", "--disable-gpu"] };
}
