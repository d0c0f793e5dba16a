/** Reads urlencoded parameters, and bounds how many a request may have. */
import { overLimit } from "../failure.ts";
import type { Limit } from "../limits.ts";

/** How many parameters a query, a form or a multipart body may have. */
export const formFields: Limit = {
  name: "form-fields",
  value: 1000,
  unit: "parameters",
  bounds: "Parameters of one query, urlencoded body or multipart form, files among them.",
  beyond:
    "400 `malformed-body` for a query or an urlencoded body, 413 `body-too-large` for a multipart form",
};

/**
 * The fields of an urlencoded form; of one sent twice, the last counts. Throws `Failure` (400) when
 * there are more than `formFields`.
 */
export function fieldsOf(text: string): Record<string, string> {
  requireFewFields(text);
  return parametersOf(text);
}

/** Counts the fields of an urlencoded text before it is split. Throws `Failure` (400). */
export function requireFewFields(text: string): void {
  let fields = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    fields += 1;
    if (fields <= formFields.value) continue;
    const message = `A request has at most ${formFields.value.toLocaleString("en")} parameters.`;
    throw overLimit(formFields, "invalid", "malformed-body", message);
  }
}

/** Parameters in urlencoded form; of one sent twice, the last counts. */
export const parametersOf = (text: string): Record<string, string> =>
  text === "" ? {} : Object.fromEntries(new URLSearchParams(text));
