/** The audio as players request it: whole, in ranges, conditionally. */
import { expect, test } from "vitest";
import {
  anySplitIsTheWhole,
  askAudio,
  partsOf,
  rangesApartAreParts,
} from "../../../../test/setup/byteranges.ts";
import { noise, sha256, storeRendition } from "../../../../test/setup/recordings.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();

test("a complete response has length, ETag and lifetime", async () => {
  const bytes = noise(300_000);
  const digest = await storeRendition(world, bytes);
  const { status, headers, body } = await askAudio(world, digest);
  expect([status, sha256(body)]).toEqual([200, sha256(bytes)]);
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

test("a query in the URL does not change the audio", async () => {
  const bytes = noise(5_000);
  const digest = await storeRendition(world, bytes);
  for (const query of ["?utm_source=a", "?via=play&x=1", "?download=1&_=2", "?%", "?via=other"]) {
    const answer = await fetch(`${world.baseUrl}/media/r/${digest}/an-episode.mp3${query}`);
    expect([answer.status, answer.headers.get("etag")], query).toEqual([200, `"${digest}"`]);
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(bytes));
  }
});

test("HEAD has the headers of a complete GET, whatever range it names", async () => {
  const digest = await storeRendition(world, noise(10_000));
  const whole = await askAudio(world, digest);
  for (const headers of [{}, { range: "bytes=0-1" }, { range: "bytes=99999-" }]) {
    const head = await askAudio(world, digest, headers, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ["content-length", "content-type", "etag", "accept-ranges", "last-modified"])
      expect(head.headers[name], name).toBe(whole.headers[name]);
  }
  const head = await askAudio(world, digest, { "if-none-match": `"${digest}"` }, "HEAD");
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
  const got = await askAudio(world, await storeRendition(world, bytes), { range });
  expect(partsOf(got)).toEqual([{ start, total: 200_000, bytes: bytes.subarray(start, end) }]);
});

test("a range outside the file is 416 with the length; an invalid one is ignored", async () => {
  const bytes = noise(1_000);
  const digest = await storeRendition(world, bytes);
  for (const range of ["bytes=1000-", "bytes=-0", "bytes=2000-3000,4000-"]) {
    const { status, headers, body } = await askAudio(world, digest, { range });
    expect([status, headers["content-range"]], range).toEqual([416, "bytes */1000"]);
    expect(JSON.parse(body.toString()).response.error.type).toBe("range-not-satisfiable");
    expect(headers["cache-control"]).toBe("no-store");
  }
  const many = `bytes=${Array.from({ length: 400 }, (_, at) => `${at}-${at}`)}`;
  for (const range of ["bytes=9-5", "bytes=a", "lines=1-2", many]) {
    const { status, body } = await askAudio(world, digest, { range });
    expect([status, sha256(body)], range).toEqual([200, sha256(bytes)]);
  }
});

test("an empty file is served whole, and has no ranges", async () => {
  const digest = await storeRendition(world, Buffer.alloc(0));
  for (const method of ["GET", "HEAD"]) {
    const { status, headers, body } = await askAudio(world, digest, {}, method);
    expect([status, headers["content-length"], body.length]).toEqual([200, "0", 0]);
  }
  const { status, headers } = await askAudio(world, digest, { range: "bytes=0-" });
  expect([status, headers["content-range"]]).toEqual([416, "bytes */0"]);
});

test("conditions are evaluated in the order of RFC 9110", async () => {
  const bytes = noise(1_000);
  const digest = await storeRendition(world, bytes);
  const { headers } = await askAudio(world, digest);
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
    // If-Range must match exactly; without a Range header it has no effect.
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
    const { status, headers: got, body } = await askAudio(world, digest, sent);
    expect(status, JSON.stringify(sent)).toBe(wanted);
    if (status === 200) expect(sha256(body)).toBe(sha256(bytes));
    if (status === 304) expect([got.etag, body.length]).toEqual([tag, 0]);
  }
});

test("only delivered audio can be requested", async () => {
  const bytes = noise(100);
  const digest = await storeRendition(world, bytes);
  expect((await askAudio(world, digest)).status).toBe(200);
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

test("any split of the audio, in any order, sequential or concurrent, gives the audio", () =>
  anySplitIsTheWhole(world, 60));

test("several ranges are sent as parts in the requested order", () =>
  rangesApartAreParts(world, 40));
