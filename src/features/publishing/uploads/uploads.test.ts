/** Resumable uploads with a real tus client: created, interrupted, resumed, used once, deleted. */
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Upload, type UploadOptions } from "tus-js-client";
import { afterAll, expect, test } from "vitest";
import { openRaw } from "../../../../test/hostile/raw.ts";
import { useUploads } from "../../../../test/setup/encoding.ts";
import type { Person } from "../../../../test/setup/world.ts";
import { buildApp } from "../../../app/build.ts";
import { uploadJobs } from "./jobs.ts";

const CAP = 3_000_000;
const { world, sound, encode, author, detail } = useUploads({ MAX_UPLOAD_BYTES: String(CAP) });
const folder = () => path.join(world.deps.config.dataDir, "uploads");
const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** Sends `bytes` and returns the URL of the upload. */
function send(who: Person, bytes: Buffer, options: UploadOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${world.baseUrl}/v2/uploads`,
      headers: bearer(who),
      retryDelays: null,
      metadata: { filename: "a.wav" },
      onSuccess: () => resolve(upload.url ?? ""),
      onError: reject,
      ...options,
    });
    upload.start();
  });
}

/** Sends half of the bytes, then disconnects; returns the URL of the upload. */
function sendHalf(who: Person, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${world.baseUrl}/v2/uploads`,
      headers: bearer(who),
      retryDelays: null,
      chunkSize: Math.ceil(bytes.length / 4),
      onChunkComplete(_size, sent) {
        if (sent * 2 < bytes.length) return;
        upload.abort().then(() => resolve(upload.url ?? ""));
      },
      onError: reject,
    });
    upload.start();
  });
}

const idOf = (url: string): string => url.split("/").at(-1) ?? "";
const bytesOf = async (file: Blob) => Buffer.from(await file.arrayBuffer());

const use = (who: Person, show_id: number, upload_id: string) =>
  who.api.post(`/v2/shows/${show_id}/episodes`, { title: "Resumed", upload_id });

test("a file sent in pieces becomes an episode, once", async () => {
  const { ada, show_id } = await author();
  const bytes = await bytesOf(await sound({ name: "a.wav", seconds: 2 }));
  const url = await send(ada, bytes, { chunkSize: 50_000 });
  expect(url).toMatch(new RegExp(`^${world.baseUrl}/v2/uploads/[0-9a-f]{32}$`));
  const { status, response } = await use(ada, show_id, idOf(url));
  expect([status, response.episode.encoding_status]).toEqual([200, "PENDING"]);
  expect(await readdir(folder())).toEqual([]);
  await encode(response.episode.episode_id);
  expect(await detail(world, response.episode)).toMatchObject({ duration: 2000 });
  expect((await use(ada, show_id, idOf(url))).error.fields).toHaveProperty("upload_id");
});

test("an interrupted upload resumes where it stopped, even after a restart of the server", async () => {
  const { ada, show_id } = await author();
  const bytes = await bytesOf(await sound({ name: "a.wav", seconds: 3 }));
  const url = await sendHalf(ada, bytes);
  const early = await use(ada, show_id, idOf(url));
  expect(early.error.fields?.upload_id).toMatch(/^is not finished: \d+ of \d+ bytes received$/);
  const next = await buildApp(world.deps);
  await next.listen({ host: "127.0.0.1", port: 0 });
  closing.push(() => next.close());
  const { port } = next.server.address() as AddressInfo;
  const uploadUrl = `http://127.0.0.1:${port}/v2/uploads/${idOf(url)}`;
  const sent: number[] = [];
  await send(ada, bytes, { uploadUrl, onProgress: (now) => sent.push(now) });
  expect(sent[0]).toBeGreaterThanOrEqual(bytes.length / 2);
  const { episode } = (await use(ada, show_id, idOf(url))).response;
  await encode(episode.episode_id);
  expect((await detail(world, episode)).duration).toBe(3000);
});

test("nobody else can see, continue, delete or use an upload", async () => {
  const { ada, show_id } = await author();
  const { ada: eve, show_id: hers } = await author();
  const bytes = await bytesOf(await sound());
  const [half, whole] = [await sendHalf(ada, bytes), await send(ada, bytes)];
  const tus = { "tus-resumable": "1.0.0" };
  const ask = async (url: string, method: string, headers = {}) =>
    (await fetch(url, { method, headers: { ...tus, ...headers } })).status;
  for (const url of [half, whole, `${world.baseUrl}/v2/uploads/../../etc/passwd`]) {
    expect(await ask(url, "HEAD", bearer(eve))).toBe(404);
    expect(await ask(url, "DELETE", bearer(eve))).toBe(404);
  }
  const patch = { "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  expect(await ask(half, "PATCH", { ...patch, ...bearer(eve) })).toBe(404);
  expect((await use(eve, hers, idOf(whole))).error.fields).toHaveProperty("upload_id");
  for (const method of ["HEAD", "PATCH", "DELETE"]) expect(await ask(half, method)).toBe(401);
  expect(await ask(`${world.baseUrl}/v2/uploads`, "POST")).toBe(401);
  const reading = { authorization: "Bearer lw_wrong" };
  expect(await ask(half, "HEAD", reading)).toBe(401);
  expect((await use(ada, show_id, idOf(whole))).status).toBe(200);
  expect(await ask(half, "DELETE", bearer(ada))).toBe(204);
  expect(await ask(half, "HEAD", bearer(ada))).toBe(404);
});

test.each(["?x=/", "?", "/?/", "#/", "#"])(
  "what follows %s in the URL is not an upload id",
  async (between) => {
    const [{ ada }, { ada: eve }] = [await author(), await author()];
    const bytes = await bytesOf(await sound());
    const [theirs, mine] = [await sendHalf(ada, bytes), await sendHalf(eve, bytes)];
    const before = await readFile(path.join(folder(), idOf(theirs)));
    const { hostname: host, port, pathname } = new URL(mine);
    for (const method of ["HEAD", "PATCH", "DELETE"]) {
      const headers = {
        ...bearer(eve),
        "tus-resumable": "1.0.0",
        "upload-offset": before.length,
        "content-type": "application/offset+octet-stream",
      };
      // Not with `fetch`, which does not send what follows #.
      const target = `${pathname}${between}${idOf(theirs)}`;
      const request = http.request({ host, port, method, path: target, headers });
      const [answer] = (await once(
        request.end(method === "PATCH" ? "no more" : ""),
        "response",
      )) as [IncomingMessage];
      answer.resume();
    }
    expect(await readFile(path.join(folder(), idOf(theirs)))).toEqual(before);
    await send(ada, bytes, { uploadUrl: theirs });
  },
);

test("the size limit applies here too, with or without a declared length", async () => {
  const { ada } = await author();
  const url = `${world.baseUrl}/v2/uploads`;
  const headers = { ...bearer(ada), "tus-resumable": "1.0.0" };
  const open = (more: Record<string, string>) =>
    fetch(url, { method: "POST", headers: { ...headers, ...more } });
  expect((await open({ "upload-length": String(CAP) })).status).toBe(201);
  expect((await open({ "upload-length": String(CAP + 1) })).status).toBe(413);
  const deferred = await open({ "upload-defer-length": "1" });
  const patched = await fetch(deferred.headers.get("location") ?? "", {
    method: "PATCH",
    headers: {
      ...headers,
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    },
    body: new Uint8Array(CAP + 1),
  });
  expect(patched.status).toBe(413);
});

test("an upload may be opened by a request that does not say that it has no body", async () => {
  const { ada } = await author();
  const { authorization } = bearer(ada);
  const request = `POST /v2/uploads HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n`;
  const tus = "tus-resumable: 1.0.0\r\nupload-length: 10\r\nconnection: close\r\n\r\n";
  expect(await openRaw(world.baseUrl, request + tus).closed).toMatch(/^HTTP\/1.1 201 /);
});

test("the number of unused uploads is limited", async () => {
  const { ada } = await author();
  const headers = { ...bearer(ada), "tus-resumable": "1.0.0", "upload-length": "10" };
  const statuses = new Map<number, number>();
  for (let count = 0; count < 51; count += 1) {
    const { status } = await fetch(`${world.baseUrl}/v2/uploads`, { method: "POST", headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [201, 50],
    [409, 1],
  ]);
});

test("an upload is deleted after a day, and its file within the next hour", async () => {
  const { ada, show_id } = await author();
  const url = await send(ada, await bytesOf(await sound()));
  const upload_id = idOf(url);
  const sweep = () => uploadJobs(world.deps)[0]?.run({}, { last: true });
  await sweep();
  expect(await readdir(folder())).toContain(upload_id);
  world.setTime(new Date(Date.now() + 25 * 3_600_000));
  await sweep();
  world.setTime(null);
  expect(await readdir(folder())).not.toContain(upload_id);
  expect((await use(ada, show_id, upload_id)).error.fields).toHaveProperty("upload_id");
});

test("a preflight request of another origin is allowed", async () => {
  const answer = await fetch(`${world.baseUrl}/v2/uploads/${"0".repeat(32)}`, {
    method: "OPTIONS",
    headers: {
      origin: "https://studio.example",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "upload-offset",
    },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-methods")).toContain("PATCH");
  expect(answer.headers.get("access-control-allow-headers")).toContain("Upload-Offset");
  const plain = await fetch(`${world.baseUrl}/v2/uploads`, { method: "OPTIONS" });
  expect(plain.headers.get("tus-version")).toBe("1.0.0");
});
