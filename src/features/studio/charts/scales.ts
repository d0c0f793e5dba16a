/** Scales of charts: round values for the axis, places in a drawing, numbers as text; pure. */

/** Round values from zero to at least `most`, about `count` of them: 0, 500, 1000, 1500. */
export function ticksTo(most: number, count = 4): number[] {
  const top = Math.max(most, 1);
  const rough = top / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  const steps = Math.ceil(top / step);
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}

/** A number in a drawing: two decimals are a hundredth of a pixel. */
export const place = (value: number): string => String(Math.round(value * 100) / 100);

/** `1234567` as the language writes it; a table has all digits. */
export const exact = (value: number, locale: string): string => value.toLocaleString(locale);

/** `1,2 Mio.`, for axes and labels. */
export const compact = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(value);
