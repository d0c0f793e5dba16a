/** Tests a bucket behind a failing network: reads return an error or the right bytes, never wrong ones. */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type BucketPlace, parseMediaUrl } from "../../src/platform/media/place.ts";
import { openS3Store } from "../../src/platform/media/s3.ts";
import { MediaAway, type MediaStore } from "../../src/platform/media/store.ts";
import { openBucket, type TestBucket } from "../setup/bucket.ts";
import { makePicture } from "../setup/pictures.ts";
import { openWorld } from "../setup/world.ts";
import { type BadLine, type Fault, openProxy } from "./proxy.ts";

const patience = { connectMs: 1000, answerMs: 1500, silenceMs: 1000, attempts: 2 };

let bucket = {} as TestBucket;
let dataDir = "";
let healthy = {} as MediaStore;
beforeAll(async () => {
  bucket = await openBucket();
  dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-faults-"));
  healthy = await openS3Store(placeAt(bucket.endpoint), dataDir);
});
afterAll(async () => {
  await bucket.close();
  await rm(dataDir, { recursive: true });
});

function placeAt(endpoint: string): BucketPlace {
  const place = parseMediaUrl(bucket.url);
  if (typeof place === "string") throw new Error(place);
  return { ...place, endpoint };
}
const storeAt = (endpoint: string) => openS3Store(placeAt(endpoint), dataDir, { patience });

/** The same bucket through an unreliable proxy. */
async function through(
  faultOf: (connection: number) => Fault,
): Promise<{ media: MediaStore; proxy: BadLine }> {
  const proxy = await openProxy(bucket.endpoint, faultOf);
  onTestFinished(() => proxy.close());
  return { media: await storeAt(proxy.endpoint), proxy };
}

async function fileOf(bytes: Buffer): Promise<string> {
  const file = path.join(dataDir, "tmp", randomUUID());
  await writeFile(file, bytes);
  return file;
}

const bytes = randomBytes(1_500_000);
const stored = async () => healthy.put(await fileOf(bytes), "audio", "mp3");

test("a line that repeatedly breaks halfway still returns the right bytes", async () => {
  const key = await stored();
  const { media, proxy } = await through(() => ({ cutBodyAfter: 400_000 }));
  expect((await buffer(await media.read(key))).equals(bytes)).toBe(true);
  const range = { start: 123_456, end: 1_234_567 };
  const part = await buffer(await media.read(key, range));
  expect(part.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
  expect(proxy.connections()).toBeGreaterThanOrEqual(4 + 3);
});

test.each([false, true])("a stalled line is an error (line stays open: %s)", async (silently) => {
  const key = await stored();
  const healthyFor = (connection: number) => (connection === 0 ? 700_000 : 0);
  const { media, proxy } = await through((connection) => ({
    cutBodyAfter: healthyFor(connection),
    silently,
  }));
  const got: Buffer[] = [];
  const reading = (async () => {
    for await (const piece of await media.read(key)) got.push(piece as Buffer);
  })();
  await expect(reading).rejects.toThrow();
  expect(Buffer.concat(got).equals(bytes.subarray(0, 700_000))).toBe(true);
  expect(proxy.connections()).toBeLessThan(8);
});

test("a listener who pauses for longer than the store waits still gets the rest", async () => {
  const large = randomBytes(20_000_000);
  const key = await healthy.put(await fileOf(large), "audio", "mp3");
  const { media, proxy } = await through(() => ({}));
  const got: Buffer[] = [];
  for await (const piece of await media.read(key)) {
    if (got.length === 3) await sleep(patience.silenceMs * 2);
    got.push(piece as Buffer);
  }
  expect(Buffer.concat(got).equals(large)).toBe(true);
  expect(proxy.connections()).toBe(2);
});

const BUSY = "HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const NO_LENGTH = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nwrong bytes";
const OTHER_RANGE =
  "HTTP/1.1 206 Partial Content\r\ncontent-range: bytes 20-29/100\r\ncontent-length: 10\r\nconnection: close\r\n\r\n0123456789";
/** Its length contradicts its range. */
const OTHER_LENGTH = OTHER_RANGE.replace("content-length: 10", "content-length: 9");

test("a busy store is retried, and its final refusal is an error", async () => {
  const key = await stored();
  const { media, proxy } = await through(() => ({ answer: BUSY }));
  await expect(media.read(key)).rejects.toThrow(MediaAway);
  expect(proxy.connections()).toBe(patience.attempts);
  await expect(media.find(key)).rejects.toThrow();
  await expect(media.remove(key)).rejects.toThrow();
  const listing = (async () => {
    for await (const listed of media.keys()) expect.unreachable(listed);
  })();
  await expect(listing).rejects.toThrow(MediaAway);
  await expect(media.put(await fileOf(bytes), "audio", "mp3")).rejects.toThrow();
  const once = await through((connection) => (connection === 0 ? { answer: BUSY } : {}));
  expect((await buffer(await once.media.read(key))).equals(bytes)).toBe(true);
});

test("a missing or foreign bucket is distinguished from a missing file", async () => {
  const key = await stored();
  const place = placeAt(bucket.endpoint);
  const elsewhere = await openS3Store({ ...place, bucket: `no-${randomUUID()}` }, dataDir);
  await expect(elsewhere.read(key)).rejects.toThrow(/refuses GetObject with 404 \(NoSuchBucket/);
  const credentials = { accessKeyId: "NOBODY", secretAccessKey: "guessed" };
  const stranger = await openS3Store({ ...place, credentials }, dataDir);
  await expect(stranger.read(key)).rejects.toThrow(/refuses GetObject with 403/);
  await expect(stranger.find(key)).rejects.toThrow("refuses HeadObject with 403 (Forbidden)");
});

test("a response without or with other content than announced is an error", async () => {
  const key = await stored();
  // Clients are told to come back later, as with a store that does not respond.
  const away = expect.objectContaining({
    name: "MediaAway",
    message: expect.stringContaining("does not say which bytes"),
  });
  const vague = await through(() => ({ answer: NO_LENGTH }));
  await expect(vague.media.read(key)).rejects.toThrow(away);
  const torn = await through(() => ({ answer: OTHER_LENGTH }));
  await expect(torn.media.read(key, { start: 20, end: 29 })).rejects.toThrow(away);
  const other = await through(() => ({ answer: OTHER_RANGE }));
  await expect(other.media.read(key, { start: 10, end: 19 })).rejects.toThrow("bytes of 10");
});

test("an interrupted upload is an error, and the next one completes the file", async () => {
  const large = randomBytes(20_000_000);
  for (const content of [bytes, large]) {
    const { media } = await through(() => ({ cutRequestsAfter: 1_000_000 }));
    await expect(media.put(await fileOf(content), "cut", "mp3")).rejects.toThrow();
    // s3rver, unlike other servers, keeps the beginning of a single-part upload.
    if (content === large) for await (const key of healthy.keys("cut")) expect.unreachable(key);
    const key = await healthy.put(await fileOf(content), "cut", "mp3");
    expect((await buffer(await healthy.read(key))).equals(content)).toBe(true);
    await healthy.remove(key);
  }
});

test("an upload whose final response is lost has succeeded", async () => {
  const large = randomBytes(20_000_000);
  // The request that combines the parts of the file, and all its retries.
  const { media } = await through(() => ({ loseAnswerTo: ".mp3?uploadId=" }));
  const key = await media.put(await fileOf(large), "lost", "mp3");
  expect((await buffer(await healthy.read(key))).equals(large)).toBe(true);
});

test("callers are told that the store is unavailable, and no change is made partially", async () => {
  const world = await openWorld({ MEDIA_URL: "s3://a:b@media?endpoint=http://127.0.0.1:9" });
  onTestFinished(() => world.close());
  const ada = await world.person();
  const before = (await ada.api.get("/v2/users/me")).response;
  const seen = await ada.api.get(`/media/images/${"0".repeat(64)}.jpg`);
  const image_file = new Blob([new Uint8Array(await makePicture({ width: 500, height: 500 }))]);
  const files = { image_file };
  const changed = await ada.api.post("/v2/users/me", { fullname: "Other" }, { files });
  for (const { status, error } of [seen, changed])
    expect([status, error.type, error.messages[0]]).toEqual([
      503,
      "unavailable",
      "The media store is unavailable. Try again shortly.",
    ]);
  expect((await ada.api.get("/v2/users/me")).response).toEqual(before);
});

test("parts of uploads older than a day are aborted if the store lists them", async () => {
  const began = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const upload = (id: string, hours: number) =>
    `<Upload><Key>some/where/audio/a.mp3</Key><UploadId>${id}</UploadId><Initiated>${began(hours)}</Initiated></Upload>`;
  const pages = [
    `<IsTruncated>true</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>${upload("old", 25)}${upload("young", 23)}`,
    `<IsTruncated>false</IsTruncated>${upload("older", 99)}`,
  ];
  const aborted: (string | null)[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://store");
    if (request.method === "DELETE") {
      aborted.push(searchParams.get("uploadId"));
      response.writeHead(204).end();
    } else {
      const page = pages[searchParams.get("upload-id-marker") === "u" ? 1 : 0];
      response.end(`<ListMultipartUploadsResult>${page}</ListMultipartUploadsResult>`);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const media = await storeAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await media.removeUnfinished(new Date());
  expect(aborted).toEqual(["old", "older"]);
});
