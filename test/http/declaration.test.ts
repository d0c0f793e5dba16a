/** Tests that an incomplete route declaration is rejected. */
import { pino } from "pino";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import type { Database } from "../../src/platform/db/database.ts";
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

const boot = async (...routes: Route[]) => {
  const app = await buildServer({
    routes,
    db: {} as Database,
    log: pino({ level: "silent" }),
    clock: () => new Date(),
    tmpDir: "",
    publicUrl: null,
    trustProxy: false,
    budgets: loadConfig({}).budgets,
    rateLimit: 0,
    authenticate: async () => null,
  });
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
