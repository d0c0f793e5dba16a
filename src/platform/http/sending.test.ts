/** Tests sending over real connections: clients that leave or stall, and files that disappear. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readlink, rm, truncate, unlink, writeFile } from "node:fs/promises";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { noise, sha256 } from "../../../test/setup/recordings.ts";
import { openDiskStore } from "../media/disk.ts";
import { type Files, openFiles } from "../media/files.ts";
import type { Rendition } from "../media/segments.ts";
import type { MediaStore } from "../media/store.ts";
import { bytesAnswerOf } from "./bytes.ts";
import { sendAnswer } from "./sending.ts";

const MEBIBYTE = 2 ** 20;

const BYTES = noise(16 * MEBIBYTE, "sending");

let folder: string;
let media: MediaStore;
let files: Files;
let server: http.Server;
let port: number;
/** Connections to the server that are open. */
const connections = new Set<net.Socket>();
/** How each response has ended so far; null for success. */
const endings: (Error | null)[] = [];

/** Served instead of the requested file. */
let stitched: Rendition | null = null;

const wholeOf = (key: string, bytes: number, modifiedAt: Date): Rendition => ({
  digest: "x",
  contentType: "audio/mpeg",
  bytes,
  modifiedAt,
  segments: [{ key, start: 0, bytes }],
});

/** Serves the stored file for `GET /<kind>/<name>`. */
async function serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const key = (request.url ?? "").slice(1);
  const file = await files.open(key);
  if (file === null) {
    response.writeHead(404).end();
    return;
  }
  const { bytes, modifiedAt } = file;
  file.release();
  const rendition = stitched ?? wholeOf(key, bytes, modifiedAt);
  const answer = bytesAnswerOf(rendition, request);
  const begin = () => response.writeHead(answer.status, [...answer.headers]);
  // As if the client left while its response is being prepared.
  if (request.headers["x-leave"] !== undefined) request.socket.destroy();
  await sendAnswer({ request, response }, files, answer, begin).then(
    () => endings.push(null),
    (error: Error) => endings.push(error),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-sending-"));
  media = await openDiskStore(folder);
  files = openFiles(media, { rememberedMs: 20 });
  server = http.createServer(serve).listen(0, "127.0.0.1");
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Each test needs a file of its own, because the same bytes would have the same key. */
async function keep(bytes: Buffer): Promise<string> {
  const file = path.join(media.tmpDir, randomUUID());
  await writeFile(file, bytes);
  const key = await media.put(file, "audio", "mp3");
  await rm(file);
  return key;
}

/** Number of handles that this process has on the stored file. */
async function openHandles(key: string): Promise<number> {
  const all = await readdir("/proc/self/fd");
  const targets = await Promise.all(
    all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
  );
  return targets.filter((target) => target.startsWith(media.localPath(key) ?? "-")).length;
}

/** Sends a request and waits only for the first bytes. */
async function start(key: string): Promise<net.Socket> {
  const socket = net.connect(port, "127.0.0.1");
  socket.write(`GET /${key} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await once(socket, "readable");
  return socket;
}

/** Reads to the end, or until the connection breaks; returns only the body. */
async function finish(socket: net.Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  const all = Buffer.concat(chunks);
  return all.subarray(all.indexOf("\r\n\r\n") + 4);
}

const own = (seed: string) => Buffer.concat([Buffer.from(seed), BYTES]);

test("a client that disconnects during a response leaves no file open", async () => {
  const key = await keep(own("leaving"));
  const before = endings.length;
  const sockets = await Promise.all(Array.from({ length: 50 }, () => start(key)));
  expect(await openHandles(key)).toBeGreaterThan(0);
  expect(endings.length).toBe(before);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => {
    expect(endings.length).toBe(before + 50);
    expect(await openHandles(key)).toBe(0);
  }, 10_000);
  expect(endings.slice(before).filter((error) => error !== null)).toEqual([]);
});

test("a stalled client takes up one buffer, not a whole file, and still gets all of it", async () => {
  const bytes = own("still");
  const key = await keep(bytes);
  const sockets = await Promise.all(Array.from({ length: 20 }, () => start(key)));
  // What the kernel takes of a response comes to a halt; only then is the rest waiting, in memory or in the file.
  const waiting = () => [...connections].map((socket) => socket.writableLength);
  let seen = "";
  await vi.waitFor(
    () => {
      const before = seen;
      seen = [...connections].map((socket) => socket.bytesWritten - socket.writableLength).join();
      expect(seen).toBe(before);
      expect(waiting()).toHaveLength(20);
      expect(Math.min(...waiting())).toBeGreaterThan(0);
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(Math.max(...waiting())).toBeLessThanOrEqual(MEBIBYTE);
  const bodies = await Promise.all(sockets.map(finish));
  expect(bodies.map(sha256)).toEqual(bodies.map(() => sha256(bytes)));
});

test("a truncated file breaks the connection and never sends wrong bytes", async () => {
  const bytes = own("cut");
  const key = await keep(bytes);
  const before = endings.length;
  const socket = await start(key);
  await truncate(media.localPath(key) ?? "", 100_000);
  const body = await finish(socket);
  expect(body.length).toBeLessThan(bytes.length);
  expect(body.equals(bytes.subarray(0, body.length))).toBe(true);
  expect(endings[before]?.name).toBe("ShortFile");
});

test("a removed file is still sent to its end if the response has begun, and then returns 404", async () => {
  const bytes = own("removed");
  const key = await keep(bytes);
  const socket = await start(key);
  await unlink(media.localPath(key) ?? "");
  expect(sha256(await finish(socket))).toBe(sha256(bytes));
  await vi.waitFor(async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/${key}`);
    expect(status).toBe(404);
    expect(await openHandles(key)).toBe(0);
  }, 10_000);
});

test("pipelined requests are answered in order", async () => {
  const key = await keep(own("one go"));
  const socket = net.connect(port, "127.0.0.1");
  const ranges = Array.from({ length: 30 }, (_, at) => `${at * 100_000}-${at * 100_000 + 199_999}`);
  const ask = (range: string, last: boolean) =>
    `GET /${key} HTTP/1.1\r\nHost: x\r\nRange: bytes=${range}\r\n${last ? "Connection: close\r\n" : ""}\r\n`;
  socket.write(ranges.map((range, at) => ask(range, at === ranges.length - 1)).join(""));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  let rest = Buffer.concat(chunks);
  const got: string[] = [];
  while (rest.length > 0) {
    const end = rest.indexOf("\r\n\r\n") + 4;
    const range = /content-range: bytes (\d+)-(\d+)/i.exec(
      rest.subarray(0, end).toString("latin1"),
    );
    const [from, to] = [Number(range?.[1]), Number(range?.[2])];
    const body = rest.subarray(end, end + to - from + 1);
    expect(body.equals(own("one go").subarray(from, to + 1))).toBe(true);
    got.push(`${from}-${to}`);
    rest = rest.subarray(end + body.length);
  }
  expect(got).toEqual(ranges);
});

test("a response to a client that has just disconnected ends and releases its file", async () => {
  const key = await keep(noise(1_000, "this moment"));
  const url = `http://127.0.0.1:${port}/${key}`;
  expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(1_000);
  const before = endings.length;
  const leaving = fetch(url, { headers: { "x-leave": "1" } });
  await expect(leaving).rejects.toThrow("fetch failed");
  await vi.waitFor(async () => {
    expect(endings.length).toBe(before + 1);
    expect(await openHandles(key)).toBe(0);
  }, 10_000);
});

test("many abandoned pipelined requests leave nothing behind", async () => {
  const key = await keep(own("left alone"));
  const socket = net.connect(port, "127.0.0.1");
  socket.write(`GET /${key} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(100));
  await once(socket, "readable");
  socket.destroy();
  await vi.waitFor(async () => expect(await openHandles(key)).toBe(0), 10_000);
});

test("a client receives parts of several files with inline bytes between them as one file", async () => {
  const one = own("programme");
  const two = noise(300_000, "advertisement");
  const keys = [await keep(one), await keep(two)];
  const head = Buffer.from("a head");
  const whole = Buffer.concat([head, one.subarray(7, 400_000), two, one.subarray(400_000)]);
  stitched = {
    ...wholeOf("", whole.length, new Date(0)),
    segments: [
      { data: head },
      { key: keys[0] ?? "", start: 7, bytes: 399_993 },
      { key: keys[1] ?? "", start: 0, bytes: two.length },
      { data: Buffer.alloc(0) },
      { key: keys[0] ?? "", start: 400_000, bytes: one.length - 400_000 },
    ],
  };
  const get = async (headers: Record<string, string>) =>
    Buffer.from(
      await (await fetch(`http://127.0.0.1:${port}/${keys[0]}`, { headers })).arrayBuffer(),
    );
  expect(sha256(await get({}))).toBe(sha256(whole));
  for (const [start, end] of [
    [0, 5],
    [0, 6],
    [3, 399_999],
    [399_998, 700_001],
    [699_999, 700_000],
  ] as const)
    expect(
      (await get({ range: `bytes=${start}-${end}` })).equals(whole.subarray(start, end + 1)),
    ).toBe(true);
  stitched = null;
});
