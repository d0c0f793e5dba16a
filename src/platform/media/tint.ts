/** Finds the colour that stands out in a picture; pure. */

const HUES = 12;
/** With less colour than this per pixel, on average, a picture counts as grey. */
const LEAST = 6;

type Sum = { weight: number; red: number; green: number; blue: number };

/** The average of the pixels of the strongest hue, each counted by how colourful it is; three bytes per pixel. */
export function tintOf(pixels: Uint8Array): string | null {
  const sums = Array.from({ length: HUES }, (): Sum => ({ weight: 0, red: 0, green: 0, blue: 0 }));
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const weight = Math.max(red, green, blue) - Math.min(red, green, blue);
    const sum = sums[Math.floor((hueOf(red, green, blue) / 6) * HUES) % HUES];
    if (sum === undefined || weight === 0) continue;
    sum.weight += weight;
    sum.red += red * weight;
    sum.green += green * weight;
    sum.blue += blue * weight;
  }
  const [best] = sums.toSorted((a, b) => b.weight - a.weight);
  if (best === undefined || best.weight < (LEAST * pixels.length) / 3) return null;
  const parts = [best.red, best.green, best.blue].map((part) => Math.round(part / best.weight));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** From 0 to 6: red, yellow, green, cyan, blue, magenta. */
function hueOf(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  if (span === 0) return 0;
  if (most === red) return ((green - blue) / span + 6) % 6;
  if (most === green) return (blue - red) / span + 2;
  return (red - green) / span + 4;
}
