/** Writes a JSON schema, as it occurs in our description of the API, as a TypeScript type. */

export type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}>;

const SIMPLE: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** A type of one line; unions have no parentheses. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "unknown";
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map(typeOf));
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? "unknown" : union(types.map((type) => ofType(type, schema)));
}

/** A name as a property, in quotes only where it needs them. */
export const propertyOf = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

function ofType(type: string, schema: Schema): string {
  if (type === "array") return `(${schema.items ? typeOf(schema.items) : "unknown"})[]`;
  if (type === "object") return objectType(schema);
  if (type === "string" && schema.format === "binary") return "Blob";
  return SIMPLE[type] ?? "unknown";
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const needed = new Set(required);
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${propertyOf(name)}${needed.has(name) ? "" : "?"}: ${typeOf(schema)};`,
  );
  if (fields.length > 0) return `{ ${fields.join(" ")} }`;
  if (typeof additionalProperties === "object")
    return `{ [name: string]: ${typeOf(additionalProperties)} }`;
  return "Record<string, unknown>";
}
