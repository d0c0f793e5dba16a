/** Tests that an invalid Host returns 400 wherever a URL would be built from it. */
import { request as send } from "node:http";
import { describe, expect, test } from "vitest";
import { useWorld } from "../setup/world.ts";

const BAD = [
  "evil.example/path?",
  'a"b',
  "a b",
  "user@evil.example",
  "[::1",
  "[:::]",
  "a:99999",
  "%zz",
  "a,b",
  "<b>",
];
const PATHS = [
  ...[
    "/",
    "/sign-in",
    "/openapi.json",
    "/oembed?url=x",
    "/v2/explore/lists",
    "/show/1/episodes/feed",
  ],
  ...["/oauth2/authorize?client_id=x", "/oauth2/device", "/oauth2/jwks"],
  ...["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"],
];

const statusOf = (url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = send(url, { headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject);
    request.end();
  });

describe("requested directly", () => {
  const world = useWorld();

  test.each(PATHS)("%s", async (path) => {
    for (const host of BAD)
      expect([host, await statusOf(world.baseUrl + path, { host })]).toEqual([host, 400]);
    for (const host of ["", "localhost", "[::1]:8080", "pods.example.org."])
      expect(await statusOf(world.baseUrl + path, { host })).toBeLessThan(500);
  });
});

describe("requested through a trusted proxy that forwards the host", () => {
  const world = useWorld({ TRUST_PROXY: "loopback" });

  test.each(PATHS)("%s", async (path) => {
    for (const host of BAD)
      expect(await statusOf(world.baseUrl + path, { "x-forwarded-host": host })).toBeLessThan(500);
  });
});
