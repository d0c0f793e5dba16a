/** Checks pages for accessibility violations and for content wider than the window. */
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

type Run = { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
type Axe = { run(options: object): Promise<Run> };

/** Which violations count: those that keep people from something, or all, of best practice and target sizes too. */
type Measure = "serious" | "all";

/** Violations found by axe-core, as text; the context needs `bypassCSP`. */
export async function faultsOf(page: Page, measure: Measure = "serious"): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  return page.evaluate(async (all) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run({ rules: { "target-size": { enabled: all } } });
    return violations
      .filter(({ impact }) => all || impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, measure === "all");
}

/** Expects the current page to have no violation and no horizontal scrolling. */
export async function expectGood(page: Page, measure: Measure = "serious"): Promise<void> {
  expect(await faultsOf(page, measure), page.url()).toEqual([]);
  const [width, window] = (await page.evaluate(
    "[document.documentElement.scrollWidth, innerWidth]",
  )) as [number, number];
  expect(width, page.url()).toBeLessThanOrEqual(window);
}
