/** Tests callers who request large responses without reading them: they are refused more, and others are served. */
import net from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { anyone, route } from "../../src/platform/http/route.ts";
import { UNREAD_BYTES } from "../../src/platform/http/unread.ts";
import { useServer } from "./harness.ts";

/** More than the system buffers for a local connection. */
const LARGE = 11_000_000;
const declared = (path: string, size: number) =>
  route({
    ...{
      method: "GET",
      path,
      tag: "Sizes",
      operationId: "getText",
      summary: "A text",
      access: anyone,
    },
    response: z.string(),
    handle: () => "x".repeat(size),
  });
const server = useServer([declared("/v2/large", LARGE), declared("/v2/small", 1_000)]);

/** Requests the large response and reads only its first bytes. */
async function askWithoutReading(token: string | null): Promise<net.Socket> {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = net.connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const authorization = token === null ? "" : `Authorization: Bearer ${token}\r\n`;
  socket.write(`GET /v2/large HTTP/1.1\r\nHost: ${hostname}\r\n${authorization}\r\n`);
  await new Promise<void>((resolve) => socket.once("data", () => resolve()));
  socket.pause();
  return socket;
}

test("a caller with large unread responses is refused more, but not small ones, and other callers are not affected", async () => {
  const [ada, bob] = [await server.person(), await server.person()];
  const room = Math.floor(UNREAD_BYTES.value / LARGE);
  const sockets: net.Socket[] = [];
  for (let n = 0; n < room; n += 1) sockets.push(await askWithoutReading(ada.token));
  const refused = await ada.api.get("/v2/large");
  expect([refused.status, refused.error.type]).toEqual([429, "too-many-unread"]);
  expect(refused.headers.get("longwave-limit")).toContain("unread-answer-bytes;max=");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("etag")).toBeNull();
  expect((await ada.api.get("/v2/small")).status).toBe(200);
  for (const other of [bob.api, server.api])
    expect((await other.get("/v2/large")).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(async () => (await ada.api.get("/v2/large")).status, { timeout: 5_000 })
    .toBe(200);
});

test("the number of responses is unlimited if they are read", async () => {
  for (let n = 0; n < 4; n += 1) expect((await server.api.get("/v2/large")).status).toBe(200);
});
