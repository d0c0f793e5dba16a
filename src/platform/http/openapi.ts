/** Writes the OpenAPI 3.1 description out of the same declarations that serve the requests. */
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiRequestBodyObject,
} from "zod-openapi";
import { errorBody } from "./errors.ts";
import { refusalsOf, sharedRefusals } from "./refusals.ts";
import type { Route } from "./route.ts";

/** What the description says of itself. `description` is plain paragraphs. */
export type ApiInfo = Readonly<{ title: string; version: string; description: string }>;

/** Paths that a library answers instead of a route, described by hand. */
export type OtherPaths = Readonly<Record<string, ZodOpenApiPathItemObject>>;

export type ApiDocument = ReturnType<typeof describeApi>;

/** The description of `routes` as plain JSON; `baseUrl` is where they are served. */
export function describeApi(
  routes: readonly Route[],
  info: ApiInfo,
  { baseUrl = "/", others = {} }: Readonly<{ baseUrl?: string; others?: OtherPaths }> = {},
) {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  Object.assign(paths, others);
  const otherTags = Object.values(others).flatMap(({ get, post, patch, delete: remove }) =>
    [get, post, patch, remove].flatMap((operation) => operation?.tags ?? []),
  );
  const document = createDocument(
    {
      openapi: "3.1.0",
      info,
      servers: [{ url: baseUrl }],
      tags: [...new Set([...routes.map(({ tag }) => tag), ...otherTags])].map((name) => ({ name })),
      security: [{}, { bearer: [] }, { query: [] }],
      paths,
      components: {
        schemas: bodySchemas(routes),
        responses: {
          Refused: { description: "Refused", content: jsonOf(errorBody) },
          ...sharedRefusals,
        },
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          query: { type: "apiKey", in: "query", name: "oauth2_access_token" },
        },
      },
    },
    { reused: "inline", override: ({ jsonSchema }) => simplify(jsonSchema) },
  );
  for (const parameter of parametersOf(document)) spellOut(parameter);
  for (const body of bodiesOf(document)) encodeLists(document, body);
  return document;
}

const jsonOf = (schema: z.ZodType) => ({ "application/json": { schema } });

function operation(route: Route): ZodOpenApiOperationObject {
  const scopes = route.scopes.map((scope) => `\`${scope}\``).join(" or ");
  const who = `Who may: ${route.access.who}. Scope: ${scopes}.`;
  const body = requestBody(route);
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    description: route.description === null ? who : `${route.description}\n\n${who}`,
    ...(route.access.signedIn ? { security: [{ bearer: [] }, { query: [] }] } : {}),
    requestParams: requestParams(route),
    ...(body === null ? {} : { requestBody: body }),
    responses: {
      ...answers(route),
      ...refusalsOf(route),
      default: { $ref: "#/components/responses/Refused" },
    },
  };
}

/** `GET /v2/users/:user_id/shows` → `get_users_user_id_shows`. */
const operationId = ({ method, path }: Route): string =>
  `${method} ${path.replace(/^\/v2(?=\/)/, "")}`.toLowerCase().replace(/\W+/g, "_");

function requestParams(route: Route) {
  const query = route.query === null ? {} : shapeOf(route.query);
  if (route.localised) query.c = culture;
  const remembers = route.method === "POST" && route.access.signedIn;
  return {
    ...(route.params === null ? {} : { path: z.object(shapeOf(route.params)) }),
    ...(Object.keys(query).length === 0 ? {} : { query: z.object(query) }),
    ...(remembers ? { header: z.object({ "Idempotency-Key": idempotencyKey }) } : {}),
  };
}

const culture = z.string().optional().meta({
  description: "Language of names, such as `it_IT`; else `Accept-Language`, else English.",
});
const idempotencyKey = z.string().min(1).max(255).optional().meta({
  description: "Sent again within 24 hours, the first answer is told again and nothing is done.",
});

/** Only what is a success has content. */
const answers = (route: Route) =>
  Object.fromEntries(
    Object.entries(route.answers).map(([status, description]) => [
      status,
      { description, ...(status < "300" ? { content: success(route) } : {}) },
    ]),
  );

const success = (route: Route) =>
  route.response === null
    ? { [route.contentType]: { schema: z.string() } }
    : jsonOf(z.object({ response: route.response }));

/**
 * Where a file can be sent, multipart is the only form described: programs that make clients take the
 * first form they can write, and JSON carries no files. All forms work on the wire.
 */
function requestBody(route: Route): ZodOpenApiRequestBodyObject | null {
  const schema = bodySchema(route);
  if (schema === null) return null;
  const required = Object.values(shapeOf(schema)).some(
    (field) => !field.safeParse(undefined).success,
  );
  if (takesFiles(route)) return { required, content: { "multipart/form-data": { schema } } };
  return {
    required,
    content: {
      "application/json": { schema },
      "application/x-www-form-urlencoded": { schema },
      "multipart/form-data": { schema },
    },
  };
}

const takesFiles = ({ files }: Route): boolean => Object.keys(files).length > 0;

/** The fields of a write, its files among them. */
function bodySchema(route: Route): z.ZodType | null {
  if (!takesFiles(route)) return route.body;
  const fields = route.body === null ? {} : shapeOf(route.body);
  const files = Object.entries(route.files).map(([name, { description, maxBytes, required }]) => {
    const size = `At most ${maxBytes.toLocaleString("en")} bytes.`;
    const own = fields[name]?.meta()?.description;
    const words = [description, size, own].filter(Boolean).join(" ");
    const file = z.string().meta({ format: "binary", description: words });
    return [name, required ? file : file.optional()] as const;
  });
  return z.object({ ...fields, ...Object.fromEntries(files) });
}

/** Bodies get names, so that the forms of a request refer to one description. */
function bodySchemas(routes: readonly Route[]): Record<string, z.ZodType> {
  const named = new Map<z.ZodType, string>();
  for (const route of routes)
    if (route.body !== null && !takesFiles(route) && !named.has(route.body))
      named.set(route.body, `${operationId(route)}_body`);
  return Object.fromEntries([...named].map(([schema, name]) => [name, schema]));
}

/** The properties of an object schema, whatever transforms or checks it is wrapped in. */
function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return { ...(schema.shape as Record<string, z.ZodType>) };
  if (schema instanceof z.ZodPipe) {
    const { in: before, out: after } = schema;
    return shapeOf((before instanceof z.ZodTransform ? after : before) as z.ZodType);
  }
  throw new Error("The parameters of a route are an object schema.");
}

const parametersOf = ({ paths = {} }: ReturnType<typeof createDocument>) =>
  Object.values(paths)
    .flatMap(({ get, post, put, delete: remove }) => [get, post, put, remove])
    .flatMap((found) => found?.parameters ?? [])
    .filter((parameter) => "in" in parameter);

/** What a path holds is always there; a list in a query is joined by commas. */
function spellOut(parameter: ReturnType<typeof parametersOf>[number]): void {
  if (parameter.in === "path") parameter.required = true;
  const { schema } = parameter as { schema?: JsonSchema };
  if (schema?.type === "array") Object.assign(parameter, { style: "form", explode: false });
}

const bodiesOf = ({ paths = {} }: ReturnType<typeof createDocument>) =>
  Object.values(paths)
    .flatMap(({ post, put, delete: remove }) => [post, put, remove])
    .flatMap((operation) => operation?.requestBody ?? [])
    .filter((body) => "content" in body);

/** In forms a list of plain values is joined by commas, and a nested structure is JSON. */
function encodeLists(
  { components }: ReturnType<typeof createDocument>,
  { content }: ReturnType<typeof bodiesOf>[number],
): void {
  for (const [type, media] of Object.entries(content)) {
    if (type === "application/json" || "$ref" in media || media.schema === undefined) continue;
    const { $ref = "" } = media.schema as { $ref?: string };
    const schema = components?.schemas?.[$ref.split("/").at(-1) ?? ""] ?? media.schema;
    const encoding = Object.entries((schema as JsonSchema).properties ?? {}).flatMap(
      ([name, property]) => {
        const found = encodingOf(property as JsonSchema);
        return found === null ? [] : [[name, found] as const];
      },
    );
    if (encoding.length > 0) media.encoding = Object.fromEntries(encoding);
  }
}

function encodingOf(schema: JsonSchema) {
  const [inner = schema] = schema.anyOf ?? [];
  const { type, items } = inner as JsonSchema;
  if ([type].flat().includes("object")) return { contentType: "application/json" };
  if (![type].flat().includes("array")) return null;
  const { type: each } = (items ?? {}) as JsonSchema;
  if (each === "string" || each === "integer") return { style: "form", explode: false } as const;
  return { contentType: "application/json" };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Says the same in fewer words: `["string", "null"]` for a choice of the two, no bound where it is
 * only JavaScript's, and no ban on further fields, which later versions may add (contract §1).
 */
function simplify(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  delete schema.propertyNames;
  const [some, none, ...others] = schema.anyOf ?? [];
  const isPlain = typeof some?.type === "string" && some.enum === undefined;
  if (!isPlain || none?.type !== "null" || others.length > 0) return;
  delete schema.anyOf;
  Object.assign(schema, { ...some, ...schema, type: [some.type, "null"] });
}
