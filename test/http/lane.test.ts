/** The quick lane in front of the router: what it answers, what it leaves, and that both are seen. */
import { expect, test } from "vitest";
import type { Lane } from "../../src/platform/http/lane.ts";
import { anyone, rawRoute } from "../../src/platform/http/route.ts";
import { useServer } from "./harness.ts";

/** Answers by the last part of the path, or leaves it. */
const lane: Lane = {
  route: "/files/:name",
  prefix: "/files/",
  serve({ url }, response, head) {
    if (url === "/files/unknown" || url?.includes("?")) return null;
    if (url === "/files/lost") return Promise.reject(new Error("lost"));
    response.writeHead(200, [...head, "content-type", "text/plain"]);
    if (url === "/files/broken") {
      response.write("half");
      return Promise.reject(new Error("broken"));
    }
    response.end("lane");
    return Promise.resolve();
  },
};
const route = rawRoute({
  method: "GET",
  path: "/files/:name",
  tag: "Files",
  summary: "A file",
  access: anyone,
  contentType: "text/plain",
  charged: false,
  handle: ({ reply }) => reply.type("text/plain").send("router"),
});
const elsewhere = { ...route, path: "/elsewhere", charged: true };
const server = useServer([route, elsewhere], { lanes: [lane], rateLimit: 5 });

test("the lane answers with the headers of every answer, and is logged", async () => {
  const { status, text, headers } = await server.api.get("/files/a");
  expect([status, text]).toEqual([200, "lane"]);
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  const lines = server.log.filter(({ msg }) => msg === "request");
  expect(lines.at(-1)).toMatchObject({ method: "GET", route: "/files/:name", status: 200 });
});

test("what the lane leaves, or fails at before its head, is the router's", async () => {
  for (const name of ["unknown", "lost", "a?download=1"])
    expect((await server.api.get(`/files/${name}`)).text, name).toBe("router");
  expect((await server.api.send("OPTIONS", "/files/a")).status).toBe(204);
  expect((await server.api.post("/files/a")).status).toBe(405);
});

test("who brings a token is asked for it, as everywhere", async () => {
  const bad = { headers: { authorization: "Bearer nonsense" } };
  expect((await server.api.get("/files/a", bad)).status).toBe(401);
  expect((await (await server.person()).api.get("/files/a")).text).toBe("router");
});

test("an answer that fails in the middle breaks off", async () => {
  await expect(server.api.get("/files/broken")).rejects.toThrow();
  const lines = server.log.filter(({ msg }) => msg === "request failed");
  expect(lines.at(-1)).toMatchObject({ err: { message: "broken" } });
});

test("files cost nothing of the rate limit, by either way", async () => {
  for (let time = 0; time < 10; time += 1)
    for (const name of ["a", "unknown"])
      expect((await server.api.get(`/files/${name}`)).status).toBe(200);
  const statuses = [];
  for (let time = 0; time < 8; time += 1)
    statuses.push((await server.api.get("/elsewhere")).status);
  expect(statuses.at(-1)).toBe(429);
});
