/** The audio tests with a bucket as media store. */
import { afterAll, expect, test } from "vitest";
import { openBucket } from "../../../../test/setup/bucket.ts";
import {
  anySplitIsTheWhole,
  askAudio,
  partsOf,
  rangesApartAreParts,
} from "../../../../test/setup/byteranges.ts";
import { makeRecording, noise, sha256, storeRendition } from "../../../../test/setup/recordings.ts";
import { anySplitStays } from "../../../../test/setup/splits.ts";
import { openStage } from "../../../../test/setup/stitching.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const bucket = await openBucket();
const stage = openStage();
const world = useWorld({ MEDIA_URL: bucket.url }, stage.ports);
afterAll(() => bucket.close());

test("playing redirects to audio that the server reads from the bucket", async () => {
  const { episode_id, bytes } = await makeRecording(world, {}, noise(700_000));
  const answer = await fetch(`${world.baseUrl}/v2/episodes/${episode_id}/play.mp3`);
  expect(new URL(answer.url).pathname).toMatch(/^\/media\/r\/[0-9a-f]{64}\/an-episode.mp3$/);
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect(answer.headers.get("content-length")).toBe("700000");
});

test("HEAD, one range, no range, and a conditional request", async () => {
  const bytes = noise(300_000);
  const digest = await storeRendition(world, bytes);
  const head = await askAudio(world, digest, {}, "HEAD");
  expect([head.status, head.headers["content-length"]]).toEqual([200, "300000"]);
  const [part] = partsOf(await askAudio(world, digest, { range: "bytes=-1000" }));
  expect(part).toEqual({ start: 299_000, total: 300_000, bytes: bytes.subarray(299_000) });
  expect((await askAudio(world, digest, { range: "bytes=300000-" })).status).toBe(416);
  const same = { "if-none-match": head.headers.etag ?? "" };
  expect((await askAudio(world, digest, same)).status).toBe(304);
  const date = head.headers["last-modified"] ?? "";
  const ranged = await askAudio(world, digest, { range: "bytes=0-9", "if-range": date });
  expect(ranged.status).toBe(206);
});

test("audio missing from the bucket is 404, even if it was there a moment ago", async () => {
  const { episode_id, digest } = await makeRecording(world);
  const { headers } = await world.api.get(`/v2/episodes/${episode_id}/play`);
  const location = headers.get("location") ?? "";
  expect((await fetch(`${world.baseUrl}/media/r/${sha256(noise(10))}/a.mp3`)).status).toBe(404);
  expect((await fetch(location, { method: "HEAD" })).status).toBe(200);
  await world.deps.media.remove(`audio/${digest}.mp3`);
  expect((await fetch(location)).status).toBe(404);
});

test("any split of the audio, in any order, sequential or concurrent, gives the audio", () =>
  anySplitIsTheWhole(world, 10));

test("several ranges are sent as parts in the requested order", () =>
  rangesApartAreParts(world, 5));

test("a rendition with ads from a bucket stays one file while the episode changes", () =>
  anySplitStays(world, stage, 40));
