/** Writes the OpenAPI 3.1 description out of the same declarations that serve the requests. */
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import { errorBody } from "./errors.ts";
import type { Route } from "./route.ts";

/** The description of `routes` as plain JSON. */
export function describeApi(
  routes: readonly Route[],
  info: { title: string; version: string; description: string },
) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return createDocument(
    {
      openapi: "3.1.0",
      info,
      servers: [{ url: "/" }],
      tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
      security: [{}, { bearer: [] }, { query: [] }],
      paths: paths as ZodOpenApiPathsObject,
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer" },
          query: { type: "apiKey", in: "query", name: "oauth2_access_token" },
        },
      },
    },
    { reused: "inline" },
  );
}

function operation(route: Route): ZodOpenApiOperationObject {
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, `Who may: ${route.access.who}.`].filter(Boolean).join("\n\n"),
    ...(route.access.signedIn ? { security: [{ bearer: [] }, { query: [] }] } : {}),
    requestParams: {
      ...(route.params ? { path: route.params as z.ZodObject } : {}),
      ...(route.query ? { query: route.query as z.ZodObject } : {}),
    },
    ...(route.body || Object.keys(route.files).length > 0
      ? { requestBody: requestBody(route) }
      : {}),
    responses: {
      200: { description: "Success", content: { [route.contentType]: { schema: success(route) } } },
      default: {
        description: "Refused",
        content: { "application/json": { schema: errorBody.meta({ id: "Error" }) } },
      },
    },
  };
}

/** `GET /v2/users/:user_id/shows` → `get_users_user_id_shows`. */
const operationId = ({ method, path }: Route) =>
  `${method.toLowerCase()}_${path
    .replace(/^\/v2/, "")
    .replace(/[^\w]+/g, "_")
    .replace(/^_|_$/g, "")}`;

const success = (route: Route) =>
  route.response === null
    ? z.string().meta({ format: "binary" })
    : z.object({ response: route.response });

/** Files travel by multipart only; everything else in any of the three forms. */
function requestBody(route: Route) {
  const fields = (route.body ?? z.object({})) as z.ZodObject;
  const files = Object.fromEntries(
    Object.entries(route.files).map(([name, { description, maxBytes }]) => [
      name,
      z
        .string()
        .optional()
        .meta({ format: "binary", description: `${description} At most ${maxBytes} bytes.` }),
    ]),
  );
  return {
    content: {
      "multipart/form-data": { schema: z.object({ ...shapeOf(fields), ...files }) },
      "application/x-www-form-urlencoded": { schema: fields },
      "application/json": { schema: fields },
    },
  };
}

const shapeOf = (schema: z.ZodObject) => schema.shape as Record<string, z.ZodType>;
