/** Building blocks for request schemas: they accept several spellings and check values strictly (contract §1). */
import { z } from "zod";
import { formatDecimal, parseDecimal } from "../text/money.ts";
import {
  codePoints,
  hasExcessMarks,
  hasForbidden,
  MAX_MARKS,
  normalise,
  singleLine,
} from "../text/plain.ts";
import { parseWireTime } from "../text/time.ts";
import { isTimezone } from "../text/timezones.ts";

const asText = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : value;

/** In code points, after NFC and trimming. Every text has a maximum (contract §12). */
type Length = Readonly<{ min?: number; max: number }>;

/** Converts a value before a schema checks it: the value that arrived, and where to report issues. */
type Reader = (value: unknown, context: z.core.$RefinementCtx) => unknown;

const tooLong = (max: number) => `must have at most ${max.toLocaleString("en")} characters`;

/**
 * Maximum number of code units in which text of `max` code points can arrive: NFC composes at most four of them into
 * one code point (Unicode FAQ, normalization), and white space may surround it.
 */
const mostUnits = (max: number): number => 4 * max + 1024;

function bounded({ min, max }: Length) {
  return z
    .string({ error: "must be text" })
    .refine((text) => !hasForbidden(text), { error: "contains a control character" })
    .refine((text) => min === undefined || codePoints(text) >= min, {
      error: `must have at least ${min} ${min === 1 ? "character" : "characters"}`,
    })
    .refine((text) => codePoints(text) <= max, { error: tooLong(max) })
    .meta({ ...(min === undefined ? {} : { minLength: min }), maxLength: max });
}

/** Checks the size of a text before `clean` or anything else processes it. */
const reader =
  (max: number, clean: (text: string) => string): Reader =>
  (value, context) => {
    const text = asText(value);
    if (typeof text !== "string") return text;
    if (text.length > mostUnits(max)) return refuse(context, tooLong(max));
    if (hasExcessMarks(text))
      return refuse(context, `has more than ${MAX_MARKS} consecutive combining marks`);
    return clean(text);
  };

function refuse(context: z.core.$RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

const oneLine = (text: string): string => singleLine(normalise(text));

const emptyToNull =
  (read: Reader): Reader =>
  (value, context) => {
    const text = read(value, context);
    return text === "" ? null : text;
  };

/** A required line of text. Lengths in code points, after trimming. */
export const line = (length: Length) => z.preprocess(reader(length.max, oneLine), bounded(length));

/** Text of several lines; may be empty. */
export const paragraphs = (length: Length) =>
  z.preprocess(reader(length.max, normalise), bounded(length));

/** An optional line: an empty string clears it to null. */
export const clearableLine = (length: Length) =>
  z.preprocess(emptyToNull(reader(length.max, oneLine)), bounded(length).nullable());

/** A time zone of the IANA database: an empty string clears it to null. */
export const clearableTimezone = () =>
  clearableLine({ max: 64 }).refine((name) => name === null || isTimezone(name), {
    error: "must be an IANA time zone, such as Europe/Berlin",
  });

/** Optional text of several lines: an empty string clears it to null. */
export const clearableParagraphs = (length: Length) =>
  z.preprocess(emptyToNull(reader(length.max, normalise)), bounded(length).nullable());

/** Maximum length of a plain description in code points: a hundred pages. */
const MAX_DESCRIPTION = 100_000;
/** Maximum length of an HTML description in code points, with room for markup and escapes. */
const MAX_HTML = 400_000;

/** A plain description; may be empty. */
export const description = () => paragraphs({ max: MAX_DESCRIPTION });

/** An HTML description, to be sanitised; may be empty. */
export const descriptionHtml = () => paragraphs({ max: MAX_HTML });

/**
 * Text that is only compared and never stored, such as a key or a name in a path: used unchanged, at most `max` code
 * points, without control characters.
 */
export const verbatim = ({ max }: Readonly<{ max: number }>) =>
  z.preprocess(
    (value, context) =>
      typeof value === "string" && value.length > 2 * max ? refuse(context, tooLong(max)) : value,
    bounded({ max }),
  );

/** Digits as a number; anything else unchanged. */
export const asNumber = (value: unknown): unknown =>
  typeof value === "string" && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;

/** A whole number below 2^53, as a number or as digits. */
export const integer = ({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z.preprocess(
    asNumber,
    z
      .int({ error: "must be a whole number" })
      .min(min, { error: `must be at least ${min}` })
      .max(max, { error: `must be at most ${max}` }),
  );

export const clearableInteger = (bounds: { min?: number; max?: number } = {}) =>
  z.preprocess((value) => (value === "" ? null : value), integer(bounds).nullable());

/** An id in a path or a parameter. */
export const id = () => integer({ min: 1 });

export const clearableNumber = ({ min, max }: { min: number; max: number }) =>
  z.preprocess(
    (value) => (value === "" ? null : asNumber(value)),
    z
      .number({ error: "must be a number" })
      .min(min, { error: `must be at least ${min}` })
      .max(max, { error: `must be at most ${max}` })
      .nullable(),
  );

/** Maximum number of code points of a number, date or time in any notation. */
const MAX_WORD = 64;

/** An amount of money as a decimal text, stored exactly, in units of 10⁻ᵖˡᵃᶜᵉˢ. At most `max` units. */
export const decimal = ({ places, max }: { places: number; max: bigint }) =>
  z
    .preprocess(reader(MAX_WORD, oneLine), z.string({ error: "must be a decimal such as 12.50" }))
    .transform((text, context): bigint => {
      const units = parseDecimal(text, places);
      if (units !== null && units <= max) return units;
      const message =
        units === null
          ? `must be a decimal such as 12.50, with at most ${places} decimals`
          : `must be at most ${formatDecimal(max, places)}`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({
      type: "string",
      maxLength: MAX_WORD,
      description: `A decimal with at most ${places} decimal places.`,
    });

const NO_DATE = "must be a date such as 2026-12-24";

/** An existing day as `YYYY-MM-DD`. */
export const day = () =>
  z.preprocess(
    reader(MAX_WORD, oneLine),
    z
      .string({ error: NO_DATE })
      .refine((text) => /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && isDay(text), { error: NO_DATE })
      .meta({ format: "date" }),
  );

const isDay = (text: string): boolean => parseWireTime(`${text} 00:00:00`) !== null;

/** true, "True", "1", 1 and their opposites. */
export const boolean = () =>
  z.preprocess(
    (value) => {
      const text = asText(value);
      const word = typeof text === "string" ? text.trim().toLowerCase() : null;
      if (word === "true" || word === "1") return true;
      if (word === "false" || word === "0") return false;
      return value;
    },
    z.boolean({ error: "must be true or false" }),
  );

/** One of `values`, spelled exactly. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.trim() : value),
    z.enum(values, { error: `must be one of ${values.join(", ")}` }),
  );

/** Earlier publication dates are typing errors. */
const FIRST_YEAR = 1900;
const NO_MOMENT = "must be a time in UTC, such as 2026-12-24 18:30:00";

/** A moment as `YYYY-MM-DD HH:MM:SS` in UTC; an empty string clears it to null. */
export const clearableMoment = () =>
  z
    .preprocess(
      emptyToNull(reader(MAX_WORD, oneLine)),
      z.string({ error: NO_MOMENT }).max(MAX_WORD).nullable(),
    )
    .transform((text, context): Date | null => {
      const date = text === null ? null : parseWireTime(text);
      if (text === null || (date !== null && date.getUTCFullYear() >= FIRST_YEAR)) return date;
      const message = date === null ? NO_MOMENT : `must not be before ${FIRST_YEAR}`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({ type: ["string", "null"], maxLength: MAX_WORD });
