/** Building blocks for parameters that hold lists and nested structures, each with a maximum size. */
import { z } from "zod";
import { Failure } from "../failure.ts";
import { parseJson } from "./json.ts";

/** In entries. Every list has a maximum (contract §12). */
type Size = Readonly<{ min?: number; max: number; error?: string }>;

const tooMany = (max: number) => `must have at most ${max.toLocaleString("en")} entries`;

function refuse(context: z.core.$RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

/** A JSON list, not a text, whose size is checked before its entries. */
export const arrayOf = <T extends z.ZodType>(
  item: T,
  { min = 0, max, error = "must be a list" }: Size,
) =>
  z.preprocess(
    (value, context) =>
      Array.isArray(value) && value.length > max ? refuse(context, tooMany(max)) : value,
    z
      .array(item, { error })
      .min(min, { error: `must have at least ${min} ${min === 1 ? "entry" : "entries"}` })
      .max(max, { error: tooMany(max) }),
  );

/** A JSON list, a JSON text, or comma-separated values. */
export const commaList = <T extends z.ZodType>(item: T, size: Size) =>
  z.preprocess(
    (value, context) => {
      if (typeof value !== "string") return value;
      if (/^\s*\[/.test(value)) return fromJson(value, context);
      return entriesOf(value, size.max) ?? refuse(context, tooMany(size.max));
    },
    arrayOf(item, size),
  );

/** The comma-separated entries of `text` without empty ones; null if there are more than `max`. */
function entriesOf(text: string, max: number): string[] | null {
  const entries: string[] = [];
  for (let start = 0; start <= text.length; ) {
    const comma = text.indexOf(",", start);
    const end = comma < 0 ? text.length : comma;
    const entry = text.slice(start, end).trim();
    if (entry !== "") entries.push(entry);
    if (entries.length > max) return null;
    start = end + 1;
  }
  return entries;
}

/** A nested structure, as JSON or as JSON text. Its contents have limits of their own. */
export const structure = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value, context) => (typeof value === "string" ? fromJson(value, context) : value),
    schema,
  );

/** A list of structures, as JSON or as JSON text. */
export const listOf = <T extends z.ZodType>(item: T, size: Size) => structure(arrayOf(item, size));

/**
 * An object inside a parameter. Unknown properties are refused rather than dropped, so that no data is lost silently.
 */
export const record = <S extends z.core.$ZodLooseShape>(shape: S, error?: string) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === "invalid_type" ? (error ?? "must be an object") : undefined),
  });

function fromJson(text: string, context: z.core.$RefinementCtx): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const message =
      error instanceof Failure ? error.message.replace(/^The JSON |\.$/g, "") : NOT_JSON;
    return refuse(context, message);
  }
}

const NOT_JSON = "is not well-formed JSON";
