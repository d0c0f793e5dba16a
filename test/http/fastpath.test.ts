/** Tests the fast path before the router: what it answers, what it passes on, and that both are logged. */
import { expect, test } from "vitest";
import type { FastPath } from "../../src/platform/http/fastpath.ts";
import { anyone, rawRoute } from "../../src/platform/http/route.ts";
import { useServer } from "./harness.ts";

/** Responds according to the last segment of the path, or passes the request on. */
const fastPath: FastPath = {
  prefix: "/files/",
  serve({ url }, response, head) {
    if (url === "/files/unknown" || url?.includes("?")) return null;
    if (url === "/files/lost") return Promise.reject(new Error("lost"));
    response.writeHead(200, [...head, "content-type", "text/plain"]);
    if (url === "/files/broken") {
      response.write("half");
      return Promise.reject(new Error("broken"));
    }
    response.end("fastPath");
    return Promise.resolve("/files/:name");
  },
};
const route = rawRoute({
  method: "GET",
  path: "/files/:name",
  tag: "Files",
  operationId: "getFile",
  summary: "A file",
  access: anyone,
  contentType: "text/plain",
  charged: false,
  handle: ({ reply }) => reply.type("text/plain").send("router"),
});
const elsewhere = { ...route, path: "/elsewhere", charged: true };
const server = useServer([route, elsewhere], { fastPaths: [fastPath], rateLimit: 5 });

test("a response of the fast path has the usual headers and is logged", async () => {
  const { status, text, headers } = await server.api.get("/files/a");
  expect([status, text]).toEqual([200, "fastPath"]);
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  const lines = server.log.filter(({ msg }) => msg === "request");
  expect(lines.at(-1)).toMatchObject({ method: "GET", route: "/files/:name", status: 200 });
});

test("requests that the fast path passes on, or fails at before the head, reach the router", async () => {
  for (const name of ["unknown", "lost", "a?download=1"])
    expect((await server.api.get(`/files/${name}`)).text, name).toBe("router");
  expect((await server.api.send("OPTIONS", "/files/a")).status).toBe(204);
  expect((await server.api.post("/files/a")).status).toBe(405);
});

test("an invalid token is refused on the fast path as elsewhere", async () => {
  const bad = { headers: { authorization: "Bearer nonsense" } };
  expect((await server.api.get("/files/a", bad)).status).toBe(401);
  expect((await (await server.person()).api.get("/files/a")).text).toBe("router");
});

test("a response that fails halfway is aborted", async () => {
  await expect(server.api.get("/files/broken")).rejects.toThrow();
  const lines = server.log.filter(({ msg }) => msg === "request failed");
  expect(lines.at(-1)).toMatchObject({ err: { message: "broken" } });
});

test("files do not count towards the rate limit, on the fast path or in the router", async () => {
  for (let time = 0; time < 10; time += 1)
    for (const name of ["a", "unknown"])
      expect((await server.api.get(`/files/${name}`)).status).toBe(200);
  const statuses = [];
  for (let time = 0; time < 8; time += 1)
    statuses.push((await server.api.get("/elsewhere")).status);
  expect(statuses.at(-1)).toBe(429);
});
