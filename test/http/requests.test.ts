/** Tests the rate limit and the request log. */
import { expect, test } from "vitest";
import { z } from "zod";
import { anyone, nothing, route, signedIn } from "../../src/platform/http/route.ts";
import { createClient } from "../setup/client.ts";
import { useServer } from "./harness.ts";

const told = {
  tag: "Things",
  operationId: "getThing",
  summary: "A made-up thing",
  response: nothing,
};
const routes = [
  route({
    ...told,
    method: "GET",
    path: "/v2/people/:user_id",
    access: anyone,
    params: z.object({ user_id: z.string() }),
    handle({ params }) {
      if (params.user_id === "0") throw new Error("a fault");
      return [];
    },
  }),
  route({ ...told, method: "POST", path: "/v2/people", access: signedIn, handle: () => [] }),
];

const open = useServer(routes);
const PER_MINUTE = 6;
const limited = useServer(routes, { rateLimit: PER_MINUTE, trustProxy: "loopback" });

test("each request is logged on one line without personal data", async () => {
  const { api, token, username } = await open.person();
  open.log.length = 0;
  const secret = { headers: { "user-agent": "Ada's Player/7", "x-forwarded-for": "203.0.113.9" } };
  const answers = [
    await api.get("/v2/people/4711?q=secretquery", secret),
    await open.api.get(`/v2/people/4711?oauth2_access_token=${token}`, secret),
    await api.post("/v2/people", { email: "ada@example.org" }, secret),
    await open.api.get("/v2/people/4711?oauth2_access_token=wrongtoken", secret),
    await open.api.get("/v2/nowhere/4711?q=secretquery", secret),
    await open.api.send("PATCH", "/v2/people/4711", null, secret),
    await open.api.get("/v2/people/0?q=secretquery", secret),
  ];
  const lines = open.log.filter(({ msg }) => msg === "request");
  expect(lines.map(({ method, route: pattern, status, level }) => [method, pattern, status, level]))
    // pino's levels: 30 is info, 40 is warn.
    .toEqual([
      ["GET", "/v2/people/:user_id", 200, 30],
      ["GET", "/v2/people/:user_id", 200, 30],
      ["POST", "/v2/people", 200, 30],
      ["GET", "/v2/people/:user_id", 401, 30],
      ["GET", null, 404, 30],
      ["PATCH", "/v2/people/:user_id", 405, 30],
      ["GET", "/v2/people/:user_id", 500, 40],
    ]);
  for (const [index, line] of lines.entries()) {
    expect(line.request_id).toBe(answers[index]?.headers.get("x-request-id"));
    expect(line.ms).toEqual(expect.any(Number));
    expect(Object.keys(line).filter((key) => !["pid", "hostname"].includes(key))).toEqual(
      expect.arrayContaining(["level", "time", "request_id", "method", "route", "status", "ms"]),
    );
  }
  const all = JSON.stringify(open.log);
  for (const personal of [
    ...[token, username, "wrongtoken", "secretquery", "ada@example.org", "4711"],
    ...["Ada's Player", "203.0.113.9", "127.0.0.1"],
  ])
    expect(all).not.toContain(personal);
});

/** A client at `address` according to a trusted proxy. */
const from = (address: string) => {
  const client = createClient(limited.baseUrl, null);
  const headers = { "x-forwarded-for": address };
  return (path: string, method = "GET") => client.send(method, path, null, { headers });
};

test("an address has a number of requests per minute, then 429 with Retry-After", async () => {
  const send = from("198.51.100.1");
  for (let left = PER_MINUTE - 1; left >= 0; left -= 1) {
    const { status, headers } = await send("/v2/people/1");
    expect(status).toBe(200);
    expect(headers.get("ratelimit-limit")).toBe(String(PER_MINUTE));
    expect(headers.get("ratelimit-remaining")).toBe(String(left));
    expect(Number(headers.get("ratelimit-reset"))).toBeLessThanOrEqual(60);
    expect(headers.get("retry-after")).toBeNull();
  }
  const { status, error, headers } = await send("/v2/people/1");
  expect([status, error.type, error.code]).toEqual([429, "too-many-requests", 429]);
  expect(headers.get("ratelimit-remaining")).toBe("0");
  expect(headers.get("retry-after")).toBe(headers.get("ratelimit-reset"));
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await from("198.51.100.2")("/v2/people/1")).status).toBe(200);
});

test("refused requests count too: unknown paths, methods, invalid tokens", async () => {
  const send = from("198.51.100.3");
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    statuses.push((await send("/v2/nowhere")).status);
    statuses.push((await send("/v2/people/1", "PATCH")).status);
    statuses.push((await send("/v2/people/1?oauth2_access_token=guess")).status);
  }
  expect(statuses).toEqual([404, 405, 401, 404, 405, 401, 429, 429, 429]);
});

test("a caller with a token has ten times as many, from any address", async () => {
  const { token } = await limited.person();
  const path = `/v2/people/1?oauth2_access_token=${token}`;
  for (let count = 0; count < PER_MINUTE * 10; count += 1)
    expect((await from(`198.51.100.${10 + (count % 50)}`)(path)).status).toBe(200);
  const over = await from("198.51.100.10")(path);
  expect([over.status, over.headers.get("ratelimit-limit")]).toEqual([429, "60"]);
  expect((await from("198.51.100.10")("/v2/people/1")).status).toBe(200);
});

test("an IPv6 caller is counted by /64, and an IPv4-mapped address as IPv4", async () => {
  for (const [one, other, shared] of [
    ["2001:db8:1:1::1", "2001:db8:1:1:ffff::2", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["::ffff:198.51.100.90", "198.51.100.90", true],
    ["::ffff:198.51.100.91", "::ffff:198.51.100.92", false],
  ] as const) {
    for (let count = 0; count < PER_MINUTE; count += 1) await from(one)("/v2/people/1");
    expect((await from(other)("/v2/people/1")).status).toBe(shared ? 429 : 200);
  }
});

test("preflights do not count", async () => {
  const headers = { "x-forwarded-for": "198.51.100.5", origin: "https://a.example" };
  for (let count = 0; count < PER_MINUTE * 2; count += 1) {
    const preflight = { ...headers, "access-control-request-method": "GET" };
    const { status } = await limited.api.send("OPTIONS", "/v2/people/1", null, {
      headers: preflight,
    });
    expect(status).toBe(204);
  }
  expect((await from("198.51.100.5")("/v2/people/1")).status).toBe(200);
});

test("without a limit there are no RateLimit headers", async () => {
  expect((await open.api.get("/v2/people/1")).headers.get("ratelimit-limit")).toBeNull();
});
