/** Tests that pages and the API share one pipeline, and that every response of a page looks like one of a page. */
import { expect, test } from "vitest";
import { createSurfer } from "../setup/surfer.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld();
const hurried = useWorld({ RATE_LIMIT: "1" });

const ask = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, world.baseUrl), { redirect: "manual", ...init });

function expectPageHeaders({ headers }: Response): void {
  expect(headers.get("access-control-allow-origin")).toBeNull();
  expect(headers.get("content-security-policy")).toContain("style-src 'self'");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
}

test("a page that is refused before it runs is an error page with the headers of a page", async () => {
  await fetch(`${hurried.baseUrl}/sign-in`);
  const refusals: [number, Response][] = [
    [429, await fetch(`${hurried.baseUrl}/sign-in`)],
    [401, await ask("/sign-in", { headers: { authorization: "Bearer unknown" } })],
    [400, await ask(`/sign-in?${"a=b&".repeat(1001)}`)],
    [404, await ask("/show/0")],
  ];
  for (const [status, refusal] of refusals) {
    expect(refusal.status).toBe(status);
    expect(refusal.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expectPageHeaders(refusal);
    expect(await refusal.text()).toContain('<main id="main"');
  }
});

test("every method that a page lacks gets 405 with Allow, whatever its body", async () => {
  const put = { method: "PUT", body: "{}", headers: { "content-type": "application/json" } };
  const requests = [put, { method: "OPTIONS" }, { method: "DELETE" }, { method: "PATCH" }];
  for (const request of requests) {
    const answer = await ask("/sign-in", request);
    expect([answer.status, answer.headers.get("allow")], request.method).toEqual([
      405,
      "GET, POST, HEAD",
    ]);
    expectPageHeaders(answer);
    expect(await answer.text()).toContain("This page supports GET, POST, HEAD.");
  }
});

test("other sites' scripts get no permission to send requests to a page", async () => {
  const headers = { origin: "https://other.example", "access-control-request-method": "POST" };
  const page = await ask("/sign-in", { method: "OPTIONS", headers });
  expect(page.headers.get("access-control-allow-origin")).toBeNull();
  const api = await ask("/v2/shows", { method: "OPTIONS", headers });
  expect(api.headers.get("access-control-allow-origin")).toBe("*");
});

test("a form that cannot be read gets an error page that knows who is signed in", async () => {
  const { username } = await world.person();
  const browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: username, password: "correct horse" });
  await browser.open("/settings");
  const refused = await browser.submit({ description: "x".repeat(70_000) }, "/settings");
  expect(refused.status).toBe(413);
  expect(refused.text).toContain("The body is too large.");
  expect(refused.text).not.toContain('href="/sign-in"');
});

test("parameters in the URL never fill in a form", async () => {
  const shown = await ask("/sign-in");
  const cookie = shown.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const [, csrf] = /name="csrf" value="([^"]+)"/.exec(await shown.text()) ?? [];
  const post = (query: string, body: Record<string, string>) =>
    ask(`/sign-in?${query}`, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams(body),
    });
  expect((await post(`csrf=${csrf}`, { login: "ada" })).status).toBe(403);
  const again = await post("login=from_the_link", { csrf: csrf ?? "" });
  expect(again.status).toBe(400);
  expect(await again.text()).not.toContain('value="from_the_link"');
});

test("a browser gets a page for an address that does not exist, and a program JSON", async () => {
  const page = await ask("/nope", {
    headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  });
  expect(page.status).toBe(404);
  expect(page.headers.get("vary")).toContain("Accept");
  expectPageHeaders(page);
  expect(await page.text()).toContain('action="/search"');
  for (const [path, accept] of [
    ["/nope", "*/*"],
    ["/v2/nope", "text/html"],
  ] as const) {
    const answer = await ask(path, { headers: { accept } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      404,
      "application/json; charset=utf-8",
    ]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  }
});

test("pages are compressed unless they contain a form token", async () => {
  const encodingOf = async (path: string, encodings: string) => {
    const { headers } = await ask(path, { headers: { "accept-encoding": encodings } });
    return headers.get("content-encoding");
  };
  expect(await encodingOf("/", "gzip, br")).toBe("br");
  expect(await encodingOf("/", "gzip")).toBe("gzip");
  expect(await encodingOf("/", "identity")).toBeNull();
  expect(await encodingOf("/docs", "br")).toBe("br");
  expect(await encodingOf("/sign-in", "gzip, br")).toBeNull();
  const page = await ask("/");
  expect(page.headers.get("vary")).toBe("Accept-Encoding");
  expect(await page.text()).toContain('<main id="main"');
});
