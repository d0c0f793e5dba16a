/** Moves repeated parts of the API description into its components, with names suited to client code. */
import type { createDocument } from "zod-openapi";

type Document = ReturnType<typeof createDocument>;
type Json = Record<string, unknown>;
type Parameter = { name: string; schema?: Json; description?: string };
type Content = Record<string, { schema?: Json }>;
type Operation = {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

/** Suffixes of the names that only this file creates. */
export const DERIVED = /(?:Body|Response)$/;

/**
 * Shares parameters, request bodies and responses of `document`. Resolving the references gives the original document.
 */
export function shareComponents(document: Document): void {
  const operations = Object.values(document.paths ?? {}).flatMap((path) =>
    Object.values(path ?? {}),
  ) as unknown as Operation[];
  const sent = Object.values(document.webhooks ?? {}).flatMap((request) =>
    Object.values(request ?? {}),
  ) as unknown as Operation[];
  const bodies: Json = {};
  const answers: Json = {};
  for (const { operationId, requestBody, responses } of operations) {
    for (const media of Object.values(requestBody?.content ?? {}))
      refer(media, bodies, [`${capital(operationId)}Body`]);
    for (const { content } of Object.values(responses)) {
      const media = content?.["application/json"];
      if (media?.schema?.properties === undefined) continue;
      refer(media, answers, answerNames(operationId, media.schema));
    }
  }
  const { schemas, ...rest } = document.components ?? {};
  const shared = {
    schemas: { ...schemas, ...sorted(bodies), ...sorted(answers) },
    parameters: shareParameters([...operations, ...sent]),
  };
  document.components = { ...shared, ...rest } as NonNullable<Document["components"]>;
}

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const sorted = (named: Json): Json =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Stores an object schema of `media` under the first of `names` that is free or already has the same schema, and
 * replaces it by a reference.
 */
function refer(media: { schema?: Json }, named: Json, names: readonly string[]): void {
  const { schema } = media;
  if (schema?.properties === undefined) return;
  const name = names.find((each) => named[each] === undefined || isEqual(named[each], schema));
  if (name === undefined) return;
  named[name] = schema;
  media.schema = { $ref: `#/components/schemas/${name}` };
}

/** `ShowResponse` for a response with one `Show`, `ShowListResponse` for a page of them. */
function answerNames(operationId: string, schema: Json): string[] {
  const own = `${capital(operationId)}Response`;
  // The noun alone, for a response that `get` and `set` operations share.
  const noun = operationId.replace(/^[a-z]+/, "");
  const response = (schema.properties as Record<string, Json>).response;
  if (response?.type === "array" && response.maxItems === 0) return ["EmptyResponse", own];
  const properties = (response?.properties ?? {}) as Record<string, Json>;
  const { items, next_url, ...rest } = properties;
  const listed = recordName((items?.items ?? {}) as Json);
  const more = Object.keys(rest).filter((name) => name !== "prev_url");
  if (next_url !== undefined && listed !== null && more.length === 0)
    return [`${listed}ListResponse`, own];
  const [only, ...others] = Object.values(properties);
  const single = others.length > 0 || only === undefined ? null : recordName(only);
  return single === null ? [`${noun}Response`, own] : [`${single}Response`, own];
}

const recordName = ({ $ref }: Json): string | null =>
  typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : null;

/** Shares a parameter that several operations use: of parameters with the same name, the most frequent. */
function shareParameters(operations: readonly Operation[]): Json {
  const all = operations.flatMap(({ parameters = [] }) =>
    parameters.filter((one) => "name" in one),
  );
  // A parameter's schema repeats its description.
  for (const { schema } of all) delete schema?.description;
  const counts = new Map<string, { parameter: Parameter; count: number }>();
  for (const parameter of all) {
    const text = JSON.stringify(parameter);
    counts.set(text, { parameter, count: (counts.get(text)?.count ?? 0) + 1 });
  }
  const shared: Record<string, Parameter> = {};
  const names = new Map<string, string>();
  for (const [text, { parameter, count }] of [...counts].sort(
    ([, a], [, b]) => b.count - a.count,
  )) {
    const name = componentName(parameter.name);
    if (count < 2 || shared[name] !== undefined) continue;
    shared[name] = parameter;
    names.set(text, name);
  }
  for (const { parameters = [] } of operations)
    parameters.forEach((parameter, index) => {
      const name = names.get(JSON.stringify(parameter));
      if (name !== undefined) parameters[index] = { $ref: `#/components/parameters/${name}` };
    });
  return sorted(shared);
}

/** `last_id` → `LastId`, `Idempotency-Key` → `IdempotencyKey`; a line item is two words. */
const componentName = (name: string): string =>
  name
    .replace(/^lineitem/, "line_item")
    .split(/[_-]/)
    .map(capital)
    .join("");
