/** Compares what a file wants with what a server has, in whatever form each writes it. */

/**
 * Whether `stored` already is what is wanted. Amounts are equal as numbers, and a date is its midnight. Lists of names and
 * numbers have no order, and the API writes some of them joined by commas. Of an object, only the wanted fields count.
 */
export function isSame(stored: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return isSameList(listOf(stored), wanted);
  if (!isObject(wanted)) return textOf(stored) === textOf(wanted);
  return (
    isObject(stored) && Object.entries(wanted).every(([name, value]) => isSame(stored[name], value))
  );
}

function isSameList(stored: readonly unknown[], wanted: readonly unknown[]): boolean {
  const isOrdered = wanted.some((value) => typeof value === "object");
  const given: readonly unknown[] = isOrdered ? stored : stored.map(textOf).sort();
  const due: readonly unknown[] = isOrdered ? wanted : wanted.map(textOf).sort();
  return given.length === due.length && due.every((value, at) => isSame(given[at], value));
}

function listOf(stored: unknown): readonly unknown[] {
  if (Array.isArray(stored)) return stored;
  return typeof stored === "string" && stored !== "" ? stored.split(",") : [];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** More digits than any amount or id has. */
const DIGITS = 20;

function textOf(value: unknown): string {
  const text = String(value ?? "");
  const [, whole, fraction = ""] = /^(-?\d{1,20})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  if (whole !== undefined) return `${whole}.${fraction.padEnd(DIGITS, "0")}`;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 00:00:00` : text;
}
