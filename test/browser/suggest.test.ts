/** Tests the search field of public pages: what it suggests, by keyboard and by mouse, and that it works without scripts. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListening } from "../setup/listening.ts";
import { useWorld } from "../setup/world.ts";
import { expectGood } from "./axe.ts";
import { openChromium } from "./chromium.ts";
import { type Options, openPage, until } from "./pages.ts";

const world = useWorld();
let browser: Browser;
let show_id: number;
beforeAll(async () => {
  browser = await openChromium();
  ({ show_id } = await makeListening(world, await world.person()));
});
afterAll(() => browser?.close());

const open = (options: Options = {}) =>
  openPage(browser, { baseURL: world.baseUrl, bypassCSP: true, ...options });

test.each(["light", "dark"] as const)(
  "shows are suggested while typing, chosen by arrow keys and opened by Enter, in %s",
  async (colorScheme) => {
    const viewport = { width: 360, height: 740 };
    const { context, page, complaints } = await open({ colorScheme, viewport });
    await page.goto("/");
    await page.evaluate("globalThis.same = true");
    const field = page.getByRole("combobox", { name: "Search" });
    expect(await field.getAttribute("aria-expanded")).toBe("false");
    await field.pressSequentially("the ti");
    const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
    await options.first().waitFor();
    expect(await field.getAttribute("aria-expanded")).toBe("true");
    expect(await options.first().innerText()).toBe("The Tide Tables");
    expect(await options.last().innerText()).toBe("Search for “the ti”");
    await expectGood(page);
    await field.press("ArrowUp");
    expect(await options.last().getAttribute("aria-selected")).toBe("true");
    await field.press("ArrowDown");
    expect(await field.getAttribute("aria-activedescendant")).toBeNull();
    await field.press("ArrowDown");
    expect(await options.first().getAttribute("aria-selected")).toBe("true");
    expect(await field.getAttribute("aria-activedescendant")).toBe(
      await options.first().getAttribute("id"),
    );
    await field.press("Enter");
    await page.waitForURL(`**/show/${show_id}`);
    await page.getByRole("heading", { level: 1, name: "The Tide Tables" }).waitFor();
    expect(await page.evaluate("globalThis.same")).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("Escape and leaving close the suggestions and keep the text; Enter searches for what was typed", async () => {
  const { context, page } = await open();
  await page.goto("/about");
  const field = page.getByRole("combobox", { name: "Search" });
  const list = page.getByRole("listbox");
  await field.pressSequentially("tide");
  await list.waitFor();
  await field.press("Escape");
  await list.waitFor({ state: "hidden" });
  expect(await field.inputValue()).toBe("tide");
  await field.press("ArrowDown");
  await list.waitFor();
  await field.press("Tab");
  await until(
    page,
    `!document.querySelector(".search").contains(document.querySelector("a:focus"))`,
  );
  await page.locator("main").click({ position: { x: 5, y: 5 } });
  await list.waitFor({ state: "hidden" });
  await field.press("Enter");
  await page.waitForURL("**/search?q=tide");
  await context.close();
});

test("a suggestion that is clicked is opened, and the next page suggests again", async () => {
  const { context, page } = await open();
  await page.goto("/popular");
  const field = page.getByRole("combobox", { name: "Search" });
  await field.pressSequentially("tide");
  await page.getByRole("option", { name: "The Tide Tables" }).click();
  await page.waitForURL(`**/show/${show_id}`);
  await field.pressSequentially("tide");
  await page.getByRole("option", { name: "The Tide Tables" }).waitFor();
  await context.close();
});

test("without scripts the field is a form", async () => {
  const { context, page } = await open({ javaScriptEnabled: false });
  await page.goto("/");
  await page.getByRole("searchbox").fill("tide");
  await page.getByRole("searchbox").press("Enter");
  await page.waitForURL("**/search?q=tide");
  await context.close();
});
