/** Lists the fields of a JSON schema, and describes their types and limits. */
import { nameOf, type Schema } from "../../../platform/http/description/schema.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { recordUrl } from "./rules.ts";
import type { Field } from "./schema.ts";

type Named = Readonly<Record<string, Schema>>;
type Options = Readonly<{ isRequest?: boolean; prefix?: string }>;

/** The fields of an object; those of an inline object inside it follow it, prefixed with its name. */
export function fieldsOf(schema: Schema, named: Named, options: Options = {}): Field[] {
  const { isRequest = false, prefix = "" } = options;
  if (schema.$ref !== undefined)
    return prefix === "" ? fieldsOf(named[nameOf(schema.$ref)] ?? {}, named, options) : [];
  const parts = (schema.allOf ?? []).flatMap((part) => fieldsOf(part, named, options));
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = prefix + key;
    const required = isRequest && (schema.required?.includes(key) ?? false);
    const field = { name, schema: value, required, about: value.description ?? "" };
    return [field, ...fieldsOf(elementOf(value), named, { isRequest, prefix: `${name}.` })];
  });
  return [...parts, ...own];
}

/** What a list contains, of whatever depth; any other value itself. */
const elementOf = (schema: Schema): Schema =>
  schema.$ref === undefined && schema.items !== undefined ? elementOf(schema.items) : schema;

/** The type of a value: `integer`, `list of Show`, `text or null`; records are links. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return html`<a href="${recordUrl(name)}">${name}</a>`;
  }
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return joined(schema.enum.map(literal), ", ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return joined(choices.map(typeOf), " or ");
  if (schema.allOf !== undefined) return joined(schema.allOf.map(typeOf), " and ");
  if (schema.items !== undefined) return html`list of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === "object")
    return html`object of ${typeOf(schema.additionalProperties)}`;
  if (schema.format === "binary") return html`file`;
  const types = [schema.type ?? "anything"].flat();
  return html`${types.map((type) => NAMES[type] ?? type).join(" or ")}`;
}

const NAMES: Readonly<Record<string, string>> = {
  string: "text",
  array: "list",
  boolean: "true or false",
};

const literal = (value: unknown): Html =>
  html`<code>${typeof value === "string" ? value : JSON.stringify(value)}</code>`;

const joined = (parts: readonly Html[], separator: string): Html =>
  html`${parts.map((part, at) => html`${at > 0 && separator}${part}`)}`;

/** The limits and the default of a value; empty if there are none. */
export function limitsOf(schema: Schema): string {
  const limits = [
    range("characters", schema.minLength, schema.maxLength),
    range("", schema.minimum, schema.maximum),
    range("entries", schema.minItems, schema.maxItems),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ];
  return limits.filter((limit) => limit !== "").join(", ");
}

function range(unit: string, min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return "";
  const [least, most] = [min, max].map((bound) => bound?.toLocaleString("en"));
  if (least === undefined) return `at most ${most} ${unit}`.trim();
  if (most === undefined) return `at least ${least} ${unit}`.trim();
  return `${least} to ${most} ${unit}`.trim();
}
