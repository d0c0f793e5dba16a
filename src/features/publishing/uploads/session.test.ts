/** Resumable uploads of pages: by the session's cookie with a form's token, and by nothing less. */
import { beforeAll, expect, test } from "vitest";
import { useUploads } from "../../../../test/setup/encoding.ts";
import { type PageSession, signIn } from "../../../../test/setup/session.ts";
import type { Person } from "../../../../test/setup/world.ts";

const { world, sound, author } = useUploads({ MAX_UPLOAD_BYTES: "3000000" });
let ada: Person;
let show_id: number;
let session: PageSession;
beforeAll(async () => {
  ({ ada, show_id } = await author());
  session = await signIn(world.baseUrl, ada.username);
});

const tus = { "tus-resumable": "1.0.0" };
const headersOf = ({ cookie, csrf }: PageSession) => ({ ...tus, cookie, "x-csrf-token": csrf });
const begin = (headers: Record<string, string>, length = 10) =>
  fetch(`${world.baseUrl}/v2/uploads`, {
    method: "POST",
    headers: { ...tus, "upload-length": String(length), ...headers },
  });

test("a page uploads with the session's cookie and a form's token, and the upload is its person's", async () => {
  const bytes = Buffer.from(await (await sound()).arrayBuffer());
  const created = await begin(headersOf(session), bytes.length);
  expect(created.status).toBe(201);
  const url = created.headers.get("location") ?? "";
  const patch = (body: Buffer, offset: number, headers = headersOf(session)) =>
    fetch(url, {
      method: "PATCH",
      headers: {
        ...headers,
        "upload-offset": String(offset),
        "content-type": "application/offset+octet-stream",
      },
      body: new Uint8Array(body),
    });
  const half = Math.floor(bytes.length / 2);
  expect((await patch(bytes.subarray(0, half), 0)).status).toBe(204);
  const head = await fetch(url, { method: "HEAD", headers: headersOf(session) });
  expect([head.status, head.headers.get("upload-offset")]).toEqual([200, String(half)]);
  const eve = await signIn(world.baseUrl, (await world.person()).username);
  expect((await patch(bytes.subarray(half), half, headersOf(eve))).status).toBe(404);
  expect((await patch(bytes.subarray(half), half)).status).toBe(204);
  const upload_id = url.split("/").at(-1);
  const used = await ada.api.post(`/v2/shows/${show_id}/episodes`, { title: "Sent", upload_id });
  expect(used.response.episode.encoding_status).toBe("PENDING");
});

test("the same limits apply: the file's size, and the person's storage", async () => {
  expect((await begin(headersOf(session), 3_000_001)).status).toBe(413);
  const { db } = world.deps;
  const usage = async () =>
    (
      await db
        .selectFrom("storage_use")
        .select("bytes")
        .where("user_id", "=", ada.user_id)
        .executeTakeFirst()
    )?.bytes ?? 0;
  const before = await usage();
  expect((await begin(headersOf(session), 1_000_000)).status).toBe(201);
  expect((await usage()) - before).toBe(1_000_000);
});

test("a cookie without the token, another browser's token and another site's page are refused", async () => {
  const { cookie, csrf } = session;
  const other = await signIn(world.baseUrl, ada.username);
  expect((await begin({ cookie })).status).toBe(401);
  expect((await begin({ "x-csrf-token": csrf })).status).toBe(401);
  expect((await begin({ cookie, "x-csrf-token": "wrong" })).status).toBe(403);
  expect((await begin({ cookie, "x-csrf-token": other.csrf })).status).toBe(403);
  const page = headersOf(session);
  expect((await begin({ ...page, "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await begin({ ...page, origin: "https://evil.example" })).status).toBe(403);
  const asked = await fetch(`${world.baseUrl}/v2/uploads`, {
    method: "OPTIONS",
    headers: {
      origin: "https://evil.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-csrf-token",
    },
  });
  expect(asked.headers.get("access-control-allow-headers")?.toLowerCase()).not.toContain("csrf");
  expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
});

test("a session that has ended cannot continue its uploads", async () => {
  const ending = await signIn(world.baseUrl, ada.username);
  const url = (await begin(headersOf(ending))).headers.get("location") ?? "";
  await fetch(`${world.baseUrl}/sign-out`, {
    method: "POST",
    body: new URLSearchParams({ csrf: ending.csrf }),
    headers: { cookie: ending.cookie },
    redirect: "manual",
  });
  expect((await fetch(url, { method: "HEAD", headers: headersOf(ending) })).status).toBe(401);
  expect((await fetch(url, { method: "HEAD", headers: headersOf(session) })).status).toBe(200);
});
