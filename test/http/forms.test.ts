/** Tests that all forms of a write are equivalent (contract §1, Request forms and Cleared values). */
import { expect, test } from "vitest";
import { z } from "zod";
import { clearableUrl } from "../../src/platform/http/addressparams.ts";
import { commaList, structure } from "../../src/platform/http/listparams.ts";
import {
  boolean,
  clearableInteger,
  clearableLine,
  integer,
  line,
  oneOf,
  paragraphs,
} from "../../src/platform/http/params.ts";
import { anyone, route } from "../../src/platform/http/route.ts";
import type { Form } from "../setup/client.ts";
import { requestText, useServer } from "./harness.ts";

const point = z.object({ at: integer(), title: line({ min: 1, max: 20 }) });
const body = z.object({
  title: line({ max: 20 }).optional(),
  notes: paragraphs({ max: 4000 }).optional(),
  website_url: clearableUrl().optional(),
  nickname: clearableLine({ max: 20 }).optional(),
  season: clearableInteger({ min: 1 }).optional(),
  count: integer().optional(),
  explicit: boolean().optional(),
  sorting: oneOf(["newest", "oldest"]).optional(),
  tags: commaList(line({ max: 10 }), { max: 5 }).optional(),
  points: structure(z.array(point).max(3)).optional(),
});

const echo = (method: "POST" | "PUT" | "DELETE") =>
  route({
    method,
    path: "/v2/echo",
    tag: "Echo",
    operationId: "sendEcho",
    summary: "What was understood",
    access: anyone,
    body,
    response: z.object({ got: body }),
    handle: (call) => ({ got: call.body }),
  });

const server = useServer([
  echo("POST"),
  echo("PUT"),
  echo("DELETE"),
  route({
    method: "GET",
    path: "/v2/echo",
    tag: "Echo",
    operationId: "getEcho",
    summary: "What was asked",
    access: anyone,
    query: z.object({ limit: integer().optional() }),
    response: z.object({ got: z.object({ limit: z.int().optional() }) }),
    handle: (call) => ({ got: call.query }),
  }),
]);

const FORMS: Form[] = ["multipart", "urlencoded", "json", "query"];
const METHODS = ["POST", "PUT", "DELETE"];

test.each(METHODS.flatMap((method) => FORMS.map((as) => [method, as] as const)))(
  "%s accepts parameters as %s",
  async (method, as) => {
    const { response } = await server.api.send(
      method,
      "/v2/echo",
      {
        title: "Zwölf & acht = 20%+",
        count: 12,
        explicit: true,
        sorting: "oldest",
        tags: ["a b", "c"],
        points: [{ at: 3, title: "Three" }],
        unknown: "ignored",
      },
      { as },
    );
    expect(response.got).toEqual({
      title: "Zwölf & acht = 20%+",
      count: 12,
      explicit: true,
      sorting: "oldest",
      tags: ["a b", "c"],
      points: [{ at: 3, title: "Three" }],
    });
  },
);

test.each([
  ["explicit", [true, "true", "True", "TRUE", "1", 1], true],
  ["explicit", [false, "false", "False", "0", 0], false],
  ["count", [12, "12", " 12 ", "12.0", "+12"], 12],
  ["title", ["12", 12], "12"],
  ["sorting", ["newest", " newest "], "newest"],
  ["tags", ["a, b,,", ["a", "b"], '["a","b"]'], ["a", "b"]],
  ["points", [[{ at: "1", title: "One" }], '[{"at":1,"title":"One"}]'], [{ at: 1, title: "One" }]],
])("%s may be sent as %j", async (field, spellings, meant) => {
  for (const spelling of spellings)
    for (const as of ["json", "multipart"] as const) {
      const { response } = await server.api.post("/v2/echo", { [field]: spelling }, { as });
      expect(response.got).toEqual({ [field]: meant });
    }
});

test.each([
  ["explicit", "yes", "must be true or false"],
  ["count", "twelve", "must be a whole number"],
  ["count", "1.5", "must be a whole number"],
  ["count", "", "must be a whole number"],
  ["count", "-1", "must be at least 0"],
  ["count", "9007199254740993", "must be a whole number"],
  ["sorting", "Newest", "must be one of newest, oldest"],
  ["website_url", "javascript:alert(1)", "must be an http or https address"],
  ["website_url", "https://", "must be an http or https address"],
  ["points", "[{", "is not well-formed JSON"],
  ["title", "x".repeat(21), "must have at most 20 characters"],
])("%s “%s” is refused in every form: %s", async (field, value, message) => {
  for (const as of FORMS) {
    const { status, error } = await server.api.post("/v2/echo", { [field]: value }, { as });
    expect([status, error.fields]).toEqual([400, { [field]: message }]);
  }
});

test("an error inside a structure is reported with its path", async () => {
  const points = [{ at: 1, title: "One" }, { at: "x" }];
  const { error } = await server.api.post("/v2/echo", { points }, { as: "json" });
  expect(error.fields).toEqual({
    "points.1.at": "must be a whole number",
    "points.1.title": "is required",
  });
});

test("an empty string clears a field, and an omitted field stays unchanged", async () => {
  for (const as of FORMS) {
    const cleared = { nickname: "", website_url: "", season: "", notes: "" };
    const { response } = await server.api.put("/v2/echo", cleared, { as });
    expect(response.got).toEqual({ nickname: null, website_url: null, season: null, notes: "" });
  }
  const native = { nickname: null, season: null };
  const { response } = await server.api.put("/v2/echo", native, { as: "json" });
  expect(response.got).toEqual(native);
});

test("body parameters take precedence over query parameters, and the last of two wins", async () => {
  const path = "/v2/echo?title=query&count=1&count=2";
  for (const as of ["json", "urlencoded", "multipart"] as const) {
    const { response } = await server.api.post(path, { title: "body" }, { as });
    expect(response.got).toEqual({ title: "body", count: 2 });
  }
  const form = new FormData();
  form.append("title", "first");
  form.append("title", "last");
  const answer = await fetch(`${server.baseUrl}/v2/echo`, { method: "POST", body: form });
  expect(await answer.json()).toEqual({ response: { got: { title: "last" } } });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const twice = { method: "PUT", headers, body: "title=first&title=last" };
  const again = await fetch(`${server.baseUrl}/v2/echo`, twice);
  expect(await again.json()).toEqual({ response: { got: { title: "last" } } });
});

test.each([
  ["PUT with body null", "PUT /v2/echo?count=1", "application/json", "null", { count: 1 }],
  ["PUT with an empty JSON body", "PUT /v2/echo?count=1", "application/json", "", { count: 1 }],
  ["POST with blanks", "POST /v2/echo?count=1", "application/json", " \n", { count: 1 }],
  ["a byte order mark", "POST /v2/echo", "application/json", '\ufeff{"count":1}', { count: 1 }],
  ["a JSON dialect", "POST /v2/echo", "application/vnd.x+json", '{"count":1}', { count: 1 }],
  ["a charset", "POST /v2/echo", "application/json; charset=UTF-8", '{"count":1}', { count: 1 }],
  ["doubled slashes", "GET //v2///echo?limit=1", "text/plain", "", { limit: 1 }],
  ["a trailing slash", "GET /v2/echo/?limit=1", "text/plain", "", { limit: 1 }],
  ["?&limit=10", "GET /v2/echo?&limit=10", "application/json", "", { limit: 10 }],
  ["GET with a content type", "GET /v2/echo", "multipart/form-data", "", {}],
  ["an absolute target", "GET http://longwave.test/v2/echo?limit=3", "a/b", "", { limit: 3 }],
])("%s is accepted", async (_what, start, type, text, got) => {
  const length = String(Buffer.byteLength(text));
  const answer = await server.exchange(
    requestText(start, { "content-type": type, "content-length": length }, text),
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(answer).toContain(JSON.stringify({ response: { got } }));
});

test("a chunked multipart form without content is an empty form", async () => {
  const headers = {
    "content-type": "multipart/form-data; boundary=x",
    "transfer-encoding": "chunked",
  };
  const answer = await server.exchange(requestText("POST /v2/echo?count=1", headers, "0\r\n\r\n"));
  expect(answer).toContain('{"response":{"got":{"count":1}}}');
});

const HOSTILE = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

test.each(HOSTILE)("a parameter named %s is as harmless as any unknown one", async (name) => {
  const form = new FormData();
  form.append(name, "polluted");
  form.append(name, new Blob(["polluted"]), "polluted.txt");
  form.append("count", "7");
  const parameters = `${name}=polluted&${name}[polluted]=1&count=7`;
  const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
  const json = { "content-type": "application/json" };
  const bodies: RequestInit[] = [
    { body: form },
    { body: parameters, headers: urlencoded },
    { body: `{"${name}":{"polluted":1},"count":7}`, headers: json },
    { body: `{"${name}":"polluted","count":7,"points":"[]"}`, headers: json },
  ];
  for (const init of bodies) {
    const answer = await fetch(`${server.baseUrl}/v2/echo`, { method: "POST", ...init });
    expect(((await answer.json()) as { response: unknown }).response).toMatchObject({
      got: { count: 7 },
    });
  }
  const nested = `[{"at":1,"title":"t","${name}":{"polluted":1}}]`;
  const { response } = await server.api.post(`/v2/echo?${parameters}`, { points: nested });
  expect(response.got).toEqual({ count: 7, points: [{ at: 1, title: "t" }] });
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test("a __proto__ field in the body changes only fields that it names", async () => {
  const text = '{"__proto__":{"count":1},"constructor":{"prototype":{"count":2}}}';
  const answer = await server.exchange(
    requestText(
      "POST /v2/echo",
      { "content-type": "application/json", "content-length": String(text.length) },
      text,
    ),
  );
  expect(answer).toContain('{"response":{"got":{}}}');
});
