/** Frequency caps in forms: a row of fields for each, named `cap.<row>.<part>`. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Words } from "./words.ts";

/** As many rows as caps are allowed, of which the first ones are shown. */
const MOST_CAPS = 5;
const SPARE_ROWS = 2;
const UNITS = ["HOUR", "DAY", "WEEK", "LIFETIME"] as const;

type Values = Readonly<Record<string, string>>;
type Cap = Readonly<{ max: number; count: number; unit: string }>;

/** The caps in the fields of a form; rows without a number count as empty. */
export function readCaps(given: Values): { max: string; count: string; unit: string }[] {
  return Array.from({ length: MOST_CAPS }, (_, row) => ({
    max: given[`cap.${row}.max`]?.trim() ?? "",
    count: given[`cap.${row}.count`]?.trim() || "1",
    unit: given[`cap.${row}.unit`] ?? "DAY",
  })).filter(({ max }) => max !== "");
}

/** Caps as the fields of a form. */
export const capValues = (caps: readonly Cap[]): Record<string, string> =>
  Object.fromEntries(
    caps.flatMap(({ max, count, unit }, row) => [
      [`cap.${row}.max`, String(max)],
      [`cap.${row}.count`, String(count)],
      [`cap.${row}.unit`, unit],
    ]),
  );

/** The rows of fields, with two to spare. */
export function capFields(values: Values, words: Words, error?: string): Html {
  const used = readCaps(values).length;
  const rows = Math.min(MOST_CAPS, used + SPARE_ROWS);
  return html`<fieldset class="field caps${error !== undefined && " wrong"}"><legend>${words.caps}</legend>
<p class="hint">${words.caps_hint}</p>
${Array.from({ length: rows }, (_, row) => rowOf(row, values, words))}
${error !== undefined && html`<p class="error">${error}</p>`}</fieldset>`;
}

function rowOf(row: number, values: Values, words: Words): Html {
  const number = (part: "max" | "count", label: string) => {
    const name = `cap.${row}.${part}`;
    return html`<label>${label} <input name="${name}" type="text" inputmode="numeric" value="${values[name]}"></label>`;
  };
  const unit = `cap.${row}.unit`;
  return html`<p class="cap">${number("max", words.cap_max)}${number("count", words.cap_count)}<label>${words.cap_unit} <select name="${unit}">${UNITS.map(
    (one) =>
      html`<option value="${one}"${one === (values[unit] ?? "DAY") && html` selected`}>${words[one]}</option>`,
  )}</select></label></p>`;
}
