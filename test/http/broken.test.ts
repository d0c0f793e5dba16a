/** Tests that malformed HTTP is answered in the usual error format. */
import { once } from "node:events";
import net from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { type HttpListener, openListener } from "../../src/platform/http/listener.ts";

let listener: HttpListener;
beforeAll(async () => {
  listener = await openListener({ ...loadConfig({ PORT: "0" }), first: () => false });
  listener.open((_request, response) => response.end("fine"));
});
afterAll(() => listener.drain());

async function exchange(text: string): Promise<string> {
  const socket = net.connect(Number(new URL(listener.address).port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  socket.write(text);
  await once(socket, "close");
  return answer;
}

test.each([
  ["rubbish", "rubbish\r\n\r\n", 400, "malformed-request"],
  ["a malformed header", "GET / HTTP/1.1\r\nhost: a\r\nb c: d\r\n\r\n", 400, "malformed-request"],
  [
    "endless headers",
    `GET / HTTP/1.1\r\nhost: a\r\nb: ${"c".repeat(20_000)}\r\n\r\n`,
    431,
    "headers-too-large",
  ],
])("%s", async (_what, text, status, type) => {
  const answer = await exchange(text);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toContain("Connection: close");
  const { error } = JSON.parse(body).response;
  expect(error).toMatchObject({ code: status, type });
  expect(head).toContain(`X-Request-Id: ${error.request_id}`);
});
