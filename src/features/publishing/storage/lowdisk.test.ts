/** An almost full disk: reads, delivery and DELETE work, writes and jobs wait. */
import { beforeAll, expect, test } from "vitest";
import { useUploads } from "../../../../test/setup/encoding.ts";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer } from "../../../../test/setup/surfer.ts";
import type { Person } from "../../../../test/setup/world.ts";
import { startEncoding } from "../episodes/encoding/queue.ts";

/** More than any disk has free. */
const { world, encode, leftovers } = useUploads({ DISK_RESERVE_BYTES: "999999999999" });
let ada: Person;
let show_id = 0;
beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
});

test("writes are rejected with a message and the name of the limit", async () => {
  const file = new File([Buffer.alloc(1000)], "a.wav");
  const answers = [
    await ada.api.post("/v2/shows", { title: "Another", language: "en" }),
    await ada.api.put(`/v2/users/me/favorites/${show_id}`),
    await ada.api.post(
      `/v2/shows/${show_id}/episodes`,
      { title: "Upload" },
      { files: { media_file: file } },
    ),
  ];
  for (const { status, error, headers } of answers) {
    expect([status, error.type]).toEqual([507, "storage-full"]);
    expect(error.messages[0]).toMatch(/no storage left/);
    expect(headers.get("longwave-limit")).toContain("disk-reserve;max=999999999999");
  }
  const begun = await fetch(`${world.baseUrl}/v2/uploads`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${ada.token}`,
      "tus-resumable": "1.0.0",
      "upload-length": "1000",
    },
  });
  expect(begun.status).toBe(507);
  expect(await leftovers()).toEqual([]);
});

test("reads work, and so does what frees space: signing in and deleting", async () => {
  const episode_id = await makeEpisode(world, show_id);
  expect((await ada.api.get(`/v2/shows/${show_id}`)).status).toBe(200);
  expect((await world.api.get(`/v2/episodes/${episode_id}/play.mp3`)).status).toBe(302);
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  const signedIn = await surfer.submit({ login: ada.username, password: "correct horse" });
  expect(signedIn.url.pathname).toBe("/studio");
  expect((await ada.api.delete(`/v2/episodes/${episode_id}`)).status).toBe(200);
  const stranger = createSurfer(world.baseUrl);
  await stranger.open("/sign-up");
  const form = { username: "eve", fullname: "Eve", password: "correct horse" };
  const refused = await stranger.submit({ ...form, email: "eve@example.org" });
  expect(refused.status).toBe(507);
  expect(refused.text).toContain("The server is full");
});

test("an encoding waits without using up an attempt", async () => {
  const { db, pool } = world.deps;
  const episode_id = await makeEpisode(world, show_id);
  await startEncoding(db, episode_id, { source_url: "https://media.example/a.mp3" });
  await encode(episode_id, { last: true });
  const { response } = await ada.api.get(`/v2/episodes/${episode_id}`);
  expect([response.episode.encoding_status, response.episode.encoding_error]).toEqual([
    "PENDING",
    null,
  ]);
  const { rows } = await pool.query(
    "select attempts, run_at > now() + interval '50 s' as later from owned_jobs where key = $1",
    [`encode-${episode_id}`],
  );
  expect(rows).toEqual([{ attempts: 0, later: true }]);
});
