/** Tests the documentation over HTTP: it is complete, its links lead somewhere, and it costs little. */
import { once } from "node:events";
import http from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { parse } from "acorn";
import { expect, test } from "vitest";
import { createSurfer } from "../../../../test/setup/surfer.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { describeApi } from "../../../platform/http/openapi.ts";
import { openDocs } from "./actions.ts";

const world = useWorld({ PUBLIC_URL: "https://pods.example" });
const local = useWorld();

// biome-ignore lint/suspicious/noExplicitAny: a document is read freely
type Json = any;

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, world.baseUrl), { headers });

/** The bytes as they were sent. */
async function getRaw(path: string, headers: Record<string, string>) {
  const [answer] = (await once(
    http.get(new URL(path, world.baseUrl), { headers }),
    "response",
  )) as [http.IncomingMessage];
  return { headers: answer.headers, bytes: await buffer(answer) };
}

async function read(path: string): Promise<string> {
  const answer = await get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

const idsOf = (text: string): string[] =>
  [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

const linksOf = (text: string): string[] =>
  [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, url = ""]) => url);

/** All pages that the overview links to, and their texts. */
async function readAll(): Promise<Map<string, string>> {
  const overview = await read("/docs");
  const paths = new Set(linksOf(overview).map((url) => url.replace(/#.*/, "")));
  const pages = new Map([["/docs", overview]]);
  for (const path of paths) if (path.startsWith("/docs/")) pages.set(path, await read(path));
  return pages;
}

const unescaped = (text: string): string =>
  text
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

test("every operation is on exactly one page, with its path, access, errors and examples", async () => {
  const pages = await readAll();
  const { paths }: Json = await (await get("/openapi.json")).json();
  const operations = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, one]) => ({ ...one, path, method })),
  );
  expect(operations.length).toBeGreaterThan(250);
  for (const { operationId, path, method, responses, description = "" } of operations) {
    const start = `<section class="operation" id="${operationId}"`;
    const [page, ...others] = [...pages].filter(([, text]) => text.includes(start));
    expect([operationId, others]).toEqual([operationId, []]);
    const part = page?.[1].split(start)[1]?.split("</section>")[0] ?? "";
    const text = unescaped(part);
    expect(text).toContain(`${method.toUpperCase()} ${path}`);
    for (const status of Object.keys(responses).filter((one) => Number(one) >= 400))
      expect(part).toContain(`>${status}</`);
    const [, access] = /Access: (.*)\. Scope: /.exec(description) ?? [];
    if (access !== undefined) expect(text).toContain(access.replaceAll("`", ""));
    expect(text).toMatch(/curl.*https:\/\/pods\.example\//);
    expect(text).toMatch(/await fetch\("https:\/\/pods\.example\//);
  }
});

test("every link and every anchor leads somewhere, and no id is used twice", async () => {
  const pages = await readAll();
  const ids = new Map([...pages].map(([path, text]) => [path, idsOf(text)]));
  for (const [path, own] of ids) expect([path, own.length]).toEqual([path, new Set(own).size]);
  const bad = new Set<string>();
  for (const [path, text] of pages)
    for (const url of linksOf(text)) {
      const { pathname, hash } = new URL(url, `https://pods.example${path}`);
      if (!pathname.startsWith("/docs")) continue;
      if (hash !== "" && !ids.get(pathname)?.includes(decodeURIComponent(hash.slice(1))))
        bad.add(`${path} → ${url}`);
      if (!pages.has(pathname)) bad.add(`${path} → ${url}`);
    }
  expect([...bad]).toEqual([]);
});

test("the examples in TypeScript are valid", async () => {
  const pages = await readAll();
  const examples = [...pages.values()].flatMap((text) =>
    [...text.matchAll(/<summary>TypeScript<\/summary><pre[^>]*><code>([\s\S]*?)<\/code>/g)].map(
      ([, code = ""]) => unescaped(code),
    ),
  );
  expect(examples.length).toBeGreaterThan(250);
  for (const example of examples)
    expect(
      () => parse(example, { ecmaVersion: "latest", sourceType: "module" }),
      example,
    ).not.toThrow();
});

test("addresses of the reference on one page are in the index of all operations, with a link to where it is now", async () => {
  const index = await read("/docs/operations");
  for (const [old, url] of [
    ["getShow", "/docs/shows#getShow"],
    ["chapter-feed-tags", "/docs/feed-tags"],
    ["chapter-search", "/docs/search-api"],
    ["schema-Show", "/docs/records#schema-Show"],
  ]) {
    const [, rest = ""] = index.split(` id="${old}"`);
    expect([old, linksOf(rest)[0]]).toEqual([old, url]);
  }
});

test.each([
  ["createShow", "/docs/shows#createShow"],
  ["create show", "/docs/shows#createShow"],
  ["image_file", "/docs/shows#updateShow.image_file"],
  ["show-not-empty", "/docs/errors#409-show-not-empty"],
  ["LineItem", "/docs/records#schema-LineItem"],
  ["requests-per-minute", "/docs/limits#requests-per-minute"],
  ["idempotent requests", "/docs/guides/http"],
  ["/v2/me", "/docs/users#getCurrentUser"],
])("searching for %s finds %s", async (q, url) => {
  const text = await read(`/docs/search?${new URLSearchParams({ q })}`);
  const [, results = ""] = text.split('<ul class="results">');
  expect(linksOf(results)).toContain(url);
});

test("a search shows what was typed as text, and finds nothing for nothing", async () => {
  const hostile = `"><script>alert(1)</script>`;
  const text = await read(`/docs/search?${new URLSearchParams({ q: hostile })}`);
  expect(text).not.toContain("<script>alert");
  expect(text).toContain("Nothing found.");
  expect(await read("/docs/search")).toContain("Search for an operation");
  expect((await get(`/docs/search?q=${"x".repeat(201)}`)).status).toBe(400);
});

test.each([
  "/docs/nothing",
  "/docs/guides/nothing",
  "/docs/guides/operations",
  "/docs/guides/..%2f..%2fpackage",
])("%s is an error page", async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toContain("text/html");
});

test("pages are compressed, and revalidated by their tags", async () => {
  const plain = await get("/docs/shows", { "accept-encoding": "identity" });
  const text = await plain.text();
  const { headers } = plain;
  expect(headers.get("cache-control")).toBe("public, no-cache");
  expect(headers.get("vary")).toBe("Accept-Encoding");
  const tags = new Set([headers.get("etag")]);
  for (const [encoding, expand] of [
    ["gzip", gunzipSync],
    ["br", brotliDecompressSync],
  ] as const) {
    const raw = await getRaw("/docs/shows", { "accept-encoding": encoding });
    expect(raw.headers["content-encoding"]).toBe(encoding);
    expect(raw.bytes.length).toBeLessThan(text.length / 4);
    expect(expand(raw.bytes).toString()).toBe(text);
    tags.add(raw.headers.etag ?? "");
    const again = await get("/docs/shows", {
      "accept-encoding": encoding,
      "if-none-match": raw.headers.etag ?? "",
    });
    expect(again.status).toBe(304);
  }
  expect(tags.size).toBe(3);
});

test("no page is larger than 150 kB", async () => {
  for (const [path, text] of await readAll()) expect(text.length, path).toBeLessThan(150_000);
});

test("a page is the same for whoever is signed in, and runs only this server's scripts", async () => {
  const { username } = await local.person();
  const browser = createSurfer(local.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: username, password: "correct horse" });
  expect((await browser.open("/settings")).text).toContain("Sign out");
  const { text, headers } = await browser.open("/docs");
  expect(text).toBe(await (await fetch(`${local.baseUrl}/docs`)).text());
  expect(text).toContain(`curl &quot;${local.baseUrl}/v2/me&quot;`);
  expect(headers.get("set-cookie")).toBeNull();
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain("unsafe");
});

test("addresses that strangers make up do not fill the memory", () => {
  const docs = openDocs({
    apiDocument: () => describeApi([], { title: "None", version: "1", description: "" }),
    examples: () => ({}),
    limits: [],
  });
  const legal = { imprint: null, privacy: null, contact: null };
  const site = { name: "Pods", tagline: null, accent: null, about: null, logo: null, ...legal };
  const visit = (host: string) => docs.page("/docs/errors", { baseUrl: `http://${host}`, site });
  const first = visit("pods.example");
  expect(visit("pods.example")).toBe(first);
  const enough = (8 * 2 ** 20) / (first?.size ?? 1) + 1;
  for (let at = 0; at < enough; at += 1) visit(`${at}.example`);
  expect(visit("pods.example")).not.toBe(first);
});

test("the scripts and the search index can be kept forever at their own address only", async () => {
  const overview = await read("/docs");
  const [, script = ""] = /<script type="module" src="([^"]+)"/.exec(overview) ?? [];
  const [, index = ""] = /data-index="([^"]+)"/.exec(overview) ?? [];
  for (const [path, type] of [
    [script, "text/javascript"],
    [script.replace("docs.js", "match.js"), "text/javascript"],
    [index, "application/json"],
  ] as const) {
    const { status, headers } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get("content-type")).toContain(type);
    expect(headers.get("cache-control")).toContain("immutable");
  }
  const old = await get("/assets/docs/0123456789abcdef/docs.js");
  expect(old.headers.get("cache-control")).toBe("no-cache");
  expect((await get("/assets/docs/0123456789abcdef/routes.ts")).status).toBe(404);
});
