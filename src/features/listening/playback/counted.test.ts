/** Playback counts as downloads: once, and only if the audio was sent. */
import { beforeAll, expect, test } from "vitest";
import { makeStitchable, type StoredMp3, storeMp3 } from "../../../../test/setup/stitching.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld({ TRUST_PROXY: "loopback" });
let programme = {} as StoredMp3;
beforeAll(async () => {
  programme = await storeMp3(world, { seconds: 100, kind: "silence" });
});

const HEADERS = {
  "user-agent": "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)",
  "x-forwarded-for": "93.45.10.20",
};

const downloadsOf = (episode_id: number) =>
  world.deps.db
    .selectFrom("downloads")
    .select(["purpose", "digest", "show_id"])
    .where("episode_id", "=", episode_id)
    .execute();

test("a complete play counts once, and so do its ranges; a probe does not count", async () => {
  const [played, ranged, seen, other] = [
    await makeStitchable(world, programme),
    await makeStitchable(world, programme),
    await makeStitchable(world, programme),
    await makeStitchable(world, programme),
  ];
  const get = async (path: string, headers = {}, method = "GET") => {
    const answer = await fetch(world.baseUrl + path, {
      method,
      headers: { ...HEADERS, ...headers },
    });
    return Buffer.from(await answer.arrayBuffer()).length;
  };
  await get(`/v2/episodes/${seen.episode_id}/play`, {}, "HEAD");
  await get(`/v2/episodes/${seen.episode_id}/play`, { range: "bytes=0-1" });
  // 4,513 bytes of header, and less than the 60 seconds of 128 kbit/s after it.
  await get(`/v2/episodes/${seen.episode_id}/play`, { range: "bytes=0-963000" });
  for (const range of ["500000-999999", "0-499999"])
    await get(`/download/episode/${ranged.episode_id}/a.mp3`, { range: `bytes=${range}` });
  await get(`/v2/episodes/${other.episode_id}/play`, { "user-agent": "Googlebot/2.1" });
  const bytes = await get(`/v2/episodes/${played.episode_id}/play`);
  expect(bytes).toBeGreaterThan(programme.bytes.length);
  await expect
    .poll(async () => (await downloadsOf(played.episode_id)).length, { timeout: 10_000 })
    .toBe(1);
  const [play] = await downloadsOf(played.episode_id);
  expect(play).toMatchObject({ purpose: "play", show_id: played.show_id });
  expect(await downloadsOf(ranged.episode_id)).toMatchObject([{ purpose: "download" }]);
  expect(await downloadsOf(seen.episode_id)).toEqual([]);
  expect(await downloadsOf(other.episode_id)).toEqual([]);
});
