/** Tests that incomplete route declarations are rejected, and that handlers get what they need. */
import { pino } from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { loadConfig } from "../../src/config.ts";
import type { Database } from "../../src/platform/db/database.ts";
import type { HttpOptions } from "../../src/platform/http/options.ts";
import { anyone, nothing, type Route, rawRoute, route } from "../../src/platform/http/route.ts";
import { buildServer } from "../../src/platform/http/server.ts";

const json = route({
  method: "GET",
  path: "/v2/things",
  tag: "Things",
  operationId: "getThings",
  summary: "Things",
  access: anyone,
  response: nothing,
  handle: () => [],
});
const page = rawRoute({
  method: "GET",
  path: "/page",
  tag: "Pages",
  operationId: "getPage",
  summary: "A page",
  access: anyone,
  contentType: "text/html",
  handle: ({ reply }) => reply.send("page"),
});

const options: HttpOptions = {
  db: {} as Database,
  log: pino({ level: "silent" }),
  clock: () => new Date(),
  tmpDir: "",
  publicUrl: null,
  trustProxy: false,
  budgets: loadConfig({}).budgets,
  rateLimit: 0,
  authenticate: async () => null,
};

const boot = async (...routes: Route[]) => {
  const app = await buildServer(routes, null, options);
  await app.ready();
  await app.close();
};

test("complete routes are accepted", async () => {
  await expect(boot(json)).resolves.toBeUndefined();
  await expect(boot(page)).resolves.toBeUndefined();
});

test.each([
  ["access", { ...json, access: undefined }],
  ["a word on who has access", { ...json, access: { signedIn: false, who: "" } }],
  ["summary", { ...json, summary: "" }],
  ["operationId", { ...json, operationId: "" }],
  ["response schema", { ...json, response: undefined }],
])("a route without %s is rejected at start with its name", async (_what, declared) => {
  await expect(boot(declared as Route)).rejects.toThrow("GET /v2/things lacks");
});

test("two routes with the same method and path are rejected at start", async () => {
  await expect(boot(json, page)).resolves.toBeUndefined();
  await expect(boot(json, page, json)).rejects.toThrow("already declared");
});

test("a handler gets what it needs of the server, which does not compile without it", async () => {
  const greet = route({
    method: "GET",
    path: "/v2/greeting",
    tag: "Things",
    operationId: "getGreeting",
    summary: "Get a greeting",
    access: anyone,
    response: z.object({ greeting: z.string() }),
    handle: (_call, { greeting }: { greeting: string }) => ({ greeting }),
  });
  const app = await buildServer([json, greet], { greeting: "hello", more: true }, options);
  const answer = await app.inject("/v2/greeting");
  expect(answer.json()).toEqual({ response: { greeting: "hello" } });
  await app.close();
  // @ts-expect-error: this server has no greeting.
  const without = await buildServer([json, greet], { more: true }, options);
  await without.close();
});
