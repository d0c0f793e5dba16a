/** Checks pages for accessibility violations and for content wider than the window. */
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Serious violations found by axe-core, as text; the context needs `bypassCSP`. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  });
}

/** Expects the current page to have no serious violation and no horizontal scrolling. */
export async function expectGood(page: Page): Promise<void> {
  expect(await faultsOf(page), page.url()).toEqual([]);
  const [width, window] = (await page.evaluate(
    "[document.documentElement.scrollWidth, innerWidth]",
  )) as [number, number];
  expect(width, page.url()).toBeLessThanOrEqual(window);
}
