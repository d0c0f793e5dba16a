/** Tests every parameter: it has a maximum, and rejects hostile values instead of failing. */
import { expect, test } from "vitest";
import { z } from "zod";
import { allPages, allRoutes } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import { errorAnswer, failureOf } from "../../src/platform/http/errors.ts";

const configured = { config: loadConfig({}) };

type Declared = { place: string; schema: z.ZodType };

/** The path, query and body of each route and page. */
const declared: Declared[] = [...allRoutes(configured), ...allPages(configured)].flatMap((one) =>
  (["params", "query", "body"] as const).flatMap((part) => {
    const schema = one[part];
    return schema === null ? [] : [{ place: `${one.method} ${one.path} ${part}`, schema }];
  }),
);

type Json = z.core.JSONSchema.BaseSchema;

const described = ({ schema }: Declared): Json =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });

const isBounded = (schema: Json): boolean =>
  schema.maxLength !== undefined ||
  schema.enum !== undefined ||
  schema.const !== undefined ||
  ["date", "binary"].includes(schema.format ?? "");

/** Paths inside `schema` of texts and lists without a maximum. */
function unbounded(schema: Json, place: string): string[] {
  const { properties = {}, items, anyOf = [], allOf = [], additionalProperties } = schema;
  const types = [schema.type ?? []].flat();
  const own = [
    ...(types.includes("string") && !isBounded(schema) ? [`${place}: text`] : []),
    ...(types.includes("array") && schema.maxItems === undefined ? [`${place}: list`] : []),
    ...(typeof additionalProperties === "object" && schema.maxProperties === undefined
      ? [`${place}: names`]
      : []),
  ];
  const parts = [
    ...Object.entries(properties).map(([name, part]) => [`${place}.${name}`, part] as const),
    ...[...anyOf, ...allOf].map((part) => [place, part] as const),
    ...(items && !Array.isArray(items) ? [[`${place}[]`, items] as const] : []),
  ];
  return [
    ...own,
    ...parts.flatMap(([at, part]) => (typeof part === "object" ? unbounded(part as Json, at) : [])),
  ];
}

test("every text and list has a maximum", () => {
  expect(declared.length).toBeGreaterThan(150);
  expect(declared.flatMap((one) => unbounded(described(one), one.place))).toEqual([]);
});

test("the check of maxima finds violations", () => {
  const schema = z.object({ a: z.string(), b: z.object({ c: z.array(z.int()) }).optional() });
  expect(unbounded(described({ place: "x", schema }), "x")).toEqual(["x.a: text", "x.b.c: list"]);
});

const MANY = 100_000;
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

/** Hostile values that JSON and forms can carry. */
const HOSTILE: Record<string, unknown> = {
  "an object with toString": { toString: 1 },
  "an object with valueOf": { valueOf: "x", toString: null },
  "an object with a prototype": JSON.parse('{"__proto__": {"a": 1}, "constructor": {}}'),
  null: null,
  true: true,
  "a list": [[], {}, null],
  "nested lists": nested(30),
  "a very long list": Array.from({ length: MANY }, () => "en"),
  "very many properties": Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [at, at])),
  "a huge number": 1e308,
  NUL: "a\0b",
  "half of a pair": "abc\ud800def",
  "combining marks": "\u0301\u0316".repeat(MANY),
  "a comma list": "en,".repeat(MANY),
  commas: ",".repeat(MANY),
  blanks: `a${" ".repeat(MANY)}b`,
  digits: "7".repeat(MANY),
  "JSON without end": "[".repeat(MANY),
  "JSON of very many": `[${"1,".repeat(MANY)}1]`,
  "deep JSON": `${'{"a":'.repeat(MANY)}1${"}".repeat(MANY)}`,
  "JSON with NUL": '[{"type":"\\u0000","name":"\\u0000","text":"\\u0000"}]',
  "a URL": `https://a.example/${"a".repeat(MANY)}`,
  "a mailbox": `${"<".repeat(MANY)}a@b>`,
};

const holdsNul = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes("\0")
    : typeof value === "object" && value !== null && Object.entries(value).flat().some(holdsNul);

/** Free text of which only the hash is stored. */
const SECRET = /^(password|present)$/;
/** Repeated on a page, but never looked up. */
const ECHOED = /^GET \/search query q$/;

test("every parameter rejects hostile values or makes them harmless", { timeout: 300_000 }, () => {
  const seen = new Set<string>();
  for (const one of declared) {
    const { properties = {} } = described(one);
    for (const [name, shape] of Object.entries(properties)) {
      const key = `${name} ${JSON.stringify(shape)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const [what, value] of Object.entries(HOSTILE)) {
        const place = `${one.place} ${name}: ${what}`;
        const result = one.schema.safeParse({ [name]: value }, { reportInput: true });
        if (!result.success) {
          const { fields, omitted, type, message } = failureOf(result.error);
          expect(Object.keys(fields ?? {}).length, place).toBeLessThanOrEqual(20);
          const told = errorAnswer(400, "id", { type, message, fields, omitted });
          expect(told.length, place).toBeLessThan(30_000);
        } else if (!SECRET.test(name) && !ECHOED.test(`${one.place} ${name}`))
          expect(holdsNul(result.data), place).toBe(false);
      }
    }
  }
  expect(seen.size).toBeGreaterThan(150);
});
