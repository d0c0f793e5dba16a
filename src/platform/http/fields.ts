/** Parses urlencoded parameters, and limits their number per request. */
import { z } from "zod";
import { overLimit } from "../failure.ts";
import type { Limit } from "../limits.ts";

/** Maximum number of parameters of a query, a form or a multipart body. */
export const formFields: Limit = {
  name: "form-fields",
  value: 1000,
  unit: "parameters",
  bounds: "Parameters of one query, urlencoded body or multipart form, including files.",
  beyond:
    "400 `malformed-body` for a query or an urlencoded body, 413 `body-too-large` for a multipart form",
};

/** The fields of a form that are named after rows or records, and are read one by one. */
export const anyFields = () =>
  z.record(z.string(), z.string()).meta({ maxProperties: formFields.value });

/**
 * The fields of an urlencoded form; of duplicates, the last counts. Throws `Failure` (400) if there are more than
 * `formFields`.
 */
export function fieldsOf(text: string): Record<string, string> {
  requireFewFields(text);
  return parametersOf(text);
}

/** Counts the fields of an urlencoded text before it is parsed. Throws `Failure` (400). */
export function requireFewFields(text: string): void {
  let fields = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    fields += 1;
    if (fields <= formFields.value) continue;
    const message = `A request may have at most ${formFields.value.toLocaleString("en")} parameters.`;
    throw overLimit(formFields, "invalid", "malformed-body", message);
  }
}

/** Urlencoded parameters; of duplicates, the last counts. */
export const parametersOf = (text: string): Record<string, string> =>
  text === "" ? {} : Object.fromEntries(new URLSearchParams(text));
