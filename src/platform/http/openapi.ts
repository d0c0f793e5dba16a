/** Generates the OpenAPI 3.1 description from the route declarations. */
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiRequestBodyObject,
} from "zod-openapi";
import { shareComponents } from "./description/components.ts";
import { addExamples, describeParameters, type Examples } from "./description/examples.ts";
import { errorBody } from "./errors.ts";
import { refusalsOf, sharedHeaders, sharedRefusals } from "./refusals.ts";
import type { RouteDeclaration } from "./route.ts";

/**
 * Information about the API as a whole. `description` is plain paragraphs; `tags` are the chapters of the reference in
 * order, each with a one-sentence description. `parameters` describes, by name, those whose declaration does not.
 */
export type ApiInfo = Readonly<{
  title: string;
  version: string;
  description: string;
  tags?: Readonly<Record<string, string>>;
  parameters?: Readonly<Record<string, string>>;
  examples?: () => Examples;
}>;

/** Paths that a library serves, described by hand. */
export type OtherPaths = Readonly<Record<string, ZodOpenApiPathItemObject>>;

/** Requests that the server sends to others (OpenAPI 3.1 §4.8.1, `webhooks`), by name. */
export type SentRequests = Readonly<Record<string, ZodOpenApiPathItemObject>>;

export type ApiDocument = ReturnType<typeof describeApi>;

type Described = Readonly<{ baseUrl?: string; others?: OtherPaths; webhooks?: SentRequests }>;

/** The description of `routes` as plain JSON; `baseUrl` is where they are served. */
export function describeApi(
  routes: readonly RouteDeclaration[],
  info: ApiInfo,
  { baseUrl = "/", others = {}, webhooks = {} }: Described = {},
) {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  Object.assign(paths, others);
  const { tags: chapters = {}, parameters: words = {}, examples, ...about } = info;
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: about,
      servers: [{ url: baseUrl }],
      tags: tagsOf(routes, others, chapters),
      security: [{}, { bearer: [] }, { query: [] }],
      paths,
      ...(Object.keys(webhooks).length > 0 && { webhooks }),
      components: {
        responses: {
          UnexpectedError: { description: "Any other error.", content: jsonOf(errorBody) },
          ...sharedRefusals,
        },
        headers: sharedHeaders,
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          query: { type: "apiKey", in: "query", name: "oauth2_access_token" },
        },
      },
    },
    { reused: "inline", override: ({ jsonSchema }) => simplify(jsonSchema) },
  );
  for (const parameter of parametersOf(document)) spellOut(parameter);
  for (const body of bodiesOf(document)) encodeLists(body);
  describeParameters(document, words);
  shareComponents(document);
  if (examples !== undefined) addExamples(document, examples());
  return document;
}

/** The chapters in order, followed by tags without a chapter. */
function tagsOf(
  routes: readonly RouteDeclaration[],
  others: OtherPaths,
  chapters: Record<string, string>,
) {
  const otherTags = Object.values(others).flatMap(({ get, post, patch, delete: remove }) =>
    [get, post, patch, remove].flatMap((operation) => operation?.tags ?? []),
  );
  const used = new Set([...routes.map(({ tag }) => tag), ...otherTags]);
  const ordered = new Set([...Object.keys(chapters).filter((name) => used.has(name)), ...used]);
  return [...ordered].map((name) => {
    const description = chapters[name];
    return description === undefined ? { name } : { name, description };
  });
}

const jsonOf = (schema: z.ZodType) => ({ "application/json": { schema } });

function operation(route: RouteDeclaration): ZodOpenApiOperationObject {
  const scopes = route.scopes.map((scope) => `\`${scope}\``).join(" or ");
  const who = `Access: ${route.access.who}. Scope: ${scopes}.`;
  const body = requestBody(route);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description === null ? who : `${route.description}\n\n${who}`,
    ...(route.access.signedIn ? { security: [{ bearer: [] }, { query: [] }] } : {}),
    requestParams: requestParams(route),
    ...(body === null ? {} : { requestBody: body }),
    responses: {
      ...answers(route),
      ...refusalsOf(route),
      default: { $ref: "#/components/responses/UnexpectedError" },
    },
  };
}

function requestParams(route: RouteDeclaration) {
  const query = route.query === null ? {} : shapeOf(route.query);
  if (route.localised) query.c = locale;
  const remembers = route.method === "POST" && route.access.signedIn;
  return {
    ...(route.params === null ? {} : { path: z.object(shapeOf(route.params)) }),
    ...(Object.keys(query).length === 0 ? {} : { query: z.object(query) }),
    ...(remembers ? { header: z.object({ "Idempotency-Key": idempotencyKey }) } : {}),
  };
}

const locale = z.string().optional().meta({
  description: "Language of names, such as `it_IT`. Default: `Accept-Language`, then English.",
});
const idempotencyKey = z.string().min(1).max(255).optional().meta({
  description:
    "Makes retries safe: the same key within 24 hours returns the first answer and does nothing else.",
});

/** Only successful responses have content. */
const answers = (route: RouteDeclaration) =>
  Object.fromEntries(
    Object.entries(route.answers).map(([status, description]) => [
      status,
      { description, ...(status < "300" ? { content: success(route) } : {}) },
    ]),
  );

const success = (route: RouteDeclaration) =>
  route.response === null
    ? { [route.contentType]: { schema: z.string() } }
    : jsonOf(z.object({ response: route.response }));

/**
 * For operations that accept files, only multipart is described: client generators use the first content type that they
 * support, and JSON cannot carry files. The server accepts all content types.
 */
function requestBody(route: RouteDeclaration): ZodOpenApiRequestBodyObject | null {
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

const takesFiles = ({ files }: RouteDeclaration): boolean => Object.keys(files).length > 0;

/** The fields of a write, including its files. */
function bodySchema(route: RouteDeclaration): z.ZodType | null {
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

/** The properties of an object schema, whatever transforms or checks wrap it. */
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

/** Path parameters are always required; lists in a query are comma-separated. */
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

/** In forms, a list of plain values is comma-separated, and a nested structure is JSON. */
function encodeLists({ content }: ReturnType<typeof bodiesOf>[number]): void {
  for (const [type, media] of Object.entries(content)) {
    if (type === "application/json" || "$ref" in media || media.schema === undefined) continue;
    const encoding = Object.entries((media.schema as JsonSchema).properties ?? {}).flatMap(
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
 * Shortens a schema without changing its meaning: `["string", "null"]` instead of a choice of the two, no limits that
 * only come from JavaScript, and no ban on further fields, which later versions may add (contract §1).
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
