/** Where play and download URLs redirect to, and for whom. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { makeRecording, noise, storeRendition } from "../../../../test/setup/recordings.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();

const FORMS = ["play", "play.mp3", "download", "download.mp3"];

test("all forms of play and download URLs redirect to the audio, and are not cached", async () => {
  const { episode_id, bytes } = await makeRecording(world, { permalink: "night-trains" });
  const digests = new Set();
  for (const form of FORMS)
    for (const method of ["GET", "HEAD"]) {
      const answer = await world.api.send(method, `/v2/episodes/${episode_id}/${form}`);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const location = answer.headers.get("location") ?? "";
      const { origin, pathname, search } = new URL(location);
      const [, digest] = /^\/media\/r\/([0-9a-f]{64})\/night-trains\.mp3$/.exec(pathname) ?? [];
      expect(origin).toBe(world.baseUrl);
      expect(search).toBe(form.startsWith("download") ? "?download=1" : "?via=play");
      digests.add(digest);
      const audio = await fetch(location);
      expect(Buffer.from(await audio.arrayBuffer()).equals(bytes)).toBe(true);
    }
  expect(digests.size).toBe(1);
});

test("a feed's enclosure redirects to the audio, even if downloads are disabled", async () => {
  const { episode_id, bytes } = await makeRecording(world, { download_enabled: false });
  const path = `/download/episode/${episode_id}/any-name.mp3`;
  const { status, headers } = await world.api.get(path);
  expect([status, headers.get("cache-control")]).toEqual([302, "no-store"]);
  const location = headers.get("location") ?? "";
  expect(location).toMatch(/\/media\/r\/[0-9a-f]{64}\/an-episode\.mp3$/);
  const audio = await fetch(location);
  expect(Buffer.from(await audio.arrayBuffer()).equals(bytes)).toBe(true);
  expect((await world.api.get("/download/episode/999999/x.mp3")).status).toBe(404);
});

test("a download has a file name, playing has none", async () => {
  const digest = await storeRendition(world, noise(1_000));
  const disposition = async (rest: string) =>
    (await fetch(`${world.baseUrl}/media/r/${digest}/${rest}`)).headers.get("content-disposition");
  expect(await disposition("night-trains.mp3?download=1")).toBe(
    'attachment; filename="night-trains.mp3"',
  );
  expect(await disposition("n%C3%A4%22cht%0D%0Ae.mp3?download=1")).toBe(
    `attachment; filename="n__cht__e.mp3"; filename*=UTF-8''n%C3%A4%22cht%0D%0Ae.mp3`,
  );
  for (const rest of ["night-trains.mp3", "night-trains.mp3?download=no"])
    expect(await disposition(rest)).toBeNull();
});

test("if downloads are disabled, an episode can still be played but not downloaded, even by its author", async () => {
  const { episode_id, owner } = await makeRecording(world, { download_enabled: false });
  for (const api of [world.api, owner.api])
    for (const form of FORMS) {
      const { status, error } = await api.get(`/v2/episodes/${episode_id}/${form}`);
      expect(status, form).toBe(form.startsWith("play") ? 302 : 403);
      if (status === 403) expect(error.type).toBe("download-disabled");
    }
});

const HIDDEN = {
  draft: { type: "DRAFT", published_at: null },
  unpublished: { published_at: null },
  hidden: { hidden: true },
  private: { visibility: "PRIVATE" },
  locked: { visibility: "LIMITED", limited_key: "secret" },
} as const;

test.each(Object.entries(HIDDEN))("%s: editors preview, strangers get 404", async (_, state) => {
  const { episode_id, owner } = await makeRecording(world, { ...state, download_enabled: false });
  const stranger = await world.person();
  for (const form of FORMS) {
    for (const api of [world.api, stranger.api]) {
      const { status, error } = await api.get(`/v2/episodes/${episode_id}/${form}`);
      expect([status, error.type]).toEqual([404, "episode-not-found"]);
    }
    const { status } = await owner.api.get(`/v2/episodes/${episode_id}/${form}`);
    expect(status).toBe(form.startsWith("play") ? 302 : 403);
  }
});

test("a private show hides its audio", async () => {
  const { show_id, episode_id, owner } = await makeRecording(world);
  await world.deps.db
    .updateTable("shows")
    .set({ visibility: "PRIVATE" })
    .where("show_id", "=", show_id)
    .execute();
  expect((await world.api.get(`/v2/episodes/${episode_id}/play`)).status).toBe(404);
  expect((await owner.api.get(`/v2/episodes/${episode_id}/play`)).status).toBe(302);
});

test("the key of a LIMITED show opens its audio, and is not passed on", async () => {
  const { episode_id } = await makeRecording(world, HIDDEN.locked);
  const feed = `/download/episode/${episode_id}/a.mp3`;
  for (const path of [feed, ...FORMS.map((form) => `/v2/episodes/${episode_id}/${form}`)]) {
    const { status, headers } = await world.api.get(`${path}?key=secret`);
    expect(status).toBe(302);
    expect(headers.get("location")).not.toContain("secret");
    expect((await world.api.get(`${path}?key=guess`)).status).toBe(404);
  }
});

test("a link redirects to another server unless the audio has been fetched", async () => {
  const show_id = await makeShow(world, await world.person());
  const media_url = "https://media.example/tide.mp3?b=1&c=%C3%A4";
  const episode_id = await makeEpisode(world, show_id, { media_url });
  for (const form of FORMS) {
    const { status, headers } = await world.api.get(`/v2/episodes/${episode_id}/${form}`);
    expect([status, headers.get("location")]).toEqual([302, media_url]);
    expect(headers.get("cache-control")).toBe("no-store");
  }
  const odd = async (url: string) => {
    const id = await makeEpisode(world, show_id, { media_url: url });
    const { status, headers: got } = await world.api.get(`/v2/episodes/${id}/play`);
    return [status, got.get("location")];
  };
  const escaped = "https://media.example/m%C3%A4rz%20%E2%9C%93.mp3";
  expect(await odd("https://media.example/m\u00e4rz \u2713.mp3")).toEqual([302, escaped]);
  for (const none of ["javascript:alert(1)", "media.mp3", ""])
    expect(await odd(none)).toEqual([404, null]);
  const fetched = await makeRecording(world, { type: "EXTERNAL", media_url });
  const { headers } = await world.api.get(`/v2/episodes/${fetched.episode_id}/play`);
  const audio = await fetch(headers.get("location") ?? "");
  expect(Buffer.from(await audio.arrayBuffer()).equals(fetched.bytes)).toBe(true);
});

test("an episode without audio, deleted or unknown is 404", async () => {
  const { owner, show_id, episode_id } = await makeRecording(world);
  const silent = await makeEpisode(world, show_id, { type: "RECORDED", media_url: null });
  const { status, error } = await owner.api.get(`/v2/episodes/${silent}/play`);
  expect([status, error.type]).toEqual([404, "audio-not-found"]);
  expect((await world.api.get(`/v2/episodes/${silent}/play`)).error.type).toBe("episode-not-found");
  await world.deps.db
    .updateTable("episodes")
    .set({ deleted_at: new Date() })
    .where("episode_id", "=", episode_id)
    .execute();
  expect((await owner.api.get(`/v2/episodes/${episode_id}/play`)).status).toBe(404);
  for (const id of ["999999999", "x", "0"])
    expect((await world.api.get(`/v2/episodes/${id}/play`)).status).toBe(404);
});
