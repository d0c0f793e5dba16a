/** Parses JSON from callers, with limits on its nesting and its number of values. */
import { overLimit } from "../failure.ts";
import type { Limit } from "../limits.ts";

/** Maximum nesting depth of lists and objects in a JSON text. */
export const jsonDepth: Limit = {
  name: "json-depth",
  value: 32,
  unit: "levels",
  bounds: "Nesting of lists and objects in a JSON body or in a parameter that holds JSON.",
  beyond: "400 `malformed-body`, or `invalid-parameter` naming the parameter",
};

/** Maximum number of values (entries of lists, properties of objects) in a JSON text. */
export const jsonValues: Limit = {
  name: "json-values",
  value: 20_000,
  unit: "values",
  bounds: "Entries and properties of one JSON text, at all levels together.",
  beyond: "400 `malformed-body`, or `invalid-parameter` naming the parameter",
};

/**
 * Parses `text` and removes every `__proto__`. Throws `SyntaxError` if `text` is not JSON, and `Failure` (400) if it
 * exceeds `jsonDepth` or `jsonValues`. Runs in linear time.
 */
export function parseJson(text: string): unknown {
  measure(text);
  const value: unknown = JSON.parse(text);
  // The name may be written with escapes.
  if (text.includes("\\u") || text.includes("__proto__")) removePrototypes(value);
  return value;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Counts brackets and commas outside strings before anything is allocated for them. */
function measure(text: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else if (code === COMMA) values += 1;
    else if (OPENING.has(code)) {
      depth += 1;
      values += 1;
      if (depth > jsonDepth.value)
        throw tooMuch(jsonDepth, `is nested deeper than ${jsonDepth.value} levels`);
    } else if (CLOSING.has(code)) depth -= 1;
    if (values > jsonValues.value)
      throw tooMuch(jsonValues, `has more than ${jsonValues.value.toLocaleString("en")} values`);
  }
}

/** The position of the closing quote of the string that begins at `at`; the end of `text` if there is none. */
function endOfString(text: string, at: number): number {
  for (let place = at; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === BACKSLASH) place += 1;
    else if (code === QUOTE) return place;
  }
  return text.length;
}

/** `message` completes "The JSON …". */
const tooMuch = (limit: Limit, message: string) =>
  overLimit(limit, "invalid", "malformed-body", `The JSON ${message}.`);

function removePrototypes(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  for (const part of Object.values(value)) removePrototypes(part);
}
