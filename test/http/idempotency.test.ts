/** Tests Idempotency-Key: a POST sent twice is executed once (contract §1, Caching). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { conflict } from "../../src/platform/failure.ts";
import { line } from "../../src/platform/http/params.ts";
import { anyone, atRevision, route } from "../../src/platform/http/route.ts";
import { useServer } from "./harness.ts";

/** What the test routes did, and a promise that delays them. */
const done: string[] = [];
let gate: Promise<void> | null = null;
let refuse = false;

const create = (path: string, method: "POST" | "PUT" = "POST") =>
  route({
    method,
    path,
    tag: "Things",
    operationId: "getThing",
    summary: "Makes a thing",
    access: anyone,
    body: z.object({ title: line({ min: 1, max: 100 }), note: line({ max: 100 }).optional() }),
    files: { image_file: { maxBytes: 1000, description: "A picture." } },
    response: z.object({ thing: z.object({ thing_id: z.int(), title: z.string() }) }),
    async handle({ body }) {
      await gate;
      if (refuse) throw conflict("show-not-empty", "Not now.");
      done.push(body.title);
      return atRevision({ thing: { thing_id: done.length, title: body.title } }, done.length);
    },
  });

const talkative = route({
  method: "POST",
  path: "/v2/long",
  tag: "Things",
  operationId: "createThing",
  summary: "Answers at length",
  access: anyone,
  response: z.object({ text: z.string() }),
  async handle() {
    done.push("long");
    return { text: "x".repeat(300_000) };
  },
});

const server = useServer([
  talkative,
  create("/v2/things"),
  create("/v2/boxes/:box_id"),
  create("/v2/replaced", "PUT"),
]);

beforeEach(() => {
  done.length = 0;
  gate = null;
  refuse = false;
});

const keyed = (key: string) => ({ headers: { "idempotency-key": key } });

test("the same request again returns the first response and does nothing", async () => {
  const { api } = await server.person();
  const key = randomUUID();
  const first = await api.post("/v2/things", { title: "One" }, keyed(key));
  await api.post("/v2/things", { title: "Between" });
  const again = await api.post("/v2/things", { title: "One" }, keyed(key));
  expect(done).toEqual(["One", "Between"]);
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  for (const name of ["etag", "content-type", "cache-control"])
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
});

test("the same parameters in another order, or the token elsewhere, are the same request", async () => {
  const { api, token } = await server.person();
  const key = randomUUID();
  await api.post("/v2/things?note=n", { title: "One" }, keyed(key));
  const other = `/v2/things?oauth2_access_token=${token}`;
  const again = await server.api.post(other, { note: "n", title: "One" }, keyed(key));
  expect(again.response.thing.thing_id).toBe(1);
  expect(done).toEqual(["One"]);
});

test("another body, other files or another route with the same key is a conflict", async () => {
  const { api } = await server.person();
  const key = randomUUID();
  const file = (text: string) => ({ ...keyed(key), files: { image_file: new File([text], "a") } });
  expect((await api.post("/v2/things", { title: "One" }, file("abc"))).status).toBe(200);
  expect((await api.post("/v2/things", { title: "One" }, file("abc"))).status).toBe(200);
  for (const attempt of [
    () => api.post("/v2/things", { title: "One" }, file("abd")),
    () => api.post("/v2/things", { title: "One" }, keyed(key)),
    () => api.post("/v2/things", { title: "Two" }, file("abc")),
    () => api.post("/v2/boxes/1", { title: "One" }, file("abc")),
  ]) {
    const { status, error } = await attempt();
    expect([status, error.type]).toEqual([409, "idempotency-key-reused"]);
  }
  expect(done).toEqual(["One"]);
});

test("keys are separate for each caller, and ignored for anonymous callers", async () => {
  const [ada, bob] = [await server.person(), await server.person()];
  const key = randomUUID();
  for (const { api } of [ada, bob]) await api.post("/v2/things", { title: "One" }, keyed(key));
  expect(done).toHaveLength(2);
  for (const _ of "ab") await server.api.post("/v2/things", { title: "One" }, keyed(key));
  expect(done).toHaveLength(4);
});

test("only POST uses keys, because PUT is idempotent by itself", async () => {
  const { api } = await server.person();
  const key = randomUUID();
  for (const title of ["One", "Two"]) await api.put("/v2/replaced", { title }, keyed(key));
  expect(done).toEqual(["One", "Two"]);
});

test("one of several simultaneous requests is executed, and the others are told that it is in progress", async () => {
  const { api } = await server.person();
  const key = randomUUID();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const answers = [1, 2, 3, 4, 5].map(() =>
    api.post("/v2/things", { title: "One" }, keyed(key)).then((answer) => {
      settled.push(answer.status);
      return answer;
    }),
  );
  const settled: number[] = [];
  await vi.waitFor(() => expect(settled).toHaveLength(4));
  resolve();
  const all = await Promise.all(answers);
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  for (const { status, error } of all)
    if (status === 409) expect(error.type).toBe("idempotency-key-in-use");
  expect(done).toEqual(["One"]);
});

test("a failed request releases its key", async () => {
  const { api } = await server.person();
  const key = randomUUID();
  expect((await api.post("/v2/things", { title: "" }, keyed(key))).status).toBe(400);
  refuse = true;
  expect((await api.post("/v2/things", { title: "One" }, keyed(key))).status).toBe(409);
  refuse = false;
  expect((await api.post("/v2/things", { title: "Two" }, keyed(key))).status).toBe(200);
});

test("a key is released after exactly 24 hours", async () => {
  const { api } = await server.person();
  const key = randomUUID();
  const start = new Date("2031-05-01T12:00:00Z");
  const after = async (ms: number) => {
    server.setTime(new Date(start.getTime() + ms));
    const answer = await api.post("/v2/things", { title: "One" }, keyed(key));
    server.setTime(null);
    return answer.response.thing.thing_id;
  };
  const day = 24 * 3_600_000;
  expect([await after(0), await after(day - 1), await after(day), await after(day + 1)]).toEqual([
    1, 1, 2, 2,
  ]);
});

test("a key has 1 to 255 characters", async () => {
  const { api } = await server.person();
  for (const [key, status] of [
    ["k".repeat(255), 200],
    ["k".repeat(256), 400],
    ["", 400],
  ] as const)
    expect((await api.post("/v2/things", { title: "One" }, keyed(key))).status).toBe(status);
});

test("a response too long to store is not repeated, and its request is not executed again", async () => {
  const { api } = await server.person();
  const key = keyed(randomUUID());
  expect((await api.post("/v2/long", {}, key)).status).toBe(200);
  const again = await api.post("/v2/long", {}, key);
  expect([again.status, again.error.type]).toEqual([409, "idempotency-answer-not-kept"]);
  expect(again.headers.get("longwave-limit")).toBe('idempotency-answer;max=262144;unit="bytes"');
  expect(done).toEqual(["long"]);
});

test("a limited number of responses is stored per user, and the oldest are deleted first", async () => {
  const [ada, bob] = [await server.person(), await server.person()];
  const [first, second] = [keyed(randomUUID()), keyed(randomUUID())];
  await ada.api.post("/v2/things", { title: "First" }, first);
  await bob.api.post("/v2/things", { title: "Bob's" }, first);
  await server.db.executeQuery(
    sql`insert into idempotency_keys (user_id, key, route, body_hash, status, body, bytes, created_at)
      select ${ada.user_id}, 'filler ' || n, 'POST /', '', 200, '', 0, now() + interval '1 s'
      from generate_series(1, 9999) n`.compile(server.db),
  );
  await ada.api.post("/v2/things", { title: "Second" }, second);
  done.length = 0;
  await bob.api.post("/v2/things", { title: "Bob's" }, first);
  await ada.api.post("/v2/things", { title: "Second" }, second);
  expect(done).toEqual([]);
  await ada.api.post("/v2/things", { title: "First" }, first);
  expect(done).toEqual(["First"]);
});

test("a limited number of bytes is stored per user", async () => {
  const ada = await server.person();
  const [first, last] = [keyed(randomUUID()), keyed(randomUUID())];
  await ada.api.post("/v2/things", { title: "First" }, first);
  await server.db.executeQuery(
    sql`insert into idempotency_keys (user_id, key, route, body_hash, status, body, bytes, created_at)
      select ${ada.user_id}, 'filler ' || n, 'POST /', '', 200, '', 262144, now()
      from generate_series(1, 127) n`.compile(server.db),
  );
  await ada.api.post("/v2/things", { title: "Last" }, last);
  done.length = 0;
  await ada.api.post("/v2/things", { title: "Last" }, last);
  await ada.api.post("/v2/things", { title: "First" }, first);
  expect(done).toEqual([]);
  await server.db.executeQuery(
    sql`update idempotency_keys set bytes = 300000 where key like 'filler %'`.compile(server.db),
  );
  await ada.api.post("/v2/things", { title: "More" }, keyed(randomUUID()));
  done.length = 0;
  await ada.api.post("/v2/things", { title: "First" }, first);
  expect(done).toEqual(["First"]);
});
