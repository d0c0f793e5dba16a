/** Tests every kind of error: status, body and headers (contract §1, Error body and Statuses). */

import { pino } from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { openDatabase, openPool } from "../../src/platform/db/database.ts";
import { conflict, Failure, forbidden, notFound } from "../../src/platform/failure.ts";
import { id, integer, line } from "../../src/platform/http/params.ts";
import { anyone, nothing, rawRoute, route, signedIn } from "../../src/platform/http/route.ts";
import type { Reply } from "../setup/client.ts";
import { requestText, useServer } from "./harness.ts";

const told = { tag: "Things", operationId: "getThing", summary: "A made-up thing" };
const refusals: Record<string, () => Error> = {
  forbidden: () => forbidden("This thing is not yours.", "not-your-show"),
  missing: () => notFound("show"),
  conflict: () => conflict("show-not-empty", "The thing still has parts."),
  stale: () => new Failure("stale", "stale-record", "The record has changed."),
  upstream: () => new Failure("upstream", "upstream-statistics", "The figures are away."),
  unavailable: () => new Failure("unavailable", "unavailable", "Later."),
  unforeseen: () =>
    Object.assign(new Error("secret sauce"), { detail: "Key (email)=(ada@example.org) exists" }),
  odd: () => "a bare string" as unknown as Error,
};

const server = useServer([
  route({
    ...told,
    method: "GET",
    path: "/v2/refusals/:kind",
    access: anyone,
    params: z.object({ kind: z.string() }),
    response: nothing,
    handle({ params }) {
      throw refusals[params.kind]?.() ?? notFound("page");
    },
  }),
  route({
    ...told,
    method: "GET",
    path: "/v2/things/:thing_id",
    access: anyone,
    params: z.object({ thing_id: id() }),
    query: z.object({ size: integer({ min: 1, max: 9 }).optional() }),
    response: z.object({ thing: z.object({ thing_id: z.int() }) }),
    handle: ({ params }) => ({ thing: params }),
  }),
  route({
    ...told,
    method: "POST",
    path: "/v2/things",
    access: signedIn,
    body: z.object({ title: line({ min: 5, max: 40 }), size: integer({ min: 1, max: 9 }) }),
    maxBodyBytes: 2000,
    response: nothing,
    handle: () => [],
  }),
  route({
    ...told,
    method: "GET",
    path: "/v2/leaks/:leak_id",
    access: anyone,
    params: z.object({ leak_id: id() }),
    response: z.object({ leak: z.object({ leak_id: z.int(), note: z.string() }) }),
    handle({ params }) {
      const note = params.leak_id === 1 ? "fine" : (42 as unknown as string);
      return { leak: { ...params, note, password_hash: "hidden" }, also: "hidden" };
    },
  }),
  route({
    ...told,
    method: "GET",
    path: "/v2/rows",
    access: anyone,
    response: nothing,
    async handle() {
      const pool = openPool({ host: "/nowhere", user: "nobody" }, pino({ level: "silent" }));
      await openDatabase(pool).selectFrom("users").select("user_id").execute();
      return [];
    },
  }),
  rawRoute({
    ...told,
    method: "GET",
    path: "/v2/files/:file_id",
    access: anyone,
    contentType: "text/plain",
    handle({ reply }) {
      return reply.type("text/plain").send("a file");
    },
  }),
]);

function expectError(reply: Reply, status: number, type: string): void {
  expect(reply.status).toBe(status);
  expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(reply.headers.get("cache-control")).toBe("no-store");
  expect(reply.headers.get("access-control-allow-origin")).toBe("*");
  expect(Object.keys(JSON.parse(reply.text))).toEqual(["response"]);
  const { error } = reply;
  expect(error).toMatchObject({ code: status, type });
  expect(error.messages.length).toBeGreaterThan(0);
  expect(error.request_id).toBe(reply.headers.get("x-request-id"));
  expect("fields" in error).toBe(status === 400 && type === "invalid-parameter");
}

test.each([
  ["forbidden", 403, "not-your-show"],
  ["missing", 404, "show-not-found"],
  ["conflict", 409, "show-not-empty"],
  ["stale", 412, "stale-record"],
  ["upstream", 500, "upstream-statistics"],
  ["unavailable", 503, "unavailable"],
  ["unforeseen", 500, "internal-error"],
  ["odd", 500, "internal-error"],
])("a handler's refusal “%s” returns %i %s", async (kind, status, type) => {
  const reply = await server.api.get(`/v2/refusals/${kind}`);
  expectError(reply, status, type);
  expect(reply.headers.get("retry-after")).toBe(status === 503 ? "2" : null);
});

test("an unexpected error is reported without details and logged with its request id", async () => {
  const { text, error } = await server.api.get("/v2/refusals/unforeseen");
  // A random id may contain “ada”.
  expect(text.replace(error?.request_id ?? "", "")).not.toMatch(/secret|email|ada|stack/);
  const entry = server.log.find(
    ({ msg, request_id }) => msg === "request failed" && request_id === error.request_id,
  );
  expect(entry?.err).toMatchObject({ message: "secret sauce" });
  expect(JSON.stringify(entry)).not.toContain("ada@example.org");
});

test("while the database is unavailable, the response is 503 with Retry-After", async () => {
  const reply = await server.api.get("/v2/rows");
  expectError(reply, 503, "unavailable");
  expect(reply.headers.get("retry-after")).toBe("2");
  expect(reply.text).not.toContain("nowhere");
});

test("every invalid parameter is listed once, with the reason", async () => {
  const { api } = await server.person();
  const reply = await api.post("/v2/things", { title: "abcd" });
  expectError(reply, 400, "invalid-parameter");
  expect(reply.error.fields).toEqual({
    title: "must have at least 5 characters",
    size: "is required",
  });
  expect(reply.error.messages).toEqual([
    "title: must have at least 5 characters",
    "size: is required",
  ]);
});

test("a missing token returns 401 with a challenge before the body is parsed", async () => {
  const reply = await server.api.post("/v2/things", {}, { headers: { "content-type": "x/y" } });
  expectError(reply, 401, "authentication-required");
  expect(reply.headers.get("www-authenticate")).toBe("Bearer");
});

test.each([
  ["a header", "/v2/things/1", { authorization: "Bearer nonsense" }],
  ["an empty header", "/v2/things/1", { authorization: "Bearer" }],
  ["a header of two words", "/v2/things/1", { authorization: "Bearer a b" }],
  ["the query", "/v2/things/1?oauth2_access_token=nonsense", {}],
  ["the query, twice", "/v2/things/1?oauth2_access_token=a&oauth2_access_token=b", {}],
  ["a header, at an unknown path", "/v2/nowhere", { authorization: "bearer nonsense" }],
])("an invalid token in %s returns 401 even on public routes", async (_where, path, headers) => {
  const reply = await server.api.get(path, { headers });
  expectError(reply, 401, "invalid-token");
  expect(reply.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
});

test("a valid token works in the header, in any spelling of Bearer, and in the query", async () => {
  const { token } = await server.person();
  for (const [path, headers] of [
    ["/v2/things/1", { authorization: `bearer ${token}` }],
    [`/v2/things/1?oauth2_access_token=${token}`, {}],
    // Other schemes are for proxies.
    ["/v2/things/1", { authorization: "Basic YTpi" }],
  ] as const)
    expect((await server.api.get(path, { headers })).status).toBe(200);
});

test.each([
  "/v2/nowhere",
  "/v1/things/1",
  "/things/1",
  "/v2/things/abc",
  "/v2/things/0",
  "/v2/things/-1",
  "/v2/things/1.5",
  "/v2/things/99999999999999999999",
  `/v2/things/${"9".repeat(600)}`,
])("%s returns 404", async (path) => {
  expectError(await server.api.get(path), 404, "path-not-found");
});

test("an unknown path returns 404, whatever is sent", async () => {
  const headers = { "content-type": "application/json" };
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
    expectError(
      await server.api.send(method, "/v2/nowhere", { broken: "{" }, { headers, as: "urlencoded" }),
      404,
      "path-not-found",
    );
});

test("a path that cannot be decoded returns 400", async () => {
  expectError(await server.api.get("/v2/things/%E0%A4%A"), 400, "malformed-path");
});

test("another method on a known path returns 405 with Allow", async () => {
  for (const [method, path, allow] of [
    ["POST", "/v2/things/1", "GET, HEAD, OPTIONS"],
    ["DELETE", "/v2/things/1", "GET, HEAD, OPTIONS"],
    ["PATCH", "/v2/files/1", "GET, HEAD, OPTIONS"],
    ["GET", "/v2/things", "POST, OPTIONS"],
  ] as const) {
    const reply = await server.api.send(method, path);
    expectError(reply, 405, "method-not-allowed");
    expect(reply.headers.get("allow")).toBe(allow);
  }
  const head = await server.api.send("HEAD", "/v2/things");
  expect([head.status, head.headers.get("allow"), head.text]).toEqual([405, "POST, OPTIONS", ""]);
  expect(await server.exchange(requestText("TRACE /v2/things"))).toMatch(/^HTTP\/1.1 405 /);
});

test("HEAD is GET without a body, and OPTIONS lists the methods", async () => {
  const get = await server.api.get("/v2/things/1");
  const head = await server.api.send("HEAD", "/v2/things/1");
  expect([head.status, head.text]).toEqual([200, ""]);
  for (const name of ["etag", "content-length", "content-type", "cache-control", "vary"])
    expect(head.headers.get(name)).toBe(get.headers.get(name));
  const options = await server.api.send("OPTIONS", "/v2/things/1");
  expect([options.status, options.text]).toEqual([204, ""]);
  expect(options.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});

test("a body over the limit returns 413 in every form, and the connection stays open", async () => {
  const { api } = await server.person();
  const title = "x".repeat(3000);
  for (const as of ["json", "urlencoded", "multipart"] as const)
    expectError(await api.post("/v2/things", { title }, { as }), 413, "body-too-large");
  const large = "y".repeat(3_000_000);
  for (const as of ["json", "urlencoded", "multipart"] as const)
    expectError(await api.post("/v2/things", { title: large }, { as }), 413, "body-too-large");
  expect((await api.get("/v2/things/1")).status).toBe(200);
});

test("an unsupported body returns 415, but an empty body may have any type", async () => {
  const { api, token } = await server.person();
  const send = (type: string, body: string) =>
    fetch(`${server.baseUrl}/v2/things?title=abcde&size=1`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      body,
    });
  for (const type of ["text/plain", "application/xml", "application/jsonp"])
    expect((await send(type, "title=abcde")).status).toBe(415);
  for (const type of ["text/plain", "application/json", "multipart/form-data; boundary=x"])
    expect((await send(type, "")).status).toBe(200);
  expectError(
    await api.send("POST", "/v2/things", { a: 1 }, { headers: { "content-type": "nonsense" } }),
    415,
    "unsupported-media-type",
  );
});

test.each([
  ["application/json", "{"],
  ["application/json", '{"title": "abc'],
  ["application/json", "[]"],
  ["application/json", '"text"'],
  ["application/json", "12"],
  ["multipart/form-data; boundary=x", "--x\r\nbroken"],
  ["multipart/form-data", "--x--\r\n"],
  ["multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'],
])("a malformed body returns 400: %s %s", async (type, body) => {
  const { token } = await server.person();
  const answer = await server.exchange(
    requestText(
      "POST /v2/things",
      {
        authorization: `Bearer ${token}`,
        "content-type": type,
        "content-length": String(body.length),
      },
      body,
    ),
  );
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain('"type":"malformed-body"');
});

test("undeclared fields are omitted, and a response that violates its schema is a 500", async () => {
  const fine = await server.api.get("/v2/leaks/1");
  expect(fine.text).toBe('{"response":{"leak":{"leak_id":1,"note":"fine"}}}');
  const misfit = await server.api.get("/v2/leaks/2");
  expectError(misfit, 500, "internal-error");
  expect(misfit.text).not.toMatch(/note|hidden/);
});

test("query parameters are validated like those of a body", async () => {
  const reply = await server.api.get("/v2/things/1?size=10");
  expectError(reply, 400, "invalid-parameter");
  expect(reply.error.fields).toEqual({ size: "must be at most 9" });
});
