/** The audio as players fetch it: whole, in ranges, on conditions. */
import { createHash } from "node:crypto";
import http from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { noise, sha256, store } from "../../../test/setup/recordings.ts";
import { useWorld } from "../../../test/setup/world.ts";

const world = useWorld();

type Got = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/** As it comes over the wire: `fetch` joins headers and hides what HEAD announces. */
function ask(digest: string, headers: http.OutgoingHttpHeaders = {}, method = "GET"): Promise<Got> {
  const url = `${world.baseUrl}/media/r/${digest}/a.mp3`;
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.on("error", reject).end();
  });
}

type Part = { start: number; bytes: Buffer; total: number };

/** Reads `multipart/byteranges` by RFC 2046, strictly; a single range as its one part. */
function partsOf({ status, headers, body }: Got): Part[] {
  expect(status).toBe(206);
  expect(headers["content-length"]).toBe(String(body.length));
  const type = headers["content-type"] ?? "";
  const boundary = /^multipart\/byteranges; boundary=([\w-]{1,70})$/.exec(type)?.[1];
  if (boundary === undefined) {
    expect(type).toBe("audio/mpeg");
    return [partOf(headers["content-range"] ?? "", body)];
  }
  expect(headers["content-range"]).toBeUndefined();
  const parts: Part[] = [];
  let rest = expectFront(body, `--${boundary}\r\n`);
  for (;;) {
    const headEnd = rest.indexOf("\r\n\r\n");
    const head = rest.subarray(0, headEnd).toString("latin1");
    const [, range = ""] = /^Content-Type: audio\/mpeg\r\nContent-Range: (.*)$/.exec(head) ?? [];
    rest = rest.subarray(headEnd + 4);
    const end = rest.indexOf(`\r\n--${boundary}`);
    parts.push(partOf(range, rest.subarray(0, end)));
    rest = expectFront(rest.subarray(end), `\r\n--${boundary}`);
    if (rest.toString("latin1") === "--\r\n") return parts;
    rest = expectFront(rest, "\r\n");
  }
}

function expectFront(bytes: Buffer, front: string): Buffer {
  expect(bytes.subarray(0, front.length).toString("latin1")).toBe(front);
  return bytes.subarray(front.length);
}

function partOf(contentRange: string, bytes: Buffer): Part {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange) ?? [];
  expect(Number(end) - Number(start) + 1, contentRange).toBe(bytes.length);
  return { start: Number(start), bytes, total: Number(total) };
}

test("the whole tells its length, tag and lifetime", async () => {
  const bytes = noise(300_000);
  const digest = await store(world, bytes);
  const { status, headers, body } = await ask(digest);
  expect([status, sha256(body)]).toEqual([200, digest]);
  expect(headers).toMatchObject({
    "content-type": "audio/mpeg",
    "content-length": "300000",
    etag: `"${digest}"`,
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=31536000, immutable",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  });
  expect(headers["last-modified"]).toBe(new Date(headers["last-modified"] ?? "").toUTCString());
  for (const name of ["accept-ranges", "content-length", "content-range", "etag"])
    expect(headers["access-control-expose-headers"]?.toLowerCase()).toContain(name);
});

test("HEAD tells what GET of the whole would, whatever range it names", async () => {
  const digest = await store(world, noise(10_000));
  const whole = await ask(digest);
  for (const headers of [{}, { range: "bytes=0-1" }, { range: "bytes=99999-" }]) {
    const head = await ask(digest, headers, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ["content-length", "content-type", "etag", "accept-ranges", "last-modified"])
      expect(head.headers[name], name).toBe(whole.headers[name]);
  }
  const head = await ask(digest, { "if-none-match": `"${digest}"` }, "HEAD");
  expect(head.status).toBe(304);
});

test.each([
  ["bytes=0-0", 0, 1],
  ["bytes=0-1", 0, 2],
  ["bytes=100-", 100, 200_000],
  ["bytes=-7", 199_993, 200_000],
  ["bytes=131071-131072", 131_071, 131_073],
  ["bytes=5-9999999", 5, 200_000],
  ["bytes=0-9,10-19", 0, 20],
  ["bytes=0-9,300000-", 0, 10],
])("%s is one part", async (range, start, end) => {
  const bytes = noise(200_000, "one part");
  const got = await ask(await store(world, bytes), { range });
  expect(partsOf(got)).toEqual([{ start, total: 200_000, bytes: bytes.subarray(start, end) }]);
});

test("a range outside is 416 with the length, one that is no range is ignored", async () => {
  const digest = await store(world, noise(1_000));
  for (const range of ["bytes=1000-", "bytes=-0", "bytes=2000-3000,4000-"]) {
    const { status, headers, body } = await ask(digest, { range });
    expect([status, headers["content-range"]], range).toEqual([416, "bytes */1000"]);
    expect(JSON.parse(body.toString()).response.error.type).toBe("range-not-satisfiable");
    expect(headers["cache-control"]).toBe("no-store");
  }
  const many = `bytes=${Array.from({ length: 400 }, (_, at) => `${at}-${at}`)}`;
  for (const range of ["bytes=9-5", "bytes=a", "lines=1-2", many]) {
    const { status, body } = await ask(digest, { range });
    expect([status, sha256(body)], range).toEqual([200, digest]);
  }
});

test("what is empty is served whole, and has no ranges", async () => {
  const digest = await store(world, Buffer.alloc(0));
  for (const method of ["GET", "HEAD"]) {
    const { status, headers, body } = await ask(digest, {}, method);
    expect([status, headers["content-length"], body.length]).toEqual([200, "0", 0]);
  }
  const { status, headers } = await ask(digest, { range: "bytes=0-" });
  expect([status, headers["content-range"]]).toEqual([416, "bytes */0"]);
});

test("conditions decide in the order of RFC 9110", async () => {
  const digest = await store(world, noise(1_000));
  const { headers } = await ask(digest);
  const tag = `"${digest}"`;
  const date = headers["last-modified"] ?? "";
  const later = new Date(Date.parse(date) + 60_000).toUTCString();
  const earlier = new Date(Date.parse(date) - 60_000).toUTCString();
  const range = "bytes=0-9";
  const cases: [Record<string, string>, number][] = [
    [{ "if-none-match": tag }, 304],
    [{ "if-none-match": `W/${tag}` }, 304],
    [{ "if-none-match": `"a,b", ${tag}` }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"other"' }, 200],
    [{ "if-none-match": tag, range }, 304],
    [{ "if-none-match": '"other"', "if-modified-since": later }, 200],
    [{ "if-modified-since": date }, 304],
    [{ "if-modified-since": later }, 304],
    [{ "if-modified-since": earlier }, 200],
    [{ "if-modified-since": "yesterday" }, 200],
    [{ "if-match": tag }, 200],
    [{ "if-match": `"other", ${tag}` }, 200],
    [{ "if-match": "*", range }, 206],
    [{ "if-match": '"other"' }, 412],
    [{ "if-match": `W/${tag}` }, 412],
    [{ "if-match": '"other"', "if-none-match": tag, range }, 412],
    [{ "if-match": tag, "if-unmodified-since": earlier }, 200],
    [{ "if-unmodified-since": earlier }, 412],
    [{ "if-unmodified-since": date }, 200],
    [{ "if-unmodified-since": "yesterday" }, 200],
    [{ "if-match": '"other"', range: "bytes=5000-" }, 412],
    // If-Range counts only letter by letter; without a Range it counts for nothing.
    [{ range, "if-range": tag }, 206],
    [{ range, "if-range": date }, 206],
    [{ range, "if-range": `W/${tag}` }, 200],
    [{ range, "if-range": '"other"' }, 200],
    [{ range, "if-range": later }, 200],
    [{ range, "if-range": earlier }, 200],
    [{ range, "if-range": "*" }, 200],
    [{ "if-range": tag }, 200],
    [{ range: "bytes=5000-", "if-range": tag }, 416],
    [{ range: "bytes=5000-", "if-range": '"other"' }, 200],
  ];
  for (const [sent, wanted] of cases) {
    const { status, headers: got, body } = await ask(digest, sent);
    expect(status, JSON.stringify(sent)).toBe(wanted);
    if (status === 200) expect(sha256(body)).toBe(digest);
    if (status === 304) expect([got.etag, body.length]).toEqual([tag, 0]);
  }
});

test("nothing but delivered audio is there", async () => {
  const bytes = noise(100);
  const digest = await store(world, bytes);
  expect((await ask(digest)).status).toBe(200);
  for (const path of [
    `/media/r/${sha256(noise(100))}/a.mp3`,
    `/media/r/${digest.toUpperCase()}/a.mp3`,
    `/media/r/${digest}/a.ogg`,
    `/media/r/${digest}/.mp3`,
    `/media/r/${digest}`,
    `/media/r/..%2f..%2f${digest}/a.mp3`,
    `/media/audio/${digest}.mp3`,
  ])
    expect((await world.api.get(path)).status, path).toBe(404);
});

test("any split of the audio, in any order, one by one or together, is the audio", async () => {
  const bytes = noise(400_000, "split");
  const digest = await store(world, bytes);
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 });
  const order = fc.infiniteStream(fc.integer());
  await fc.assert(
    fc.asyncProperty(cuts, order, fc.boolean(), async (places, numbers, together) => {
      const edges = [0, ...places.toSorted((a, b) => a - b), bytes.length];
      const ranges = edges
        .slice(1)
        .map((end, at) => ({
          sort: numbers.next().value as number,
          text: `${edges[at]}-${end - 1}`,
        }))
        .sort((a, b) => a.sort - b.sort)
        .map(({ text }) => text);
      const headers = together ? [ranges.join(",")] : ranges;
      const answers = await Promise.all(
        headers.map((range) => ask(digest, { range: `bytes=${range}` })),
      );
      const parts = answers.flatMap(partsOf).sort((a, b) => a.start - b.start);
      const hash = createHash("sha256");
      for (const { bytes: part } of parts) hash.update(part);
      expect(hash.digest("hex")).toBe(digest);
    }),
    { seed: 9110, numRuns: 60 },
  );
});

test("ranges apart from each other come as parts, in the order asked for", async () => {
  const bytes = noise(400_000, "apart");
  const digest = await store(world, bytes);
  const pieces = fc.uniqueArray(fc.nat({ max: 39 }), { minLength: 2, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 9_000 }), async (places, length) => {
      const starts = places.map((place) => place * 10_000);
      const range = `bytes=${starts.map((start) => `${start}-${start + length - 1}`)}`;
      const parts = partsOf(await ask(digest, { range }));
      expect(parts.map(({ start }) => start)).toEqual(starts);
      for (const { start, bytes: part } of parts)
        expect(part.equals(bytes.subarray(start, start + length))).toBe(true);
    }),
    { seed: 2046, numRuns: 40 },
  );
});
