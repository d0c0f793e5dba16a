/** A task of a person in the studio, done in each way: by keyboard alone, with a finger, with a mouse, without scripts. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openChromium } from "../chromium.ts";
import { openPage } from "../pages.ts";
import { type Demo, type Role, useDemo } from "./demo.ts";
import { byFinger, byKeyboard, byMouse, type Hand } from "./hands.ts";

export type Stage = Readonly<{
  page: Page;
  hand: Hand;
  demo: Demo;
  browser: Browser;
  hasScripts: boolean;
  /** Tells what is made in this way from what was made in others. */
  way: string;
}>;

const WIDE = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

type Way = Readonly<{
  way: string;
  hand: (page: Page) => Hand;
  options: object;
  hasScripts: boolean;
}>;

const WAYS: Readonly<Record<string, Way>> = {
  "by keyboard alone": { way: "keys", hand: byKeyboard, options: WIDE, hasScripts: true },
  "with a finger at 360 pixels": {
    way: "finger",
    hand: byFinger,
    options: PHONE,
    hasScripts: true,
  },
  "with a mouse at 1280 pixels": { way: "mouse", hand: byMouse, options: WIDE, hasScripts: true },
  "by keyboard at 360 pixels, without scripts": {
    way: "plain",
    hand: byKeyboard,
    options: { viewport: PHONE.viewport, javaScriptEnabled: false },
    hasScripts: false,
  },
};

/** Chromium reports that a page was left, or shown, before the transition to it could begin. */
const HURRIED = /^InvalidStateError: Transition was aborted/;

/** A busy machine takes ten times as long as an idle one. */
const MOST_MS = 90_000;

/** Declares tasks on the demo; each begins at the studio's home, with the person signed in. */
export function useTasks() {
  const demo = useDemo();
  const opened: { browser?: Browser } = {};
  beforeAll(async () => {
    opened.browser = await openChromium();
  });
  afterAll(() => opened.browser?.close());
  return (name: string, role: Role, perform: (stage: Stage) => Promise<void>) =>
    test.each(Object.keys(WAYS))(
      `${name}, %s`,
      async (title) => {
        const { browser } = opened;
        const chosen = WAYS[title];
        if (browser === undefined || chosen === undefined) throw new Error(title);
        const { way, hand, options, hasScripts } = chosen;
        const { context, page, complaints } = await openPage(browser, {
          baseURL: demo.url,
          ...options,
        });
        try {
          await context.addCookies(cookiesIn(await demo.cookieOf(role), demo.url));
          await page.goto("/studio");
          await perform({ page, hand: hand(page), demo, browser, hasScripts, way });
          expect(complaints.filter((text) => !HURRIED.test(text))).toEqual([]);
        } finally {
          await context.close();
        }
      },
      MOST_MS,
    );
}

const cookiesIn = (text: string, url: string) =>
  text.split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });

/** Goes to a page of the navigation, which a phone has behind a button. */
export async function goTo({ page, hand }: Pick<Stage, "page" | "hand">, name: string) {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await hand.press(menu);
  const side = page.getByRole("navigation", { name: "Studio" });
  await hand.press(side.getByRole("link", { name, exact: true }).first());
  await page.getByRole("heading", { level: 1, name: HEADINGS[name] ?? name }).waitFor();
}

/** Headings that differ from the name in the navigation. */
const HEADINGS: Readonly<Record<string, string>> = { Ads: "Line items", Operations: "Health" };
