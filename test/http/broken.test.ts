/** What is no HTTP request at all is still answered in the shape of every error. */
import { once } from "node:events";
import net from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { type Door, openDoor } from "../../src/platform/http/door.ts";

let door: Door;
beforeAll(async () => {
  door = await openDoor({ ...loadConfig({ PORT: "0" }), first: () => false });
  door.open((_request, response) => response.end("fine"));
});
afterAll(() => door.drain());

async function exchange(text: string): Promise<string> {
  const socket = net.connect(Number(new URL(door.address).port), "127.0.0.1");
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
  ["a broken header", "GET / HTTP/1.1\r\nhost: a\r\nb c: d\r\n\r\n", 400, "malformed-request"],
  [
    "headers without end",
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
