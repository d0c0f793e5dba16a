/** Tests the API description: matches the routes, is valid, and is readable without scripts. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { z } from "zod";
import { API } from "../../src/app/apiinfo.ts";
import { allRoutes, otherPaths, sentRequests } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import { EVENT_NAMES } from "../../src/features/distribution/events/schema.ts";
import { openDescription } from "../../src/platform/http/description/actions.ts";
import { descriptionRoutes } from "../../src/platform/http/description/routes.ts";
import { commaList } from "../../src/platform/http/listparams.ts";
import { describeApi } from "../../src/platform/http/openapi.ts";
import { offsetPaging } from "../../src/platform/http/paging.ts";
import { clearableLine, id, line, oneOf } from "../../src/platform/http/params.ts";
import { anyone, authorOf, type Route, route } from "../../src/platform/http/route.ts";
import { useServer } from "./harness.ts";

const thing = z
  .object({ thing_id: z.int(), title: z.string(), maker: z.string().nullable() })
  .meta({ id: "Thing" });

const made: Route[] = [
  route({
    method: "GET",
    path: "/v2/makers/:maker/things",
    tag: "Things",
    operationId: "listMakerThings",
    summary: "Things of a maker <b>newest</b> first",
    access: anyone,
    localised: true,
    params: z.object({ maker: z.union([id(), z.string()]) }),
    query: z.object({
      ...offsetPaging(),
      kinds: commaList(oneOf(["new", "old"]), { max: 2 }).optional(),
    }),
    response: z.object({ items: z.array(thing) }),
    handle: () => ({ items: [] }),
  }),
  route({
    method: "POST",
    path: "/v2/things/:thing_id",
    tag: "Things",
    operationId: "updateThing",
    summary: "Change a thing",
    description: "An empty `maker` clears it.",
    access: authorOf("thing"),
    params: z.object({ thing_id: id() }),
    body: z
      .object({
        title: line({ min: 5, max: 40 }),
        maker: clearableLine({ max: 9 }).optional(),
        labels: commaList(line({ max: 9 }), { max: 3 }).optional(),
      })
      .refine(() => true),
    files: { image_file: { maxBytes: 5_242_880, description: "A picture." } },
    response: z.object({ thing }),
    handle: () => ({ thing: { thing_id: 1, title: "A thing", maker: null } }),
  }),
  route({
    method: "PUT",
    path: "/v2/things/:thing_id",
    tag: "Things",
    operationId: "renameThing",
    summary: "Rename a thing",
    access: authorOf("thing"),
    refusals: { 409: "`thing-frozen`: it cannot change any more." },
    params: z.object({ thing_id: id() }),
    body: z.object({ title: line({ min: 5, max: 40 }) }),
    response: z.object({ thing }),
    handle: () => ({ thing: { thing_id: 1, title: "A thing", maker: null } }),
  }),
];
const info = { title: "Test API", version: "1.2.3", description: "Said with `code`.\n\nTwice." };
const apiDocument = () => describeApi([...made, ...descriptionRoutes], info);
const description = openDescription(apiDocument);
const server = useServer([
  ...made,
  ...descriptionRoutes.map(
    (one): Route => ({ ...one, payer: null, handle: (call) => one.handle(call, description) }),
  ),
]);

// biome-ignore lint/suspicious/noExplicitAny: a document is read freely
type Json = any;
const plain = (document: unknown): Json => JSON.parse(JSON.stringify(document));

/** Every `$ref` in `value`. */
function refsOf(value: Json): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = typeof value.$ref === "string" ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(refsOf)];
}

const resolve = (document: Json, ref: string): Json =>
  ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((found, key) => found?.[key], document);

/** The target of `value`'s reference, or `value` itself. */
const dereferenced = (document: Json, value: Json): Json =>
  value.$ref === undefined ? value : resolve(document, value.$ref);

/** The verbs that operation ids may begin with. */
const VERBS = [
  "get list create update set settle add remove delete",
  "search suggest check export play download forecast clone report append",
  "suspend unsuspend decide reopen retry cancel rotate replay test",
  "follow unfollow block unblock like unlike unsettle authorize revoke introspect rename unsubscribe",
];
const NAME = new RegExp(`^(?:${VERBS.join(" ").replaceAll(" ", "|")})(?:[A-Z][a-z0-9]*)+$`);

test.each([
  ["made-up routes", made, {}, {}],
  ["every route there is", allRoutes({ config: loadConfig({}) }), otherPaths, sentRequests],
])("the document of %s is valid and complete", async (_what, routes, others, webhooks) => {
  const document = plain(describeApi(routes, API, { others, webhooks }));
  expect(Object.keys(document.webhooks ?? {})).toEqual(Object.keys(webhooks));
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(document.openapi).toMatch(/^3\.1\./);
  const described = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  const byHand = Object.entries(others).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual([...declared, ...byHand].sort());
  for (const operation of Object.values<Json>(document.paths).flatMap(Object.values<Json>))
    for (const status of ["429", "500", "503"]) expect(operation.responses).toHaveProperty(status);
  for (const ref of refsOf(document)) expect(resolve(document, ref), ref).toBeDefined();
  const operations = Object.values<Json>(document.paths).flatMap((path) =>
    Object.values<Json>(path),
  );
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((name) => !NAME.test(name))).toEqual([]);
  for (const { summary } of operations) expect(summary).toMatch(/^[A-Z][^\n]*[^.]$/);
  for (const [path, methods] of Object.entries<Json>(document.paths))
    for (const { parameters = [] } of Object.values<Json>(methods)) {
      const inPath = parameters
        .map((parameter: Json) => dereferenced(document, parameter))
        .filter((parameter: Json) => parameter.in === "path");
      expect(inPath.map(({ name }: Json) => `{${name}}`).sort()).toEqual(
        (path.match(/\{\w+\}/g) ?? []).sort(),
      );
      for (const parameter of inPath) expect(parameter.required).toBe(true);
    }
});

test("an operation describes its parameters, body, files, response and access", () => {
  const document = plain(describeApi(made, info, { baseUrl: "https://pods.example" }));
  expect(document.servers).toEqual([{ url: "https://pods.example" }]);
  const { get } = document.paths["/v2/makers/{maker}/things"];
  expect(get.description).toBe("Access: anyone. Scope: `read`.");
  expect(get.security).toBeUndefined();
  expect(get.parameters.map(({ name }: Json) => name)).toEqual([
    ...["maker", "limit", "offset", "kinds", "c"],
  ]);
  expect(get.parameters[1].schema).toMatchObject({ minimum: 1, maximum: 100, default: 50 });
  expect(get.parameters[3]).toMatchObject({ explode: false, schema: { type: "array" } });
  const { post } = document.paths["/v2/things/{thing_id}"];
  expect(post.security).toEqual([{ bearer: [] }, { query: [] }]);
  // Two operations use it, so it is described once.
  expect(post.parameters[0]).toEqual({ $ref: "#/components/parameters/ThingId" });
  expect(document.components.parameters.ThingId).toMatchObject({ name: "thing_id", in: "path" });
  expect(post.parameters.map(({ name }: Json) => name)).toContain("Idempotency-Key");
  // Multipart only, where a file can be sent: generated clients would choose JSON and lose the file.
  expect(Object.keys(post.requestBody.content)).toEqual(["multipart/form-data"]);
  const { schema, encoding } = post.requestBody.content["multipart/form-data"];
  expect(schema).toEqual({ $ref: "#/components/schemas/UpdateThingBody" });
  expect(resolve(document, schema.$ref)).toMatchObject({
    properties: {
      title: { type: "string", minLength: 5, maxLength: 40 },
      maker: { type: ["string", "null"], maxLength: 9 },
      image_file: {
        type: "string",
        format: "binary",
        description: "A picture. At most 5,242,880 bytes.",
      },
    },
    required: ["title"],
  });
  expect(encoding).toEqual({ labels: { style: "form", explode: false } });
  const { put } = document.paths["/v2/things/{thing_id}"];
  expect(Object.keys(put.requestBody.content)).toEqual([
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
  ]);
  const body = put.requestBody.content["application/json"].schema;
  expect(body).toEqual({ $ref: "#/components/schemas/RenameThingBody" });
  expect(resolve(document, body.$ref)).toMatchObject({ required: ["title"] });
  expect(Object.keys(put.responses)).toEqual([
    ...["200", "400", "401", "403", "404", "409", "412", "413", "415", "429", "500", "503", "507"],
    "default",
  ]);
  expect(put.responses["409"].description).toBe("`thing-frozen`: it cannot change any more.");
  const answer = post.responses["200"].content["application/json"].schema;
  expect(answer).toEqual({ $ref: "#/components/schemas/ThingResponse" });
  expect(resolve(document, answer.$ref)).toMatchObject({
    properties: { response: { properties: { thing: { $ref: "#/components/schemas/Thing" } } } },
  });
  // Later versions may add fields, so clients must not refuse them.
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  expect(JSON.stringify(document)).not.toContain("9007199254740991");
});

test("/openapi.json is the document, with the server's own base URL and an ETag", async () => {
  const { status, headers, text } = await server.api.get("/openapi.json");
  expect([status, headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  const document = JSON.parse(text);
  expect(document.servers).toEqual([{ url: server.baseUrl }]);
  expect(Object.keys(document.paths)).toContain("/openapi.json");
  const again = { headers: { "if-none-match": headers.get("etag") ?? "" } };
  expect((await server.api.get("/openapi.json", again)).status).toBe(304);
  expect(headers.get("content-encoding")).toBe("gzip");
  const plainly = { headers: { "accept-encoding": "identity" } };
  const uncompressed = await server.api.get("/openapi.json", plainly);
  expect(uncompressed.headers.get("content-encoding")).toBeNull();
  expect(uncompressed.headers.get("etag")).not.toBe(headers.get("etag"));
  expect(uncompressed.text).toBe(text);
});

test("each type of event is a request that webhooks send, with its schema and the headers that sign it", () => {
  const routes = allRoutes({ config: loadConfig({}) });
  const document = plain(describeApi(routes, API, { others: otherPaths, webhooks: sentRequests }));
  const types = [...EVENT_NAMES, "webhook.test"];
  expect(Object.keys(document.webhooks)).toEqual(types);
  for (const type of types) {
    const { post } = document.webhooks[type];
    const { schema } = post.requestBody.content["application/json"];
    expect(dereferenced(document, schema).properties.type).toMatchObject({ const: type });
    expect(Object.keys(dereferenced(document, schema).properties)).toEqual(
      "type timestamp sequence data".split(" "),
    );
    const names = post.parameters.map((each: Json) => dereferenced(document, each).name);
    expect(names).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"]);
    expect(Object.keys(post.responses).sort()).toEqual(["2XX", "410", "default"]);
  }
});
