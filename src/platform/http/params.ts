/** Building blocks for request schemas: tolerant of spelling, strict in meaning (contract §1). */
import { z } from "zod";
import { formatDecimal, parseDecimal } from "../text/money.ts";
import { codePoints, hasForbidden, normalise, singleLine } from "../text/plain.ts";
import { parseWireTime } from "../text/time.ts";

type Length = { min?: number; max?: number };

const asText = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "boolean" ? String(value) : value;

function bounded({ min, max }: Length) {
  return z
    .string({ error: "must be a text" })
    .refine((text) => !hasForbidden(text), { error: "contains a control character" })
    .refine((text) => min === undefined || codePoints(text) >= min, {
      error: `must have at least ${min} characters`,
    })
    .refine((text) => max === undefined || codePoints(text) <= max, {
      error: `must have at most ${max} characters`,
    })
    .meta({
      ...(min === undefined ? {} : { minLength: min }),
      ...(max === undefined ? {} : { maxLength: max }),
    });
}

const oneLine = (value: unknown) => {
  const text = asText(value);
  return typeof text === "string" ? singleLine(normalise(text)) : text;
};
const manyLines = (value: unknown) => {
  const text = asText(value);
  return typeof text === "string" ? normalise(text) : text;
};
const emptyToNull = (read: (value: unknown) => unknown) => (value: unknown) => {
  const text = read(value);
  return text === "" ? null : text;
};

/** A line of text that must be there. Lengths in code points, after trimming. */
export const line = (length: Length = {}) => z.preprocess(oneLine, bounded(length));

/** Text of several lines; may be empty. */
export const paragraphs = (length: Length = {}) => z.preprocess(manyLines, bounded(length));

/** An optional line: an empty string clears it to null. */
export const clearableLine = (length: Length = {}) =>
  z.preprocess(emptyToNull(oneLine), bounded(length).nullable());

/** Optional text of several lines: an empty string clears it to null. */
export const clearableParagraphs = (length: Length = {}) =>
  z.preprocess(emptyToNull(manyLines), bounded(length).nullable());

/** Digits as a number; anything else as it came. */
export const asNumber = (value: unknown): unknown =>
  typeof value === "string" && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;

/** A whole number, as a number or in digits; beyond 2^53 it is none. */
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

/** An amount of money as a decimal text, kept exactly, in units of 10⁻ᵖˡᵃᶜᵉˢ. At most `max` units. */
export const decimal = ({ places, max }: { places: number; max: bigint }) =>
  z
    .preprocess(oneLine, z.string({ error: "must be a decimal such as 12.50" }))
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
    .meta({ type: "string", description: `A decimal with at most ${places} decimals.` });

const NO_DATE = "must be a date such as 2026-12-24";

/** A day as `YYYY-MM-DD`, one that there is. */
export const day = () =>
  z.preprocess(
    oneLine,
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
      const word = String(value).trim().toLowerCase();
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

/** An http or https address, at most 2,000 characters; an empty string clears it to null. */
export const clearableUrl = () =>
  clearableLine({ max: 2000 }).refine(
    (text) => text === null || (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text)),
    { error: "must be an http or https address" },
  );

export const clearableEmail = () =>
  clearableLine({ max: 254 }).refine((text) => text === null || /^[^\s@]+@[^\s@]+$/.test(text), {
    error: "must be an e-mail address",
  });

/** Before it, dates of publication are slips of the keyboard. */
const FIRST_YEAR = 1900;
const NO_MOMENT = "must be a time in UTC, such as 2026-12-24 18:30:00";

/** A moment as `YYYY-MM-DD HH:MM:SS` in UTC; an empty string clears it to null. */
export const clearableMoment = () =>
  z
    .preprocess(emptyToNull(oneLine), z.string({ error: NO_MOMENT }).nullable())
    .transform((text, context): Date | null => {
      const date = text === null ? null : parseWireTime(text);
      if (text === null || (date !== null && date.getUTCFullYear() >= FIRST_YEAR)) return date;
      const message = date === null ? NO_MOMENT : `must not be before ${FIRST_YEAR}`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .meta({ type: ["string", "null"] });

/** A list given natively (JSON), as JSON text, or joined by commas. */
export const commaList = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value, context) => {
      if (typeof value !== "string") return value;
      if (value.trimStart().startsWith("[")) return fromJson(value, context);
      return value
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "");
    },
    z.array(item, { error: "must be a list" }),
  );

/** A nested structure, native or as JSON text. */
export const structure = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value, context) => (typeof value === "string" ? fromJson(value, context) : value),
    schema,
  );

function fromJson(text: string, context: z.core.$RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "is not well-formed JSON" });
    return z.NEVER;
  }
}
