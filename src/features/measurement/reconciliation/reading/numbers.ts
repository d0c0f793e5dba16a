/** Reads numbers with separators; which mark separates the decimals is decided by the whole file. Pure, exact. */
import { parseDecimal } from "../../../../platform/text/money.ts";

export const DECIMAL_MARKS = ["auto", "point", "comma"] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];
type Decided = Exclude<DecimalMark, "auto">;

/** Impressions of one line: sums of 200,000 of them stay exact. */
const MOST_IMPRESSIONS = 10n ** 10n;
/** Money has 8 decimals inside (platform/statistics/money.ts). */
const PLACES = 8;
/** Characters of a number. */
const LONGEST = 40;

const other = (mark: string): Decided => (mark === "." ? "comma" : "point");
const own = (mark: string): Decided => (mark === "." ? "point" : "comma");

/** What one number says about the decimal mark: null for nothing, "open" if it can be read in two ways. */
export function markIn(text: string, isWhole: boolean): Decided | "open" | null {
  const plain = text.trim();
  if (plain.length > LONGEST) return null;
  const marks = plain.match(/[.,]/g) ?? [];
  const [first] = marks;
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return null;
  if (first !== last) return own(last);
  if (marks.length > 1) return other(first);
  if (!/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(plain)) return own(first);
  // A thousand impressions are more likely than one with three decimals.
  return isWhole ? other(first) : "open";
}

const PLAIN = /^-?\d+(?:\.\d+)?$/;
const GROUPED = {
  point: /^-?\d{1,3}([, '’\u00a0\u202f])\d{3}(?:\1\d{3})*(?:\.\d+)?$/,
  comma: /^-?\d{1,3}([. '’\u00a0\u202f])\d{3}(?:\1\d{3})*(?:,\d+)?$/,
};

/** The number with a point for its decimals and nothing between its digits, or null. */
function plainNumber(text: string, mark: Decided): string | null {
  const given = text.trim().replace(/^\u2212/, "-");
  if (given.length > LONGEST) return null;
  const isGrouped = GROUPED[mark].test(given);
  const bare = isGrouped ? given.replace(mark === "point" ? /[^\d.-]/g : /[^\d,-]/g, "") : given;
  const pointed = mark === "comma" ? bare.replace(",", ".") : bare;
  // With a decimal comma, a point that is no separator of thousands is a fault.
  if (mark === "comma" && !isGrouped && given.includes(".")) return null;
  return PLAIN.test(pointed) ? pointed : null;
}

function units(text: string, mark: Decided, places: number): bigint | null {
  const plain = plainNumber(text, mark);
  if (plain === null) return null;
  const amount = parseDecimal(plain.replace("-", ""), places);
  return amount !== null && plain.startsWith("-") ? -amount : amount;
}

/** A whole number, or null. `12,00` is whole. */
export function readCount(text: string, mark: Decided): number | null {
  const count = units(text, mark, 0);
  return count === null || count > MOST_IMPRESSIONS || -count > MOST_IMPRESSIONS
    ? null
    : Number(count);
}

/** An amount in 10⁻⁸, or null. */
export const readAmount = (text: string, mark: Decided): bigint | null => units(text, mark, PLACES);
