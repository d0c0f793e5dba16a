/** Tests files in forms: limits, detection by content, and deletion after the response. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { conflict } from "../../src/platform/failure.ts";
import { line } from "../../src/platform/http/params.ts";
import { anyone, route, type UploadedFile } from "../../src/platform/http/route.ts";
import { requestText, useServer } from "./harness.ts";

const CAP = 100_000;
const file = z.object({ bytes: z.int(), filename: z.string(), text: z.string() });

const seen = async (upload: UploadedFile) => ({
  bytes: upload.bytes,
  filename: upload.filename,
  text: (await readFile(upload.path, "utf8")).slice(0, 20),
});

const server = useServer([
  route({
    method: "POST",
    path: "/v2/pictures",
    tag: "Pictures",
    operationId: "createPictures",
    summary: "What arrived",
    access: anyone,
    body: z.object({ title: line({ max: 20 }).optional(), fail: line({ max: 20 }).optional() }),
    files: {
      image_file: { maxBytes: CAP, description: "A picture." },
      second_file: { maxBytes: 10, description: "A small one." },
    },
    response: z.object({ title: z.string().optional(), files: z.record(z.string(), file) }),
    async handle({ body, files }) {
      if (body.fail !== undefined) throw conflict("show-not-empty", "Asked to fail.");
      const arrived = Object.entries(files).map(async ([name, upload]) => [
        name,
        await seen(upload),
      ]);
      return { title: body.title, files: Object.fromEntries(await Promise.all(arrived)) };
    },
  }),
  route({
    method: "PUT",
    path: "/v2/plain",
    tag: "Pictures",
    operationId: "setPlain",
    summary: "Takes no files",
    access: anyone,
    body: z.object({ title: line({ max: 20_000 }).optional() }),
    response: z.object({ title: z.string().optional(), files: z.int() }),
    handle: ({ body, files }) => ({ title: body.title, files: Object.keys(files).length }),
  }),
]);

// After every response, nothing may be left on disk.
afterEach(async () => {
  await vi.waitFor(async () => expect(await server.uploads()).toEqual([]));
});

const named = (text: string, name: string) => new File([text], name);

test("files arrive with fields, under their own names", async () => {
  const { response } = await server.api.post(
    "/v2/pictures",
    { title: "Cover" },
    { files: { image_file: named("picture", "../../cöver.png"), second_file: named("b", "b") } },
  );
  expect(response).toEqual({
    title: "Cover",
    files: {
      image_file: { bytes: 7, filename: "cöver.png", text: "picture" },
      second_file: { bytes: 1, filename: "b", text: "b" },
    },
  });
});

test("multipart works without files, and with unexpected files", async () => {
  const without = await server.api.post("/v2/pictures", { title: "None" }, { as: "multipart" });
  expect(without.response).toEqual({ title: "None", files: {} });
  const files = {
    other_file: named("x".repeat(500_000), "x"),
    constructor: named("x", "x"),
    title: named("x", "x"),
  };
  const undeclared = await server.api.post("/v2/pictures", { title: "None" }, { files });
  expect(undeclared.response).toEqual({ files: {} });
  const plain = await server.api.put("/v2/plain", { title: "Plain" }, { files });
  expect(plain.response).toEqual({ files: 0 });
});

test("an empty file field of a browser's form counts as absent, but an empty file is a file", async () => {
  const part = (disposition: string, type: string) =>
    `--x\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n\r\n`;
  const empty = part('name="image_file"; filename=""', "application/octet-stream");
  const text = part('name="second_file"', "text/plain");
  const file = part('name="second_file"; filename="a.png"', "image/png");
  const send = async (body: string) => {
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const init = { method: "POST", headers, body: `${body}--x--\r\n` };
    return (await fetch(`${server.baseUrl}/v2/pictures`, init)).json();
  };
  expect(await send(empty + text)).toEqual({ response: { files: {} } });
  expect(await send(empty + file)).toEqual({
    response: { files: { second_file: { bytes: 0, filename: "a.png", text: "" } } },
  });
});

test("if a file is sent twice, the last one counts", async () => {
  const form = new FormData();
  form.append("image_file", named("first", "1"));
  form.append("image_file", named("last!", "2"));
  const answer = await fetch(`${server.baseUrl}/v2/pictures`, { method: "POST", body: form });
  expect(await answer.json()).toMatchObject({
    response: { files: { image_file: { text: "last!", filename: "2" } } },
  });
});

test("a file is accepted at its limit and refused one byte above or more", async () => {
  const send = (bytes: number) =>
    server.api.post("/v2/pictures", {}, { files: { image_file: named("x".repeat(bytes), "x") } });
  expect((await send(CAP)).response.files.image_file.bytes).toBe(CAP);
  for (const bytes of [CAP + 1, 2 * CAP, 20_000_000]) {
    const { status, error } = await send(bytes);
    expect([status, error.fields]).toEqual([
      400,
      { image_file: "must have at most 100,000 bytes" },
    ]);
  }
});

test("a form that is too large as a whole returns 413", async () => {
  const many = { other: named("x".repeat(8_000_000), "x") };
  expect((await server.api.post("/v2/pictures", {}, { files: many })).status).toBe(413);
  const texts = { title: "y".repeat(700_000), other: "y".repeat(700_000) };
  expect((await server.api.post("/v2/pictures", texts, { as: "multipart" })).status).toBe(413);
  const parts = new FormData();
  for (let i = 0; i < 1100; i += 1) parts.append(`part_${i}`, "");
  const answer = await fetch(`${server.baseUrl}/v2/pictures`, { method: "POST", body: parts });
  expect(answer.status).toBe(413);
});

test("no file stays on disk when a later field, or the handler, refuses", async () => {
  const image_file = named("x".repeat(50_000), "x");
  const second_file = named("y".repeat(11), "y");
  const { error } = await server.api.post(
    "/v2/pictures",
    {},
    { files: { image_file, second_file } },
  );
  expect(error.fields).toEqual({ second_file: "must have at most 10 bytes" });
  const long = { title: "t".repeat(21) };
  expect((await server.api.post("/v2/pictures", long, { files: { image_file } })).status).toBe(400);
  const fail = { fail: "now" };
  expect((await server.api.post("/v2/pictures", fail, { files: { image_file } })).status).toBe(409);
});

test("no file stays on disk when the caller disconnects halfway", async () => {
  const request = http.request(`${server.baseUrl}/v2/pictures`, {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x", "content-length": 90_000 },
  });
  request.on("error", () => {});
  request.write(
    `--x\r\nContent-Disposition: form-data; name="image_file"; filename="a"\r\n\r\n${"z".repeat(40_000)}`,
  );
  await vi.waitFor(async () => expect(await server.uploads()).toHaveLength(1));
  request.destroy();
});

test("a refusal halfway reaches a caller who continues to the end", async () => {
  const head = '--x\r\nContent-Disposition: form-data; name="image_file"; filename="a"\r\n\r\n';
  const body = `${head}${"z".repeat(5_000_000)}\r\n--x--`;
  const headers = {
    "content-type": "multipart/form-data; boundary=x",
    "content-length": String(body.length),
  };
  const answer = await server.exchange(requestText("POST /v2/pictures", headers, body));
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain('"image_file"');
});

test("a refusal does not end the connection before the caller's last byte, even if it asks for that", async () => {
  const head = '--x\r\nContent-Disposition: form-data; name="image_file"; filename="a"\r\n\r\n';
  const body = `${head}${"z".repeat(200_000)}\r\n--x--`;
  const headers = {
    "content-type": "multipart/form-data; boundary=x",
    "content-length": String(body.length),
    connection: "close",
  };
  const socket = net.connect(Number(new URL(server.baseUrl).port), "127.0.0.1");
  const closed = once(socket, "close");
  socket.write(requestText("POST /v2/pictures", headers, body.slice(0, 150_000)));
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 /);
  await sleep(50);
  expect(socket.readyState).toBe("open");
  socket.write(body.slice(150_000));
  await closed;
});

test("a truncated form is malformed", async () => {
  const body = '--x\r\nContent-Disposition: form-data; name="image_file"; filename="a"\r\n\r\nabc';
  const headers = {
    "content-type": "multipart/form-data; boundary=x",
    "content-length": String(body.length),
  };
  const answer = await server.exchange(requestText("POST /v2/pictures", headers, body));
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain('"type":"malformed-body"');
});

test("a form followed by bytes that are no request leaves no files", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": "3" };
  const answer = await server.exchange(
    requestText("POST /v2/pictures", headers, "--x and no request"),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});
