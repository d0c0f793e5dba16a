/** Requests audio ranges, parses the responses, and checks properties that hold for any store. */
import { createHash } from "node:crypto";
import http from "node:http";
import fc from "fast-check";
import { expect } from "vitest";
import { noise, sha256, storeRendition } from "./recordings.ts";
import type { World } from "./world.ts";

export type Got = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/** The raw response: `fetch` joins headers and hides those of HEAD. */
export function askAudio(
  { baseUrl }: World,
  digest: string,
  headers: http.OutgoingHttpHeaders = {},
  method = "GET",
): Promise<Got> {
  const url = `${baseUrl}/media/r/${digest}/a.mp3`;
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

/** Parses `multipart/byteranges` strictly by RFC 2046; a single range is returned as one part. */
export function partsOf({ status, headers, body }: Got): Part[] {
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

/** Expects a file to be complete when fetched in any pieces and order, in one request or several. */
export async function anySplitIsTheWhole(world: World, numRuns: number): Promise<void> {
  const bytes = noise(400_000, "split");
  const digest = await storeRendition(world, bytes);
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
        headers.map((range) => askAudio(world, digest, { range: `bytes=${range}` })),
      );
      const parts = answers.flatMap(partsOf).sort((a, b) => a.start - b.start);
      const hash = createHash("sha256");
      for (const { bytes: part } of parts) hash.update(part);
      expect(hash.digest("hex")).toBe(sha256(bytes));
    }),
    { seed: 9110, numRuns },
  );
}

/** Expects separated ranges to be returned as parts, in order, with exactly their bytes. */
export async function rangesApartAreParts(world: World, numRuns: number): Promise<void> {
  const bytes = noise(400_000, "apart");
  const digest = await storeRendition(world, bytes);
  const pieces = fc.uniqueArray(fc.nat({ max: 39 }), { minLength: 2, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 9_000 }), async (places, length) => {
      const starts = places.map((place) => place * 10_000);
      const range = `bytes=${starts.map((start) => `${start}-${start + length - 1}`)}`;
      const parts = partsOf(await askAudio(world, digest, { range }));
      expect(parts.map(({ start }) => start)).toEqual(starts);
      for (const { start, bytes: part } of parts)
        expect(part.equals(bytes.subarray(start, start + length))).toBe(true);
    }),
    { seed: 2046, numRuns },
  );
}
