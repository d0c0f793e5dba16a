/** Serves the API description: `/openapi.json` for programs, `/docs` for people. */
import { hash } from "node:crypto";
import { sendTagged } from "../caching.ts";
import { type ApiDocument, type ApiInfo, describeApi, type OtherPaths } from "../openapi.ts";
import { anyone, JSON_TYPE, type Route, type RouteDeclaration, rawRoute } from "../route.ts";
import { renderReference } from "./page.ts";
import { STYLE } from "./style.ts";

/** The page may use only its own style sheet. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", STYLE, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const shared = { method: "GET", tag: "Reference", access: anyone } as const;

/** The two routes that describe `routes`, `others` and themselves. */
export function descriptionRoutes(
  routes: readonly RouteDeclaration[],
  info: ApiInfo,
  others: OtherPaths = {},
): Route[] {
  let written: ApiDocument | null = null;
  const document = () => {
    written ??= describeApi([...routes, ...own], info, { others });
    return written;
  };
  const own: Route[] = [
    rawRoute({
      ...shared,
      path: "/openapi.json",
      operationId: "getOpenapiDocument",
      summary: "Get this API description as an OpenAPI 3.1 document",
      contentType: "application/json",
      handle({ request, reply, baseUrl }) {
        const body = JSON.stringify({ ...document(), servers: [{ url: baseUrl }] });
        reply.header("cache-control", "public, no-cache").type(JSON_TYPE);
        return sendTagged(request, reply, body);
      },
    }),
    rawRoute({
      ...shared,
      path: "/docs",
      operationId: "getReference",
      summary: "Get this reference as a web page",
      contentType: "text/html",
      handle({ request, reply, baseUrl }) {
        reply.header("content-security-policy", POLICY);
        reply.header("cache-control", "public, no-cache").type("text/html; charset=utf-8");
        return sendTagged(
          request,
          reply,
          renderReference(document(), info.examples ?? {}, baseUrl),
        );
      },
    }),
  ];
  return own;
}
