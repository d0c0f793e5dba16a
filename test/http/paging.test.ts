/** Tests both kinds of paging, and the URLs in responses (contract §2). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  lastIdPage,
  lastIdPaging,
  offsetPage,
  offsetPaging,
  pageOf,
  twoWayPage,
  twoWayPageOf,
} from "../../src/platform/http/paging.ts";
import { integer } from "../../src/platform/http/params.ts";
import { anyone, route } from "../../src/platform/http/route.ts";
import { createClient, type Reply } from "../setup/client.ts";
import { type Harness, useServer } from "./harness.ts";

const ROWS = 10_150;
/** `size` rows, newest first: `size`, `size - 1`, … 1. */
const size = integer({ max: ROWS }).default(ROWS);
const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => count - index);
const told = {
  tag: "Rows",
  operationId: "listThings",
  summary: "Rows",
  access: anyone,
  response: pageOf(z.object({ row_id: z.int() })),
};
type Page = { items: { row_id: number }[]; next_url: string | null };
const view = (row_id: number) => ({ row_id });

const routes = [
  route({
    ...told,
    method: "GET",
    path: "/v2/by-offset",
    query: z.object({ ...offsetPaging(), size }),
    handle(call) {
      const { limit, offset } = call.query;
      return offsetPage(call, rowsOf(call.query.size).slice(offset, offset + limit + 1), view);
    },
  }),
  route({
    ...told,
    method: "GET",
    path: "/v2/both-ways",
    query: z.object({ ...offsetPaging(), size }),
    response: twoWayPageOf(z.object({ row_id: z.int() })),
    handle(call) {
      const { limit, offset } = call.query;
      return twoWayPage(call, rowsOf(call.query.size).slice(offset, offset + limit + 1), view);
    },
  }),
  route({
    ...told,
    method: "GET",
    path: "/v2/by-id",
    query: z.object({ ...lastIdPaging(20), size }),
    handle(call) {
      const { limit, last_id = Number.POSITIVE_INFINITY } = call.query;
      const rows = rowsOf(call.query.size).filter((row_id) => row_id < last_id);
      return lastIdPage(call, rows.slice(0, limit + 1), (row_id) => row_id, view);
    },
  }),
];

const plain = useServer(routes);
const published = useServer(routes, { publicUrl: "https://pods.example", trustProxy: true });
const behindLocal = useServer(routes, { trustProxy: "loopback" });
const behindOther = useServer(routes, { trustProxy: "192.0.2.0/24, 2001:db8::/32" });
const behindAny = useServer(routes, { trustProxy: true });

test("prev_url returns exactly the items before the page", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 0, max: 120 }),
      async (limit, offset) => {
        let { items, prev_url } = (
          await plain.api.get(`/v2/both-ways?limit=${limit}&offset=${offset}`)
        ).response;
        expect(prev_url === null).toBe(offset === 0);
        while (prev_url !== null) {
          const { response } = await plain.api.get(prev_url);
          expect(response.items.at(-1).row_id).toBe(items[0].row_id + 1);
          ({ items, prev_url } = response);
        }
        expect(items[0].row_id).toBe(ROWS);
      },
    ),
    { seed: 16, numRuns: 20 },
  );
});

test("limit is 50 or the list's default, at most 100, and refused below 1", async () => {
  const count = async (path: string) => (await plain.api.get(path)).response.items.length;
  expect(await count("/v2/by-offset")).toBe(50);
  expect(await count("/v2/by-id")).toBe(20);
  for (const [asked, given] of [
    ["1", 1],
    ["100", 100],
    ["101", 100],
    ["200", 100],
    ["99999999999999999999999999", 100],
  ] as const)
    expect(await count(`/v2/by-offset?limit=${asked}`)).toBe(given);
  for (const wrong of ["0", "-1", "abc", "", "1.5", "NaN", "Infinity", "1e2"]) {
    const { status, error } = await plain.api.get(`/v2/by-id?limit=${wrong}`);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ["limit"]]);
  }
});

test("offset is 0 to 10,000, and the list ends where the next page would exceed it", async () => {
  const at = (offset: string) => plain.api.get(`/v2/by-offset?limit=100&offset=${offset}`);
  const last = (await at("10000")).response;
  expect([last.items.length, last.next_url]).toEqual([100, null]);
  expect((await at("9900")).response.next_url).toContain("offset=10000");
  expect((await at("9901")).response.next_url).toBeNull();
  for (const wrong of ["10001", "-1", "x", "99999999999999999999"]) {
    const { status, error } = await at(wrong);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ["offset"]]);
  }
});

test("last_id must be an id", async () => {
  for (const wrong of ["0", "-1", "x", ""]) {
    const { error } = await plain.api.get(`/v2/by-id?last_id=${wrong}`);
    expect(Object.keys(error.fields ?? {})).toEqual(["last_id"]);
  }
});

test("following next_url returns every item once, in order, and ends with null", async () => {
  const list = fc.constantFrom("by-offset", "by-id");
  const count = fc.integer({ min: 0, max: 70 });
  const limit = fc.integer({ min: 5, max: 40 });
  const walk = async (name: string, rows: number, step: number) => {
    const seen: number[] = [];
    let next: string | null = `${plain.baseUrl}/v2/${name}?size=${rows}&limit=${step}`;
    while (next !== null) {
      const { response }: Reply<Page> = await plain.api.get<Page>(next);
      seen.push(...response.items.map(({ row_id }) => row_id));
      expect(response.items.length).toBeLessThanOrEqual(step);
      next = response.next_url;
    }
    expect(seen).toEqual(rowsOf(rows));
  };
  await fc.assert(fc.asyncProperty(list, count, limit, walk), { seed: 7, numRuns: 40 });
});

test("next_url is absolute and keeps all other parameters", async () => {
  const { response } = await plain.api.get(
    "/v2//by-offset/?&q=a%26b%20c&c=it_IT&limit=200&x=1&x=2",
  );
  const url = new URL(response.next_url);
  expect(url.origin).toBe(plain.baseUrl);
  expect(url.pathname.replace(/\/$/, "")).toBe("/v2/by-offset");
  expect([...url.searchParams].sort()).toEqual([
    ["c", "it_IT"],
    ["limit", "100"],
    ["offset", "100"],
    ["q", "a&b c"],
    ["x", "1"],
    ["x", "2"],
  ]);
});

const FORWARDED = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
const nextOf = async ({ api }: Harness, headers: Record<string, string> = FORWARDED) =>
  new URL((await api.get("/v2/by-id?limit=1", { headers })).response.next_url).origin;

test("next_url starts with PUBLIC_URL, or else with the request's host", async () => {
  expect(await nextOf(published)).toBe("https://pods.example");
  expect(await nextOf(plain, {})).toBe(plain.baseUrl);
  const named = createClient(plain.baseUrl.replace("127.0.0.1", "localhost"), null);
  const { response } = await named.get("/v2/by-id?limit=1");
  expect(new URL(response.next_url).hostname).toBe("localhost");
});

test("X-Forwarded-* is only accepted from a trusted proxy", async () => {
  expect(await nextOf(plain)).toBe(plain.baseUrl);
  expect(await nextOf(behindOther)).toBe(behindOther.baseUrl);
  expect(await nextOf(behindLocal)).toBe("https://evil.example");
  expect(await nextOf(behindAny)).toBe("https://evil.example");
});

test("an invalid host never appears in a URL", async () => {
  for (const host of ["evil.example/path?", 'a"b', "a b", "user@evil.example", "[::1", ""]) {
    const origin = await nextOf(behindAny, { "x-forwarded-host": host });
    expect(origin).toMatch(/^http:\/\/(127\.0\.0\.1|localhost):\d+$/);
  }
  expect(await nextOf(behindAny, { "x-forwarded-host": "[::1]:8080" })).toBe("http://[::1]:8080");
});
