/** Tests the fuzzer: valid requests are valid, runs are repeatable, and its checks find faults. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { caseOf, parseCases, readCases } from "./cases.ts";
import { faultsOf } from "./checks.ts";
import { operationsOf, readDescription } from "./description.ts";
import { encode, FORMS } from "./encode.ts";
import { FilePart, objectOf } from "./generate.ts";
import { requestOf } from "./plan.ts";
import { randomFrom } from "./random.ts";
import type { FuzzRequest } from "./request.ts";
import type { Answer } from "./wire.ts";
import { createMarkers } from "./world/markers.ts";

const operations = operationsOf(readDescription());

/** Ids of uploads are text in the description and references here. */
const withoutUploads = (schema: object) =>
  JSON.parse(JSON.stringify(schema), (key, one: unknown) =>
    /^(upload|client)_id$/.test(key) ? {} : one,
  );

const bodies = operations.flatMap(({ name, body }) =>
  body === null || body.type === "string" /* the bytes of an upload */
    ? []
    : [{ name, body, parser: z.fromJSONSchema(withoutUploads(body)) }],
);

/** The fields as the server receives them: references are numbers, files are text. */
const received = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, one: unknown) => (one instanceof FilePart ? "bytes" : one)),
    (_key, one: unknown) => (typeof one === "string" && one.startsWith("@@") ? 1 : one),
  );

test("generated bodies match the description", () => {
  const fullness = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...bodies), fc.nat(), fullness, (operation, seed, fullness) => {
      const { name, body, parser } = operation;
      const value = received(objectOf(body, { random: randomFrom(seed, 0), fullness }));
      const { error } = parser.safeParse(value);
      expect(error?.issues, `${name} ${JSON.stringify(value)}`).toBeUndefined();
    }),
    { numRuns: 500, seed: 16 },
  );
});

const plan = { seed: 16, operations, files: {}, only: null };

test("a request depends only on seed and number", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 100_000 }), (seed, index) => {
      const [a, b] = [0, 1].map(() => requestOf({ ...plan, seed }, index));
      expect(a).toEqual(b);
    }),
    { numRuns: 300, seed: 16 },
  );
});

test("a run includes every operation, caller and kind of request", () => {
  const requests = Array.from({ length: 15_000 }, (_, index) => requestOf(plan, index)).filter(
    (one) => one !== null,
  );
  const asked = new Set(requests.map(({ operation }) => operation));
  expect(operations.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([]);
  expect(new Set(requests.map(({ kind }) => kind)).size).toBe(5);
  expect(new Set(requests.map(({ caller }) => caller)).size).toBe(9);
});

test("encoded fields are decoded unchanged", async () => {
  const text = fc
    .string({ unit: "grapheme" })
    .filter((one) => !/[\r\n\0@\ufeff\uf8f0-\uf8f5]/.test(one));
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...FORMS), async (value, form) => {
      const { type, body, query } = encode({ a: value, b: "2" }, form, {});
      const headers = type === null ? {} : { "content-type": type };
      const answer = new Response(new Uint8Array(body ?? []), { headers });
      const fields =
        form === "json"
          ? await answer.json()
          : Object.fromEntries(
              form === "query" ? new URLSearchParams(query) : await answer.formData(),
            );
      expect(fields).toEqual({ a: value, b: "2" });
    }),
    { numRuns: 300, seed: 16 },
  );
});

const [first] = operations.filter(
  ({ method, statuses }) => method === "GET" && [200, 403, 404].every((one) => statuses.has(one)),
);
const request: FuzzRequest = {
  ...{
    operation: first?.name ?? "",
    caller: "stranger",
    credentials: "header",
    kind: "valid",
    changes: [],
  },
  ...{
    method: "GET",
    target: "/v2/me",
    version: "1.1",
    headers: [],
    body: null,
    sending: {},
    pick: 0,
  },
};
const error = { messages: ["No."], code: 404, type: "show-not-found", request_id: "1" };
const answerOf = (status: number, body: unknown, ms = 1): Answer => ({
  status,
  ms,
  headers: { "content-type": "application/json", "x-request-id": "1" },
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

test.each([
  ["nothing", answerOf(200, { response: [] })],
  ["nothing", answerOf(404, { response: { error } })],
  ["status 500", answerOf(500, { response: { error: { ...error, code: 500 } } })],
  ["error shape", answerOf(403, { response: { error } })],
  ["error shape", answerOf(404, { response: { error: { ...error, messages: "No." } } })],
  ["error shape", answerOf(404, { response: { error: { ...error, request_id: "2" } } })],
  ["broken JSON", answerOf(200, '{"response":')],
  ["no envelope", answerOf(200, { show: {} })],
  ["slow", answerOf(200, { response: [] }, 2001)],
  ["inside shown", answerOf(200, { response: "TypeError: x" })],
  ["inside shown", answerOf(200, { response: "invalid input syntax for type integer" })],
  ["inside shown", answerOf(200, { response: "/tmp/longwave/media" })],
  ["leak", answerOf(200, { response: "MARKER" })],
])("the check of a response reports: %s", (wrong, answer) => {
  const markers = createMarkers(randomFrom(1, 1));
  const marker = markers.mark("title of a draft");
  const checks = { markers, operations: new Map(first ? [[first.name, first]] : []) };
  const body = Buffer.from(answer.body.toString().replace("MARKER", marker.toUpperCase()));
  const found = faultsOf(checks, request, { ...answer, body }).map(({ check }) => check);
  expect(found).toEqual(wrong === "nothing" ? [] : [wrong]);
});

test.each([
  [[], answerOf(200, { response: "/tmp/longwave/media stores files" })],
  [["inside shown"], answerOf(200, { response: "TypeError: /tmp/longwave/media" })],
  [
    ["inside shown"],
    answerOf(403, { response: { error: { ...error, code: 403, messages: ["/tmp/x"] } } }),
  ],
])("the view of the operator may name its folders: %j", (wrong, answer) => {
  const checks = { markers: createMarkers(randomFrom(1, 1)), operations: new Map() };
  const found = faultsOf(checks, { ...request, operation: "GET /v2/admin/health" }, answer);
  expect(found.map(({ check }) => check)).toEqual(wrong);
});

test("a case replays the recorded request", () => {
  const requests = Array.from({ length: 300 }, (_, index) => requestOf(plan, index));
  for (const one of requests.filter((request) => request !== null)) {
    const [again] = parseCases([caseOf(one, "x")]);
    const { kind: _kind, changes: _changes, ...rest } = one;
    expect(again).toMatchObject(rest);
  }
  expect(readCases().length).toBeGreaterThan(0);
});
