/** Renders JSON schemas as readable tables. */
import { escapeHtml } from "../../text/html.ts";

/** The subset of JSON Schema that Longwave's descriptions use. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

/** One row of a table: a field, or a nested field such as `show.title`. */
export type Row = { name: string; type: string; notes: string; description: string };

/** Renders a description with `code` markup and paragraphs. */
export const prose = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${inline(part)}</p>`)
    .join("");

/** Renders one line of such text. */
export const inline = (text: string): string =>
  escapeHtml(text).replace(/`([^`]+)`/g, (_whole, code: string) => `<code>${code}</code>`);

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** The type of a value, as HTML: `integer`, `list of Show`, `text or null`. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = escapeHtml(nameOf(schema.$ref));
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(", ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeOf).join(" or ");
  if (schema.allOf !== undefined) return schema.allOf.map(typeOf).join(" and ");
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === "object")
    return `object of ${typeOf(schema.additionalProperties)}`;
  if (schema.format === "binary") return "file";
  const types = schema.type ?? "anything";
  return [types].flat().map(wordFor).join(" or ");
}

const WORDS: Record<string, string> = { string: "text", array: "list", boolean: "true or false" };
const wordFor = (type: string): string => WORDS[type] ?? escapeHtml(type);
const code = (value: unknown): string =>
  `<code>${escapeHtml(typeof value === "string" ? value : JSON.stringify(value))}</code>`;

/** Limits and default of a value, as text. */
export function notesOf(schema: Schema): string {
  const notes = [
    range("characters", schema.minLength, schema.maxLength),
    range("", schema.minimum, schema.maximum),
    range("items", schema.minItems, schema.maxItems),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ];
  return notes.filter((note) => note !== "").join("; ");
}

function range(unit: string, min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return "";
  const bounds =
    max === undefined
      ? `at least ${min}`
      : min === undefined
        ? `at most ${max}`
        : `${min} to ${max}`;
  return `${bounds} ${unit}`.trim();
}

/** The fields of an object; fields of inline objects inside it are prefixed with their path. */
export function rowsOf(schema: Schema, named: Record<string, Schema>, prefix = ""): Row[] {
  if (schema.$ref !== undefined && prefix === "")
    return rowsOf(named[nameOf(schema.$ref)] ?? {}, named);
  const parts = (schema.allOf ?? []).flatMap((part) => rowsOf(part, named, prefix));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([field, value]) => {
    const name = prefix + field;
    const needed = schema.required?.includes(field) ? "" : "optional";
    const notes = [needed, notesOf(value)].filter((note) => note !== "").join("; ");
    const row = { name, type: typeOf(value), notes, description: value.description ?? "" };
    return [row, ...rowsOf(inner(value), named, `${name}.`)];
  });
  return [...parts, ...fields];
}

/** The inline object that a value is, or that its list contains. */
const inner = (schema: Schema): Schema =>
  schema.$ref === undefined ? (schema.items ? inner(schema.items) : schema) : {};

/** Renders rows as a table; nothing if there are none. */
export function tableOf(caption: string, rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  const body = rows.map(
    ({ name, type, notes, description }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${type}` +
      `${notes === "" ? "" : `<br><span class="soft">${escapeHtml(notes)}</span>`}</td>` +
      `<td>${description === "" ? "" : prose(description)}</td></tr>`,
  );
  return `<div class="wide" tabindex="0" role="group" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(
    caption,
  )}</caption><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${body.join(
    "",
  )}</tbody></table></div>`;
}
