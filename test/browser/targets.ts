/** Finds controls that are too small for a finger. */
import type { Page } from "playwright-core";

/** The least width and height of a target in CSS pixels: WCAG 2.2, success criterion 2.5.8. */
const LEAST = 24;

/** Visible links, buttons and fields below the size; a label is a part of its field. */
export const smallTargetsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.closest(".skip, .hidden") === null)
    .map((one) => ({ one, own: one.getBoundingClientRect(), label: one.closest("label")?.getBoundingClientRect() }))
    .filter(({ own }) => own.width > 1)
    .map(({ one, own, label }) => ({
      one,
      width: Math.round(Math.max(own.width, label?.width ?? 0)),
      height: Math.round(Math.max(own.height, label?.height ?? 0)),
    }))
    .filter(({ width, height }) => Math.min(width, height) < ${LEAST})
    .map(({ one, width, height }) => \`\${width} × \${height}: \${one.outerHTML.slice(0, 120)}\`)`);
