/** Creating, changing and deleting drafts and episodes, as editors and strangers see them. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { makePicture } from "../../../../../test/setup/pictures.ts";
import { useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld();

async function makeOwner(show = {}) {
  const ada = await world.person();
  const show_id = await makeShow(world, ada, show);
  const draft = async (fields = {}, options = {}) =>
    ada.api.post("/v2/episodes/drafts", { title: "A draft", show_id, ...fields }, options);
  return { ada, show_id, draft };
}

/** Every parameter, with the value that the detail then has. */
const EVERYTHING = {
  title: "Vienna, at night",
  description: "Plain\nwords",
  tags: ["trains", "Night Trains"],
  explicit: true,
  download_enabled: false,
  hidden: true,
  permalink: "vienna-at-night",
  season_number: 2,
  episode_number: 7,
  season_episode_type: "BONUS",
  rss_guid: "guid of Vienna",
  episode_link: "https://example.org/vienna",
  location_latitude: 48.2,
  location_longitude: -16.37,
  ai_generated: true,
  auto_published_at: "2090-12-24 18:30:00",
};

test("a draft accepts every parameter except audio, in every form", async () => {
  const { ada, show_id, draft } = await makeOwner();
  for (const as of ["json", "multipart", "urlencoded", "query"] as const) {
    const fields = as === "json" ? EVERYTHING : { ...EVERYTHING, tags: "trains,Night Trains" };
    const { status, response, text } = await draft({ ...fields, rss_guid: as }, { as });
    expect(status, text).toBe(200);
    const { episode } = response;
    expect(episode).toMatchObject({
      ...EVERYTHING,
      rss_guid: as,
      show_id,
      author_id: ada.user_id,
      type: "DRAFT",
      published_at: null,
      description_html: "<p>Plain<br />words</p>",
      visibility: "PUBLIC",
      duration: 0,
    });
    expect((await ada.api.get(`/v2/episodes/${episode.episode_id}`)).response).toEqual(response);
    expect((await world.api.get(`/v2/episodes/${episode.episode_id}`)).status).toBe(404);
  }
});

test("a draft requires a show that the caller can edit", async () => {
  const { show_id, draft } = await makeOwner();
  const stranger = await world.person();
  expect((await draft({ title: "" })).error.fields).toHaveProperty("title");
  expect((await draft({ title: "x".repeat(140) })).status).toBe(200);
  expect((await draft({ title: "x".repeat(141) })).error.fields).toHaveProperty("title");
  for (const wrong of ["", "x", 999_999])
    expect((await draft({ show_id: wrong })).error.fields).toHaveProperty("show_id");
  const fields = { title: "Mine", show_id };
  expect((await world.api.post("/v2/episodes/drafts", fields)).status).toBe(401);
  expect((await stranger.api.post("/v2/episodes/drafts", fields)).status).toBe(403);
  const { show_id: secret } = await makeOwner({ visibility: "PRIVATE" });
  const unseen = await stranger.api.post("/v2/episodes/drafts", { ...fields, show_id: secret });
  expect(unseen.error.fields).toEqual({ show_id: "must be the id of a show" });
});

test("an episode of an explicit show is explicit by default", async () => {
  const { draft } = await makeOwner({ explicit: true });
  expect((await draft()).response.episode.explicit).toBe(true);
  expect((await draft({ explicit: "0" })).response.episode.explicit).toBe(false);
});

test("an edit changes only what is sent", async () => {
  const { ada, show_id } = await makeOwner();
  const episode_id = await makeEpisode(world, show_id, { tags: ["a"], description: "Old" });
  const path = `/v2/episodes/${episode_id}`;
  const { episode: before } = (await ada.api.get(path)).response;
  const { episode: after } = (await ada.api.post(path, { title: "Renamed" })).response;
  expect({ ...after, updated_at: 0 }).toEqual({ ...before, title: "Renamed", updated_at: 0 });
  const cleared = { tags: "", description: "", episode_link: "", season_number: "" };
  const { episode } = (await ada.api.post(path, cleared)).response;
  expect(episode).toMatchObject({ tags: [], description: "", episode_link: null });
  expect((await ada.api.post(path)).response.episode.title).toBe("Renamed");
});

test("malformed parameters are named and change nothing", async () => {
  const { ada, show_id } = await makeOwner();
  const path = `/v2/episodes/${await makeEpisode(world, show_id)}`;
  const { episode: before } = (await ada.api.get(path)).response;
  const wrong = {
    title: "",
    tags: Array.from({ length: 21 }, (_, place) => `t${place}`).join(","),
    explicit: "maybe",
    visibility: "SECRET",
    permalink: "Not a slug",
    auto_published_at: "2026-02-30 00:00:00",
    published_at: "yesterday",
    season_number: -1,
    episode_number: 2 ** 31,
    season_episode_type: "EXTRA",
    episode_link: "ftp://example.org/",
    location_latitude: 91,
    location_longitude: -181,
    limited_key: "mine",
    type: "LIVE",
    chapters: "no list",
    media_url: "file:///etc/passwd",
  };
  for (const [field, value] of Object.entries(wrong)) {
    const { status, error } = await ada.api.post(path, { title: "Never", [field]: value });
    expect([status, Object.keys(error.fields ?? {})], field).toEqual([400, [field]]);
  }
  const long = await ada.api.post(path, { tags: ["x".repeat(61)] }, { as: "json" });
  expect(long.error.fields).toHaveProperty("tags.0");
  expect((await ada.api.get(path)).response.episode).toEqual(before);
});

test("a GUID identifies one episode of a show", async () => {
  const { ada, show_id, draft } = await makeOwner();
  expect((await draft({ rss_guid: "same" })).status).toBe(200);
  expect((await draft({ rss_guid: "same" })).error.fields).toHaveProperty("rss_guid");
  const other = await makeEpisode(world, show_id);
  const taken = await ada.api.post(`/v2/episodes/${other}`, { rss_guid: "same" });
  expect(taken.error.fields).toHaveProperty("rss_guid");
});

test("chapters are sent as a list and replace the old ones", async () => {
  const { ada, draft } = await makeOwner();
  const chapters = [
    { starts_at: 0, title: "One" },
    { starts_at: 5000, title: "Two", external_url: "https://example.org/2" },
  ];
  const { episode } = (await draft({ chapters })).response;
  expect(episode.chapters_count).toBe(2);
  const path = `/v2/episodes/${episode.episode_id}`;
  const count = async (fields: object, options = {}) =>
    (await ada.api.post(path, fields as Record<string, unknown>, options)).response.episode
      .chapters_count;
  expect(await count({ title: "Kept" })).toBe(2);
  expect(await count({ chapters: chapters.slice(1) }, { as: "json" })).toBe(1);
  expect(await count({ chapters: [] })).toBe(0);
  const twice = await ada.api.post(path, { chapters: [chapters[0], chapters[0]] });
  expect(twice.error.fields).toHaveProperty("chapters");
});

test("an episode can have an image of its own, validated like every image", async () => {
  const { ada, show_id } = await makeOwner();
  const path = `/v2/episodes/${await makeEpisode(world, show_id)}`;
  const files = { image_file: new Blob([await makePicture({ width: 500, height: 450 })]) };
  const { episode } = (await ada.api.post(path, { image_crop: "0,0,400,400" }, { files })).response;
  expect(episode.image_url).toMatch(/\/media\/images\/[0-9a-f]{64}\.jpg$/);
  expect((await fetch(episode.image_medium_url)).status).toBe(200);
  const small = { image_file: new Blob([await makePicture({ width: 399, height: 450 })]) };
  const refused = await ada.api.post(path, { title: "Never" }, { files: small });
  expect(refused.error.fields).toHaveProperty("image_file");
  expect((await ada.api.get(path)).response.episode).toEqual(episode);
});

test("a LIMITED episode has a key that can be renewed", async () => {
  const { ada, show_id } = await makeOwner();
  const path = `/v2/episodes/${await makeEpisode(world, show_id)}`;
  const { episode } = (await ada.api.post(path, { visibility: "LIMITED" })).response;
  expect((await world.api.get(path)).status).toBe(404);
  expect((await world.api.get(`${path}?key=${episode.limited_key}`)).status).toBe(200);
  const { episode: renewed } = (await ada.api.post(path, { limited_key: "reset" })).response;
  expect((await world.api.get(`${path}?key=${episode.limited_key}`)).status).toBe(404);
  expect((await world.api.get(`${path}?key=${renewed.limited_key}`)).status).toBe(200);
});

test("an episode can be moved to another show that the caller can edit", async () => {
  const { ada, show_id } = await makeOwner();
  const { ada: bob, show_id: theirs } = await makeOwner();
  const episode_id = await makeEpisode(world, show_id);
  const path = `/v2/episodes/${episode_id}`;
  const count = async (show: number) =>
    (await world.api.get(`/v2/shows/${show}`)).response.show.episodes_count;
  expect((await ada.api.post(path, { show_id: theirs })).status).toBe(403);
  expect((await ada.api.post(path, { show_id: 999_999 })).error.fields).toHaveProperty("show_id");
  expect(await count(show_id)).toBe(1);
  const values = { show_id: theirs, user_id: ada.user_id };
  await bob.api.put(`/v2/shows/${theirs}/collaborators/${values.user_id}`);
  const { episode } = (await ada.api.post(path, { show_id: theirs })).response;
  expect(episode).toMatchObject({ show_id: theirs, author_id: bob.user_id });
  expect([await count(show_id), await count(theirs)]).toEqual([0, 1]);
  expect((await world.api.get(`/v2/users/${bob.user_id}/episodes`)).response.items).toHaveLength(1);
});

test("a collaborator of one show cannot move its episodes away; a collaborator on all of the author's shows can", async () => {
  const { ada, show_id } = await makeOwner();
  const { ada: bob, show_id: own } = await makeOwner();
  const second = await makeShow(world, ada);
  const path = `/v2/episodes/${await makeEpisode(world, show_id)}`;
  for (const show of [show_id, second])
    await ada.api.put(`/v2/shows/${show}/collaborators/${bob.user_id}`);
  expect((await bob.api.post(path, { title: "Edited" })).status).toBe(200);
  for (const target of [own, second]) {
    const { status, error } = await bob.api.post(path, { title: "Taken", show_id: target });
    expect([status, error.type]).toEqual([403, "not-your-show"]);
  }
  const { episode } = (await ada.api.get(path)).response;
  expect(episode).toMatchObject({ show_id, author_id: ada.user_id, title: "Edited" });
  await ada.api.put(`/v2/users/me/collaborators/${bob.user_id}`);
  const moved = await bob.api.post(path, { show_id: second });
  expect(moved.response.episode).toMatchObject({ show_id: second, author_id: ada.user_id });
});

test("If-Match rejects an edit of an episode that has changed", async () => {
  const { ada, show_id } = await makeOwner();
  const path = `/v2/episodes/${await makeEpisode(world, show_id)}`;
  const etag = (await ada.api.get(path)).headers.get("etag") ?? "";
  const headers = { "if-match": etag };
  expect((await ada.api.post(path, { title: "First" }, { headers })).status).toBe(200);
  expect((await ada.api.post(path, { title: "Late" }, { headers })).status).toBe(412);
  expect((await ada.api.delete(path, { headers })).status).toBe(412);
  expect((await ada.api.get(path)).response.episode.title).toBe("First");
});

test("a deleted episode is gone, and its show can be deleted", async () => {
  const { ada, show_id } = await makeOwner();
  const path = `/v2/episodes/${await makeEpisode(world, show_id)}`;
  const hidden = `/v2/episodes/${await makeEpisode(world, show_id, { hidden: true })}`;
  const stranger = await world.person();
  expect((await world.api.delete(path)).status).toBe(401);
  expect((await stranger.api.delete(path)).status).toBe(403);
  expect((await stranger.api.delete(hidden)).status).toBe(404);
  expect((await ada.api.delete(`/v2/shows/${show_id}`)).status).toBe(409);
  for (const each of [path, hidden]) {
    const { status, response } = await ada.api.delete(each);
    expect([status, response]).toEqual([200, []]);
    expect((await ada.api.delete(each)).status).toBe(404);
    expect((await ada.api.post(each, { title: "Back" })).status).toBe(404);
  }
  expect((await ada.api.delete(`/v2/shows/${show_id}`)).status).toBe(200);
});

test("type=EXTERNAL plays audio from a URL and publishes the episode unless a date is sent", async () => {
  const { ada, draft } = await makeOwner();
  const { episode } = (await draft()).response;
  const path = `/v2/episodes/${episode.episode_id}`;
  const without = await ada.api.post(path, { type: "EXTERNAL" });
  expect(without.error.fields).toHaveProperty("media_url");
  const media_url = "https://media.example/vienna.mp3";
  const linked = await ada.api.post(path, { type: "EXTERNAL", media_url });
  expect(linked.response.episode).toMatchObject({ type: "EXTERNAL", encoding_status: "READY" });
  expect(linked.response.episode.published_at).not.toBeNull();
  expect((await world.api.get(path)).status).toBe(200);
});
