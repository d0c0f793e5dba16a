/** Tests the headers of every response: CORS, security, language and Vary (contract §1). */
import { expect, test } from "vitest";
import { z } from "zod";
import { anyone, rawRoute, route } from "../../src/platform/http/route.ts";
import { useServer } from "./harness.ts";

const told = { tag: "Things", operationId: "getThing", summary: "A made-up thing", access: anyone };
const words = z.object({ word: z.string() });

const routes = [
  route({
    ...told,
    method: "GET",
    path: "/v2/words",
    localised: true,
    response: words,
    handle: ({ locale }) => ({ word: locale }),
  }),
  route({
    ...told,
    method: "GET",
    path: "/v2/nearest",
    localised: true,
    response: words,
    handle({ reply }) {
      reply.header("content-language", "it");
      return { word: "parola" };
    },
  }),
  route({
    ...told,
    method: "GET",
    path: "/v2/plain",
    response: words,
    handle: () => ({ word: "x" }),
  }),
  route({
    ...told,
    method: "POST",
    path: "/v2/plain",
    response: words,
    handle: () => ({ word: "x" }),
  }),
  rawRoute({
    ...told,
    method: "GET",
    path: "/page",
    contentType: "text/html",
    handle({ reply }) {
      reply.header("content-security-policy", "default-src 'self'");
      return reply.type("text/html; charset=utf-8").send("<p>page</p>");
    },
  }),
];
const server = useServer(routes);
const secure = useServer(routes, { publicUrl: "https://pods.example" });

test("a preflight of any path is answered without authentication", async () => {
  for (const path of ["/v2/plain", "/v2/words", "/v2/nowhere"]) {
    const { status, headers, text } = await server.api.send("OPTIONS", path, null, {
      headers: {
        origin: "https://app.example",
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization,if-match",
      },
    });
    expect([status, text]).toEqual([204, ""]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toBe("GET, HEAD, PUT, POST, DELETE");
    expect(headers.get("access-control-allow-headers")).toBe(
      "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Range, If-Range",
    );
    expect(headers.get("access-control-max-age")).toBe("86400");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  }
});

test("every response and its headers can be read from any origin", async () => {
  const origin = { headers: { origin: "https://app.example" } };
  for (const { headers } of [
    await server.api.get("/v2/plain", origin),
    await server.api.post("/v2/plain", {}, origin),
    await server.api.get("/v2/nowhere", origin),
    await server.api.get("/v2/plain?oauth2_access_token=bad", origin),
    await server.api.get("/v2/%", origin),
    await server.api.get("/page", origin),
  ]) {
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const exposed = headers.get("access-control-expose-headers")?.split(", ");
    for (const name of ["ETag", "Retry-After", "RateLimit-Remaining", "X-Request-Id"])
      expect(exposed).toContain(name);
  }
});

test("no response can be run, framed or sniffed, unless its route allows it", async () => {
  for (const path of ["/v2/plain", "/v2/nowhere", "/v2/%"]) {
    const { headers } = await server.api.get(path);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("strict-transport-security")).toBeNull();
    expect(headers.get("server")).toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
  }
  const page = await server.api.get("/page");
  expect(page.headers.get("content-security-policy")).toBe("default-src 'self'");
  const { headers } = await secure.api.get("/v2/plain");
  expect(headers.get("strict-transport-security")).toContain("max-age=63072000");
});

test("Vary lists the headers that responses depend on", async () => {
  expect((await server.api.get("/v2/plain")).headers.get("vary")).toBe("Authorization");
  expect((await server.api.get("/v2/words")).headers.get("vary")).toBe(
    "Authorization, Accept-Language",
  );
});

test.each([
  ["nothing", "", undefined, "en"],
  ["c=it_IT", "?c=it_IT", undefined, "it-IT"],
  ["c=it-it", "?c=it-it", undefined, "it-IT"],
  ["c=it", "?c=it", "de", "it"],
  ["c=pt_BR over the header", "?c=pt_BR", "de", "pt-BR"],
  ["c twice, the last counts", "?c=de&c=fr", undefined, "fr"],
  ["the header if c is invalid", "?c=%00%ff!", "de", "de"],
  ["the default if c is unknown", "?c=xx_YY", undefined, "en"],
  ["the header if c is empty", "?c=", "es", "es"],
  ["the header", "", "fr", "fr"],
  ["the header's weights", "", "de;q=0.3, es-MX;q=0.8, fr;q=0.5", "es-MX"],
  ["a refused language", "", "de;q=0, it;q=0.1", "it"],
  ["only a wildcard", "", "*", "en"],
  ["an unknown language before a known one", "", "xx, zz;q=0.9, it;q=0.1", "it"],
  ["rubbish", "", ";;;,q=,,=", "en"],
  ["a hostile header", "", "a,".repeat(5000), "en"],
])("the language follows %s", async (_what, query, header, locale) => {
  const headers: Record<string, string> = header === undefined ? {} : { "accept-language": header };
  const reply = await server.api.get(`/v2/words${query}`, { headers });
  expect(reply.response.word).toBe(locale);
  expect(reply.headers.get("content-language")).toBe(locale);
});

test("Content-Language can be set by the handler, and is absent where nothing is localised", async () => {
  const nearest = await server.api.get("/v2/nearest?c=it_CH");
  expect(nearest.headers.get("content-language")).toBe("it");
  expect((await server.api.get("/v2/plain?c=it")).headers.get("content-language")).toBeNull();
});
