/** Tests the guarded client: what it fetches, what it refuses, and where it stops. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { serveHttp } from "../../../test/setup/feeds.ts";
import { isPublicAddress, parseNetworks } from "./addresses.ts";
import { type FetchOptions, fetchBytes, fetchFile } from "./fetch.ts";
import { notify } from "./notify.ts";

const OPEN = { maxBytes: 100_000, maxMs: 10_000, allowPrivate: true };
const reasonOf = (address: string, options: FetchOptions = OPEN) =>
  fetchBytes(address, options).then(
    () => "fetched",
    (error: Error) => error.message.replace(`${new URL(address).host} cannot be fetched: `, ""),
  );

test("only addresses of the public internet are public", () => {
  for (const address of ["8.8.8.8", "151.101.1.69", "2606:4700::1111", "2a00:1450:4001::8a"])
    expect(isPublicAddress(address), address).toBe(true);
  const closed = [
    ...["127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1"],
    ...["169.254.169.254", "100.64.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "198.18.0.1"],
    ...["192.0.2.1", "::", "::1", "fe80::1", "fc00::1", "ff02::1", "fec0::1", "::ffff:127.0.0.1"],
    ...["::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::1"],
    ...["2001:0:1::1", "2001:db8::1", "4000::1", "localhost", "", "1.2.3"],
  ];
  // A mapped address is judged by its embedded address.
  expect(closed.filter(isPublicAddress)).toEqual(["::ffff:8.8.8.8"]);
});

test("the body arrives with its charset, whatever its compression", async () => {
  const text = "Ä lamp is lit. ".repeat(1000);
  const home = await serveHttp(({ url }, response) => {
    response.setHeader("content-type", 'text/xml; charset="ISO-8859-1"');
    const encoding = url?.slice(1) ?? "";
    if (encoding !== "") response.setHeader("content-encoding", encoding);
    response.end({ gzip: gzipSync(text), br: brotliCompressSync(text) }[encoding] ?? text);
  });
  for (const encoding of ["", "gzip", "br"]) {
    const { bytes, charset } = await fetchBytes(`${home}/${encoding}`, OPEN);
    expect(bytes.toString()).toBe(text);
    expect(charset).toBe("ISO-8859-1");
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-fetch-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const bytes = await fetchFile(`${home}/br`, path.join(folder, "body"), OPEN);
  expect(bytes).toBe(Buffer.byteLength(text));
  expect(await readFile(path.join(folder, "body"), "utf8")).toBe(text);
});

test("private addresses are refused in any notation and by name", async () => {
  let asked = 0;
  const home = await serveHttp((_request, response) => {
    asked += 1;
    response.end("secret");
  });
  const { port } = new URL(home);
  const closed = { ...OPEN, allowPrivate: false };
  for (const host of [
    ...["127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "127.1"],
    ...["0.0.0.0", "0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]"],
    ...["[64:ff9b::7f00:1]", "[2002:7f00:1::]", "169.254.169.254", "[fd00:ec2::254]", "①②⑦.0.0.1"],
  ])
    expect(await reasonOf(`http://${host}:${port}/`, closed)).toMatch(
      /is a private address; only public addresses are fetched$/,
    );
  expect(asked).toBe(0);
  expect(await reasonOf(`http://localhost:${port}/`)).toBe("fetched");
});

test("only the networks that the operator lists are reached besides public addresses", async () => {
  const home = await serveHttp((_request, response) => void response.end("here"));
  const { port } = new URL(home);
  const from = (networks: string, host = "127.0.0.1") => {
    const allowPrivate = parseNetworks(networks);
    if (allowPrivate === null) throw new Error("the networks cannot be parsed");
    return reasonOf(`http://${host}:${port}/`, { ...OPEN, allowPrivate });
  };
  for (const networks of ["127.0.0.1", "10.0.0.0/8, 127.0.0.0/8", "fd00::/8,127.0.0.1/32"])
    for (const host of ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"])
      expect(await from(networks, host), `${networks} ${host}`).toBe("fetched");
  for (const networks of ["10.0.0.0/8", "127.0.0.2", "127.0.1.0/24", "::1"])
    expect(await from(networks)).toMatch(/is a private address/);
  for (const text of [
    "",
    "10.0.0.0/33",
    "10.0.0.0/",
    "fd00::/129",
    "10.0.0",
    "loopback",
    "fe80::1%1",
    "10.0.0.1,",
  ])
    expect(parseNetworks(text), text).toBeNull();
});

test("up to five redirects are followed, to http and https only", async () => {
  const home = await serveHttp(({ url }, response) => {
    const left = Number(url?.slice(1));
    if (left === 0) return response.end("there");
    response.statusCode = 302;
    response.setHeader("location", Number.isNaN(left) ? "file:///etc/passwd" : `/${left - 1}`);
    response.end();
  });
  expect((await fetchBytes(`${home}/5`, OPEN)).bytes.toString()).toBe("there");
  expect(await reasonOf(`${home}/6`)).toBe("it redirects more than 5 times");
  expect(await reasonOf(`${home}/out`)).toBe("file: URLs are not supported, only http and https");
});

test("the limit counts decompressed bytes and stops the decompression", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const home = await serveHttp(({ url }, response) => {
    if (url === "/bomb") response.setHeader("content-encoding", "gzip");
    response.end(url === "/bomb" ? bomb : Buffer.alloc(url === "/fits" ? 100_000 : 100_001));
  });
  expect(await reasonOf(`${home}/fits`)).toBe("fetched");
  for (const name of ["over", "bomb"])
    expect(await reasonOf(`${home}/${name}`)).toBe(
      "it has more than 100,000 bytes, which is the limit",
    );
});

test("errors are reported in plain words", async () => {
  const home = await serveHttp(({ url }, response) => {
    if (url === "/gone") {
      response.statusCode = 404;
      response.end();
    } else if (url === "/broken") response.destroy();
    else response.write("…");
  });
  const { host } = new URL(home);
  expect(await reasonOf(`${home}/gone`)).toBe(`${host} answers with status 404`);
  expect(await reasonOf(`${home}/broken`)).toBe("its host closed the connection");
  expect(await reasonOf(`${home}/slow`, { ...OPEN, maxMs: 200 })).toBe(
    "it takes longer than 0.2 s",
  );
  expect(await reasonOf("http://127.0.0.1:9/")).toBe(
    "its port is reserved for a service other than http",
  );
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect(await reasonOf(`http://localhost:${port}/`)).toBe("its host refused the connection");
});

test("a host that sends too slowly is given up, one that is acceptably slow is not", async () => {
  const home = await serveHttp(async ({ url }, response) => {
    const [bytes, count] = url === "/drips" ? [1, 1000] : [2000, 12];
    for (let sent = 0; sent < count && !response.destroyed; sent += 1) {
      response.write(Buffer.alloc(bytes));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    response.end();
  });
  const pace = { headMs: 10_000, minBytes: 500, windowMs: 200 };
  expect(await reasonOf(`${home}/slow`, { ...OPEN, pace })).toBe("fetched");
  expect(await reasonOf(`${home}/drips`, { ...OPEN, pace })).toBe(
    "its host sends less than 2,500 bytes a second",
  );
});

test("a host that never responds is given up before the total time limit", async () => {
  const home = await serveHttp(() => {});
  const pace = { headMs: 200, minBytes: 500, windowMs: 200 };
  expect(await reasonOf(home, { ...OPEN, pace })).toBe("its host does not respond within 0.2 s");
});

test("no error contains the URL, which may hold a secret", async () => {
  const home = await serveHttp((_request, response) => {
    response.writeHead(302, { location: "/hidden/secret?token=secret" }).end();
  });
  for (const address of [`${home}/secret?key=secret`, "http://127.0.0.1:9/secret"]) {
    const failure = await fetchBytes(address, OPEN).catch((error: Error) => error.message);
    expect(failure).toContain(new URL(address).host);
    expect(failure).not.toContain("secret");
  }
  const told = await notify({ url: `${home}/secret`, maxMs: 5000 }).catch(String);
  expect(told).not.toContain("secret");
});
