/** Tests that connections held open, dripped into or opened by the thousand affect no other client. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { eventually, JOURNEY_MS, useDataDir } from "../journeys/processes.ts";
import { startBystander } from "./bystander.ts";
import { drip, openMany, openRaw, type RawConnection } from "./raw.ts";
import { expectUnharmed, startServer, stopServer, timesExceeded, tokenOfAda } from "./servers.ts";

const ada = useDataDir();
const timeout = { timeout: JOURNEY_MS };

/** The data received on each connection, or "late" if it is still open after `ms`. */
async function closedWithin(connections: readonly RawConnection[], ms: number): Promise<string[]> {
  const late = sleep(ms, "late", { ref: false });
  return Promise.all(connections.map(async ({ closed }) => Promise.race([closed, late])));
}

const LISTS = "GET /v2/explore/lists HTTP/1.1\r\nhost: x\r\n";
/** A connection closed while data is in transit may lose the response to the reset (RFC 9112 §9.6). */
const LATE = /^(HTTP\/1\.1 408 |$)/;

test(
  "silent connections, partial headers and endless empty lines are closed",
  timeout,
  async () => {
    const DATA_DIR = ada.dataDir;
    const server = await startServer({ DATA_DIR, HEADERS_TIMEOUT: "2", IDLE_TIMEOUT: "2" });
    const bystander = startBystander(server.url, undefined, 50);
    await bystander.ready;
    const attack = await openMany(server.url, 400, (number) =>
      number % 2 === 0 ? "" : `${LISTS}x-slow: `,
    );
    for (const [number, connection] of attack.entries())
      if (number % 4 === 1) drip(connection, "a".repeat(1000), 1000, 500);
    // Empty lines between requests are ignored (RFC 9112 §2.2), and do not keep a connection alive.
    const lines = await openMany(server.url, 10, () => `${LISTS}\r\n`);
    for (const connection of lines) drip(connection, "\r\n".repeat(100), 100, 500);
    const answers = await closedWithin(attack, 15_000);
    for (const answer of answers) expect(answer).toMatch(LATE);
    expect(answers[0]).toContain('Longwave-Limit: headers-time;max=2;unit="s"');
    expect(await closedWithin(lines, 15_000)).not.toContain("late");
    expect(await timesExceeded(server, "headers-time")).toBe(400);
    await expectUnharmed(bystander);
    await stopServer(server);
  },
);

/** The head of a request with a body of `length` bytes. */
const headOf = (token: string) => (line: string, type: string, length: number, more: string) =>
  `${line} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
  `content-type: ${type}\r\ncontent-length: ${length}\r\n${more}\r\n`;

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=b";

const multipartOf = (pairs: string): string =>
  [...new URLSearchParams(pairs)]
    .map(
      ([name, value]) =>
        `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .concat("--b--\r\n")
    .join("");

/** Begins a tus upload of `bytes`; returns its path. */
async function beginUpload(url: string, token: string, bytes: number): Promise<string> {
  const { headers } = await fetch(`${url}/v2/uploads`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes),
    },
  });
  return new URL(headers.get("location") ?? "").pathname;
}

test("bodies that stall or drip are ended, and slow but steady ones arrive", timeout, async () => {
  const DATA_DIR = ada.dataDir;
  const token = await tokenOfAda(DATA_DIR);
  const head = headOf(token);
  const server = await startServer({ DATA_DIR, BODY_TIMEOUT: "4" });
  const bystander = startBystander(server.url, undefined, 50);
  await bystander.ready;

  const showOf = (title: string) =>
    `language=en&title=${title}&description=${"slow+".repeat(8000)}`;
  const tus = "tus-resumable: 1.0.0\r\nupload-offset: 0\r\n";
  const slow = [
    ["POST /v2/shows", FORM, showOf("Plain"), ""],
    ["POST /v2/shows", MULTIPART, multipartOf(showOf("Multipart")), ""],
    [`PATCH ${await beginUpload(server.url, token, 40_000)}`].concat(
      "application/offset+octet-stream",
      "s".repeat(40_000),
      tus,
    ),
  ].map(([line = "", type = "", body = "", more = ""]) => {
    const text = head(line, type, body.length, `${more}connection: close\r\n`);
    const connection = openRaw(server.url, text);
    drip(connection, body, 20, 500);
    return connection;
  });

  const types = ["application/json", FORM, MULTIPART];
  const attack = await openMany(server.url, 99, (number) => {
    const type = types[number % 3] ?? "";
    const begun =
      type === MULTIPART ? multipartOf(showOf("x")).slice(0, 20_000) : "a".repeat(20_000);
    return head("POST /v2/shows", type, 900_000, "") + begun;
  });
  for (const connection of attack.slice(49)) drip(connection, "a".repeat(1000), 1000, 100);
  const answers = await closedWithin(attack, 15_000);
  for (const answer of answers) expect(answer).toMatch(LATE);
  expect(answers[0]).toContain('Longwave-Limit: body-time;max=4;unit="s"');
  expect(await timesExceeded(server, "body-time")).toBe(99);

  const [plain, multipart, resumable] = await closedWithin(slow, 30_000);
  expect(plain).toMatch(/^HTTP\/1\.1 200 /);
  expect(multipart).toMatch(/^HTTP\/1\.1 200 /);
  expect(resumable).toMatch(/^HTTP\/1\.1 204 /);
  await expectUnharmed(bystander);
  await stopServer(server);
});

const TOO_MANY = /^HTTP\/1\.1 429 [\s\S]*"type":"too-many-connections"/;

test("one address has at most 1,024 connections, and others are served", timeout, async () => {
  const server = await startServer({ DATA_DIR: ada.dataDir });
  const bystander = startBystander(server.url, undefined, 50);
  await bystander.ready;
  const attack = await openMany(server.url, 1100);
  const closed = () => attack.filter(({ socket }) => socket.destroyed);
  await eventually(async () => closed().length >= 76);
  await sleep(5000);
  expect(closed()).toHaveLength(76);
  expect(closed()[0]?.received()).toMatch(TOO_MANY);
  // Open connections still work, and a closed one makes room for another.
  attack[0]?.socket.write(`${LISTS}connection: close\r\n\r\n`);
  expect(await attack[0]?.closed).toMatch(/^HTTP\/1\.1 200 /);
  const next = openRaw(server.url, `${LISTS}connection: close\r\n\r\n`);
  expect(await next.closed).toMatch(/^HTTP\/1\.1 200 /);
  await expectUnharmed(bystander);
  await stopServer(server);
});

test("a trusted proxy has no limit, but each client behind it has one", timeout, async () => {
  const DATA_DIR = ada.dataDir;
  const token = await tokenOfAda(DATA_DIR);
  const env = { CONNECTIONS_PER_ADDRESS: "50", TRUST_PROXY: "loopback" };
  const server = await startServer({ DATA_DIR, ...env });
  const waiting = (client: string) =>
    headOf(token)("POST /v2/shows", FORM, 100, `x-forwarded-for: ${client}\r\n`);
  const others = await openMany(server.url, 200, (number) => waiting(`198.51.100.${number}`));
  const one = await openMany(server.url, 60, () => waiting("203.0.113.7"));
  const answered = () => one.filter(({ received }) => received() !== "");
  await eventually(async () => answered().length >= 10);
  expect(answered()).toHaveLength(10);
  expect(answered()[0]?.received()).toMatch(TOO_MANY);
  expect(others.filter(({ socket }) => socket.destroyed)).toEqual([]);
  for (const { socket } of [...others, ...one]) socket.destroy();
  await stopServer(server);
});
