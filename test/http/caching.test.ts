/** Tests ETags, If-None-Match, If-Match and Cache-Control (contract §1, Caching). */
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { requireRevision } from "../../src/platform/http/caching.ts";
import { line } from "../../src/platform/http/params.ts";
import { anyone, atRevision, nothing, route, signedIn } from "../../src/platform/http/route.ts";
import { useServer } from "./harness.ts";

const record = { revision: 1, title: "First", plays: 0 };
const thing = z.object({ title: z.string(), plays: z.int(), yours: z.boolean() });
const told = { tag: "Things", operationId: "getThing", summary: "A made-up thing" };
const viewOf = (caller: object | null) =>
  atRevision(
    { thing: { title: record.title, plays: record.plays, yours: caller !== null } },
    record.revision,
  );

const server = useServer([
  route({
    ...told,
    method: "GET",
    path: "/v2/thing",
    access: anyone,
    response: z.object({ thing }),
    handle: (call) => viewOf(call.caller),
  }),
  route({
    ...told,
    method: "POST",
    path: "/v2/thing",
    access: signedIn,
    body: z.object({ title: line({ max: 100 }) }),
    response: z.object({ thing }),
    handle({ body, ifMatch, caller }) {
      requireRevision(ifMatch, record.revision);
      Object.assign(record, { title: body.title, revision: record.revision + 1 });
      return viewOf(caller);
    },
  }),
  route({
    ...told,
    method: "GET",
    path: "/v2/list",
    access: anyone,
    response: z.object({ items: z.array(z.string()) }),
    handle: () => ({ items: [record.title] }),
  }),
  route({
    ...told,
    method: "DELETE",
    path: "/v2/thing",
    access: signedIn,
    response: nothing,
    handle: () => [],
  }),
]);

beforeEach(() => {
  Object.assign(record, { revision: 1, title: "First", plays: 0 });
});

const etagOf = (reply: { headers: Headers }) => reply.headers.get("etag") ?? "";

test("a public GET has a strong ETag of exactly its content", async () => {
  for (const path of ["/v2/thing", "/v2/list"]) {
    const first = await server.api.get(path);
    expect(etagOf(first)).toMatch(/^"[\w.-]+"$/);
    expect(first.headers.get("cache-control")).toBe("public, no-cache");
    expect(etagOf(await server.api.get(path))).toBe(etagOf(first));
    record.title += "!";
    expect(etagOf(await server.api.get(path))).not.toBe(etagOf(first));
  }
});

test("If-None-Match with the ETag (in a list, weak or as *) returns 304 without a body", async () => {
  const get = await server.api.get("/v2/thing");
  const etag = etagOf(get);
  for (const header of [etag, `"other", ${etag}`, `W/${etag}`, `"a,b",W/"x" , ${etag}`, " * "]) {
    const reply = await server.api.get("/v2/thing", { headers: { "if-none-match": header } });
    expect([reply.status, reply.text]).toEqual([304, ""]);
    for (const name of ["etag", "cache-control", "vary", "access-control-allow-origin"])
      expect(reply.headers.get(name)).toBe(get.headers.get(name));
    expect(reply.headers.get("content-type")).toBeNull();
    expect(reply.headers.get("content-length")).toBeNull();
  }
  const head = await server.api.send("HEAD", "/v2/thing", null, {
    headers: { "if-none-match": etag },
  });
  expect(head.status).toBe(304);
  // A 304 may only state the length of the 200 response.
  expect([null, String(Buffer.byteLength(get.text))]).toContain(head.headers.get("content-length"));
  for (const header of ['"other"', etag.slice(1, -1), "", '"', `"${etag.slice(1, 9)}"`]) {
    const reply = await server.api.get("/v2/thing", { headers: { "if-none-match": header } });
    expect([reply.status, reply.text]).toEqual([200, get.text]);
  }
});

test("an authenticated response is private, not stored, and has a separate ETag", async () => {
  const { api } = await server.person();
  const mine = await api.get("/v2/thing");
  expect(mine.headers.get("cache-control")).toBe("private, no-store");
  expect(mine.headers.get("vary")).toContain("Authorization");
  expect(etagOf(mine)).not.toBe(etagOf(await server.api.get("/v2/thing")));
  const again = await api.get("/v2/thing", { headers: { "if-none-match": etagOf(mine) } });
  expect([again.status, again.headers.get("cache-control")]).toEqual([304, "private, no-store"]);
  const deleted = await api.delete("/v2/thing");
  expect(deleted.text).toBe('{"response":[]}');
  expect(deleted.headers.get("cache-control")).toBe("private, no-store");
});

test("a write returns the new ETag, which the next If-Match accepts, like that of a GET", async () => {
  const { api } = await server.person();
  const edit = (title: string, ifMatch: string) =>
    api.post("/v2/thing", { title }, { headers: { "if-match": ifMatch } });
  const read = await api.get("/v2/thing");
  const written = await edit("Second", etagOf(read));
  expect(written.status).toBe(200);
  expect(etagOf(written)).not.toBe(etagOf(read));
  expect(etagOf(written)).toBe(etagOf(await api.get("/v2/thing")));
  expect((await edit("Third", etagOf(written))).status).toBe(200);
  const publicRead = await server.api.get("/v2/thing");
  expect((await edit("Fourth", etagOf(publicRead))).status).toBe(200);
});

test("a changed count does not invalidate If-Match", async () => {
  const { api } = await server.person();
  const etag = etagOf(await api.get("/v2/thing"));
  record.plays += 1;
  expect(etagOf(await api.get("/v2/thing"))).not.toBe(etag);
  const headers = { "if-match": etag };
  expect((await api.post("/v2/thing", { title: "Second" }, { headers })).status).toBe(200);
});

test("a stale, weak or foreign If-Match returns 412 and changes nothing", async () => {
  const { api } = await server.person();
  const stale = etagOf(await api.get("/v2/thing"));
  await api.post("/v2/thing", { title: "Second" });
  const current = etagOf(await api.get("/v2/thing"));
  for (const header of [stale, `W/${current}`, '"garbage"', "garbage", "", `${stale}, "x"`]) {
    const headers = { "if-match": header };
    const { status, error } = await api.post("/v2/thing", { title: "Third" }, { headers });
    expect([header, status, error?.type]).toEqual([header, 412, "stale-record"]);
  }
  expect(record.title).toBe("Second");
  for (const header of ["*", `${stale}, ${current}`, ` ${current} `]) {
    const headers = { "if-match": header };
    const current = (await api.post("/v2/thing", { title: record.title }, { headers })).status;
    expect(current).toBe(200);
    record.revision = 2;
  }
});
