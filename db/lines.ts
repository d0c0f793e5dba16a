/** Writes JSON for readers and diffs. */

/** JSON text: what fits into a line is on one, the rest is indented. */
export function linesOf(value: unknown, indent = ""): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || line.length + indent.length <= 100) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => linesOf(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${linesOf(one, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}
