/** Tests that the examples of the API description are complete, true and shown. */
import { expect, test } from "vitest";
import { z } from "zod";
import { API } from "../../src/app/apiinfo.ts";
import { allRoutes, otherPaths } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import type { Example } from "../../src/platform/http/description/examples.ts";
import { describeApi } from "../../src/platform/http/openapi.ts";
import type { RouteDeclaration } from "../../src/platform/http/route.ts";

const routes = allRoutes({ config: loadConfig({}) });
const examples = API.examples?.() ?? {};
const document = describeApi(routes, API, { others: otherPaths });

// biome-ignore lint/suspicious/noExplicitAny: a document is read freely
type Json = any;
const plain: Json = JSON.parse(JSON.stringify(document));
const operations = Object.values<Json>(plain.paths).flatMap((path) => Object.values<Json>(path));
const raw = new Set(
  routes.filter(({ response }) => response === null).map(({ operationId }) => operationId),
);
const answering = operations.filter(
  ({ operationId, responses }) =>
    responses["200"]?.content?.["application/json"] !== undefined && !raw.has(operationId),
);

/** The issues that `schema` finds in `value`; an example is what the schema leaves of it. */
function issuesOf(schema: z.ZodType, value: unknown): unknown[] {
  const { success, data, error } = schema.safeParse(value);
  if (!success) return error.issues;
  return isSame(data, value) ? [] : ["The schema drops some of it."];
}

const isSame = (a: unknown, b: unknown): boolean => {
  const clean = (value: unknown) => JSON.stringify(sorted(JSON.parse(JSON.stringify(value))));
  return clean(a) === clean(b);
};

function sorted(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

/** What is wrong with the request of an example; files are given by name, so only the other fields are checked. */
function requestIssues(route: RouteDeclaration, { request = {} }: Example): unknown[] {
  const { parameters = {}, body = {} } = request;
  const inPath = new Set(route.path.match(/(?<=:)\w+/g));
  const [path, query] = [true, false].map((isPath) =>
    Object.fromEntries(Object.entries(parameters).filter(([name]) => inPath.has(name) === isPath)),
  );
  const fields = Object.entries(body).filter(([name]) => route.files[name] === undefined);
  const check = (schema: z.ZodType | null, value: unknown) => {
    const found = (schema ?? z.object({})).safeParse(value);
    return found.success ? [] : found.error.issues;
  };
  return [
    ...check(route.params, path),
    ...check(route.query, query),
    ...check(route.body, Object.fromEntries(fields)),
    ...Object.entries(route.files)
      .filter(([name, { required }]) => required && body[name] === undefined)
      .map(([name]) => `${name} is missing.`),
  ];
}

test("each operation that answers in JSON has an example, in the document too", () => {
  const without = answering.filter(
    ({ responses }) => responses["200"].content["application/json"].example === undefined,
  );
  expect(answering.length).toBeGreaterThan(150);
  expect(without.map(({ operationId }) => operationId)).toEqual([]);
  const known = new Set(operations.map(({ operationId }) => operationId));
  expect(Object.keys(examples).filter((name) => !known.has(name))).toEqual([]);
});

test("each operation whose body has required fields shows a body that has them", () => {
  const wrong = operations.flatMap(({ operationId, requestBody }) => {
    const media = Object.values<Json>(requestBody?.content ?? {})[0];
    if (media === undefined || (examples[operationId] === undefined && !requestBody.required))
      return [];
    const ref = media.schema.$ref?.split("/").at(-1);
    const { required = [] } = ref ? plain.components.schemas[ref] : media.schema;
    const missing = required.filter((name: string) => media.example?.[name] === undefined);
    return missing.length > 0 ? [`${operationId}: ${missing}`] : [];
  });
  expect(wrong).toEqual([]);
});

test("each example is a request and a response that the operation's own schemas accept", () => {
  const wrong = routes.flatMap((route) => {
    const example = examples[route.operationId];
    if (example === undefined || route.response === null) return [];
    const answer = z.strictObject({ response: route.response });
    const issues = [...requestIssues(route, example), ...issuesOf(answer, example.response)];
    return issues.length > 0 ? [{ operation: route.operationId, issues }] : [];
  });
  expect(wrong).toEqual([]);
});

test("the examples of the authorization server have the fields that its schemas require", () => {
  const byHand = operations.filter(
    ({ operationId, tags }) => tags[0] === "OAuth 2" && examples[operationId] !== undefined,
  );
  expect(byHand.length).toBeGreaterThan(5);
  for (const { operationId, responses } of byHand) {
    const { schema } = responses["200"].content["application/json"];
    const ref = schema.$ref?.split("/").at(-1);
    const whole = ref ? plain.components.schemas[ref] : schema;
    const found = z.fromJSONSchema(whole).safeParse(examples[operationId]?.response);
    expect(found.error?.issues ?? [], operationId).toEqual([]);
  }
});

test("the examples are short and contain nothing of a real server", () => {
  const text = JSON.stringify(examples);
  expect(text.length).toBeLessThan(200_000);
  expect(text).not.toMatch(/127\.0\.0\.1|localhost|[0-9a-f]{24}|lw_\w{8}/);
  for (const [address] of text.matchAll(/https?:\/\/[^/"\\ <]+/g))
    expect(address).toMatch(/\.example$|\/\/(?:creativecommons|www\.rssboard|www\.itunes)\b/);
});

test("each parameter of a path or query has a description", () => {
  const bare = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .map(({ $ref, ...own }: Json) =>
        $ref === undefined ? own : plain.components.parameters[$ref.split("/").at(-1)],
      )
      .filter((one: Json) => (one.in === "path" || one.in === "query") && !one.description)
      .map(({ name }: Json) => `${operationId}: ${name}`),
  );
  expect(bare).toEqual([]);
});

test("a shared parameter stays shared when operations have different examples", () => {
  const { show_id } = examples.deleteShow?.request?.parameters ?? {};
  expect(show_id).not.toBe(examples.getShow?.request?.parameters?.show_id);
  const refs = ["get", "delete"].map((method) => plain.paths["/v2/shows/{show_id}"][method]);
  for (const { parameters } of refs)
    expect(parameters[0]).toEqual({ $ref: "#/components/parameters/ShowId" });
  expect(plain.components.parameters.ShowId.example).toBeTypeOf("number");
});
