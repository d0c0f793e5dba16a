/** The bytes of a rendition sent in whole, partial and aborted responses, and their records for counting. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { expect, test } from "vitest";
import { storeAudio } from "../../../../test/setup/recordings.ts";
import { digestIn, load, useRenditions } from "../../../../test/setup/renditions.ts";
import { makeStitchable } from "../../../../test/setup/stitching.ts";

const { stage, world, sounds, makeFull, lead, segmentsOf, told } = useRenditions();

test("previews by editors have no ads and are marked, as are plays of hidden episodes", async () => {
  const { episode_id, owner } = await makeFull();
  const { headers } = await owner.api.get(`/v2/episodes/${episode_id}/play`);
  const url = headers.get("location") ?? "";
  expect((await segmentsOf(digestIn(url))).map(({ kind }) => kind)).toEqual(["head", "programme"]);
  await load(url);
  await told(1);
  expect(stage.records[0]).toMatchObject({ episode_id, preview: true, status: 200 });
  expect(stage.asked).toEqual([]);
});

test("counting gets a record of each response with the bytes that were sent", async () => {
  const { episode_id } = await makeFull();
  const url = await lead(episode_id, { form: "download" });
  const digest = digestIn(url);
  const { length } = await load(url);
  await told(1);
  const common = { episode_id, digest, preview: false, purpose: "download", method: "GET" };
  expect(stage.records[0]).toMatchObject({ ...common, status: 200, sent: [[0, length - 1]] });
  const played = url.replace("?download=1", "?via=play");
  const headers = {
    range: "bytes=10-19,5000-5999,-3",
    referer: "https://a.example/",
    "x-playback-session-id": "S1",
  };
  await load(played, headers);
  await told(2);
  expect(stage.records[1]).toMatchObject({
    ...common,
    purpose: "play",
    status: 206,
    session: "S1",
    referrer: "https://a.example/",
    range: headers.range,
    user_agent: "node",
    sent: [
      [10, 19],
      [5000, 5999],
      [length - 3, length - 1],
    ],
  });
  const etag = `"${digest}"`;
  const others: [RequestInit, number][] = [
    [{ method: "HEAD" }, 200],
    [{ headers: { "if-none-match": etag } }, 304],
    [{ headers: { range: `bytes=${length}-` } }, 416],
    [{ headers: { "if-match": '"other"' } }, 412],
  ];
  for (const [index, [init, status]] of others.entries()) {
    expect((await fetch(played, init)).status).toBe(status);
    await told(3 + index);
    expect(stage.records.at(-1)).toMatchObject({ status, sent: [] });
  }
});

test("if the client aborts a response, only the bytes sent are recorded", async () => {
  const bytes = Buffer.concat(Array.from({ length: 60 }, () => sounds.programme.bytes));
  const key = `audio/${await storeAudio(world, bytes)}.mp3`;
  const audio = { key, bytes, frames: 60 * sounds.programme.frames };
  const { episode_id } = await makeStitchable(world, audio);
  const url = await lead(episode_id);
  const { port, pathname } = new URL(url);
  const socket = net.connect(Number(port), "127.0.0.1");
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, "data");
  socket.pause();
  await new Promise((resolve) => setTimeout(resolve, 300));
  socket.destroy();
  await told(1);
  const [[first, last] = [-1, -1]] = stage.records[0]?.sent ?? [];
  expect(first).toBe(0);
  expect(last).toBeGreaterThan(4096);
  expect(last).toBeLessThan(audio.bytes.length - 1);
});

test("four hundred consecutive ranges over one connection give the whole file", async () => {
  const { episode_id } = await makeFull();
  const url = await lead(episode_id);
  const whole = await load(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const hash = createHash("sha256");
  const step = Math.ceil(whole.length / 400);
  for (let at = 0; at < whole.length; at += step)
    hash.update(await rangeOf(url, agent, `bytes=${at}-${at + step - 1}`));
  agent.destroy();
  expect(hash.digest("hex")).toBe(createHash("sha256").update(whole).digest("hex"));
});

function rangeOf(url: string, agent: http.Agent, range: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers: { range } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => resolve(Buffer.concat(chunks)));
      })
      .on("error", reject);
  });
}

test("a long response is reported to counting once while it is in progress, and at its end", async () => {
  const bytes = Buffer.concat(Array.from({ length: 60 }, () => sounds.programme.bytes));
  const key = `audio/${await storeAudio(world, bytes)}.mp3`;
  const audio = { key, bytes, frames: 60 * sounds.programme.frames };
  const { episode_id } = await makeStitchable(world, audio);
  const { port, pathname } = new URL(await lead(episode_id));
  const socket = net.connect(Number(port), "127.0.0.1");
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, "data");
  socket.pause();
  await expect.poll(() => stage.progress.length, { timeout: 20_000 }).toBe(1);
  const [[first, last] = [-1, -1]] = stage.progress[0]?.sent ?? [];
  expect(first).toBe(0);
  expect(last).toBeGreaterThan(16_384);
  expect(last).toBeLessThan(bytes.length - 1);
  expect(stage.records).toEqual([]);
  socket.destroy();
  await told(1);
  expect(stage.progress).toHaveLength(1);
});
