/** The operations of `openapi.json`, with references resolved as far as requests need it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { nameOf, type Schema } from "../../src/platform/http/description/schema.ts";

export type Parameter = Readonly<{
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: Schema;
}>;

export type Operation = Readonly<{
  /** Such as `GET /v2/shows/{show_id}`. */
  name: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** Schema of the body's fields, with files in format `binary`; null without a body. */
  body: Schema | null;
  /** Whether the body may be multipart, urlencoded or JSON. */
  contentTypes: readonly string[];
  /** Whether it needs credentials. */
  secured: boolean;
  /** The declared statuses, without `default`. */
  statuses: ReadonlySet<number>;
}>;

type Media = { schema?: Schema };
type DescribedParameter = {
  name: string;
  in: Parameter["in"];
  required?: boolean;
  schema: Schema;
};
type Described = {
  parameters?: (DescribedParameter | { $ref: string })[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, unknown>;
  security?: unknown[];
};
export type Description = {
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, Schema>;
    parameters?: Record<string, DescribedParameter>;
  };
};

const FILE = path.resolve(import.meta.dirname, "../../openapi.json");

export const readDescription = (): Description =>
  JSON.parse(readFileSync(FILE, "utf8")) as Description;

const METHODS = new Set(["get", "post", "put", "delete", "patch", "head"]);

/** Every operation, in the order of the file. */
export function operationsOf(description: Description): Operation[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, described]) =>
        operationOf(description, method.toUpperCase(), path, described),
      ),
  );
}

function operationOf(
  { components }: Description,
  method: string,
  path: string,
  { parameters = [], requestBody, responses, security }: Described,
): Operation {
  const contents = Object.entries(requestBody?.content ?? {});
  // The multipart form is the most complete, because it includes files.
  const fullest = contents.find(([type]) => type === "multipart/form-data") ?? contents[0];
  return {
    name: `${method} ${path}`,
    method,
    path,
    parameters: parameters
      .flatMap((one) => ("$ref" in one ? (components.parameters?.[nameOf(one.$ref)] ?? []) : one))
      .map((parameter) => ({ required: false, ...parameter })),
    body: fullest?.[1].schema ? resolve(fullest[1].schema, components.schemas) : null,
    contentTypes: contents.map(([type]) => type),
    secured: (security ?? []).length > 0,
    statuses: new Set(Object.keys(responses).map(Number).filter(Number.isInteger)),
  };
}

/** `schema` without references and `allOf`: a single object, list or choice. */
function resolve(schema: Schema, named: Readonly<Record<string, Schema>>): Schema {
  if (schema.$ref !== undefined) return resolve(named[nameOf(schema.$ref)] ?? {}, named);
  const parts = (schema.allOf ?? []).map((part) => resolve(part, named));
  const { allOf: _parts, ...own } = schema;
  const merged: Schema = parts.reduce(merge, own);
  return {
    ...merged,
    ...(merged.items ? { items: resolve(merged.items, named) } : {}),
    ...(merged.anyOf ? { anyOf: merged.anyOf.map((one) => resolve(one, named)) } : {}),
    ...(merged.oneOf ? { oneOf: merged.oneOf.map((one) => resolve(one, named)) } : {}),
    ...(merged.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(merged.properties).map(([name, one]) => [name, resolve(one, named)]),
          ),
        }
      : {}),
  };
}

const merge = (a: Schema, b: Schema): Schema => ({
  ...a,
  ...b,
  properties: { ...a.properties, ...b.properties },
  required: [...(a.required ?? []), ...(b.required ?? [])],
});
