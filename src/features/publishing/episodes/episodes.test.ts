/** Reading one episode, and who may see it. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { wireTime } from "../../../platform/text/time.ts";
import { replaceChapters } from "./chapters/store.ts";
import { updateEpisode } from "./store.ts";

const world = useWorld();

async function makePicture(name: string): Promise<number> {
  const { image_id } = await world.deps.db
    .insertInto("images")
    .values({
      original_key: `${name}/original`,
      upright_key: `${name}/upright`,
      square_key: `${name}/square`,
      feed_key: `${name}/feed`,
      width: 1400,
      height: 1400,
    })
    .returning("image_id")
    .executeTakeFirstOrThrow();
  return image_id;
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

test("the detail has every field of the contract", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada, { title: "Night Trains" });
  const episode_id = await makeEpisode(world, show_id, {
    title: "Vienna",
    permalink: "vienna",
    description: "Plain",
    description_html: "<p>Plain</p>",
    duration: 298_630,
    tags: ["trains", "night"],
    published_at: "2024-02-29T23:59:59.999Z",
    season_number: 2,
    episode_number: 7,
    rss_guid: "guid-of-vienna",
    episode_link: "https://example.org/vienna",
    location_latitude: 48.2,
    location_longitude: 16.37,
  });
  await replaceChapters(world.deps.db, episode_id, [
    { starts_at: 0, title: "One" },
    { starts_at: 1000, title: "Two" },
  ]);
  const { status, response } = await world.api.get(`/v2/episodes/${episode_id}`);
  expect(status).toBe(200);
  const base = world.baseUrl;
  expect(response).toEqual({
    episode: {
      episode_id,
      type: "EXTERNAL",
      title: "Vienna",
      description: "Plain",
      description_html: "<p>Plain</p>",
      duration: 298_630,
      explicit: false,
      hidden: false,
      visibility: "PUBLIC",
      download_enabled: true,
      show_id,
      show: {
        show_id,
        title: "Night Trains",
        site_url: `${base}/show/${show_id}`,
        image_url: null,
        image_original_url: null,
        author_id: ada.user_id,
      },
      author_id: ada.user_id,
      author: {
        user_id: ada.user_id,
        username: ada.username,
        fullname: expect.any(String),
        description: "",
        image_url: null,
        image_original_url: null,
        site_url: `${base}/user/${ada.user_id}`,
        kind: "producer",
        plan: "basic",
      },
      site_url: `${base}/episode/${episode_id}`,
      permalink: "vienna",
      image_url: null,
      image_medium_url: null,
      image_original_url: null,
      published_at: "2024-02-29 23:59:59",
      auto_published_at: null,
      encoding_status: "READY",
      playback_url: `${base}/v2/episodes/${episode_id}/play.mp3`,
      download_url: `${base}/v2/episodes/${episode_id}/download.mp3`,
      waveform_url: null,
      tags: ["trains", "night"],
      plays_count: 0,
      plays_ondemand_count: 0,
      plays_live_count: 0,
      downloads_count: 0,
      likes_count: 0,
      messages_count: 0,
      chapters_count: 2,
      season_number: 2,
      episode_number: 7,
      season_episode_type: "FULL",
      rss_guid: "guid-of-vienna",
      episode_link: "https://example.org/vienna",
      location_latitude: 48.2,
      location_longitude: 16.37,
      ai_generated: false,
      created_at: expect.stringMatching(TIME),
      updated_at: expect.stringMatching(TIME),
    },
  });
  const { episode } = (await ada.api.get(`/v2/episodes/${episode_id}`)).response;
  expect(episode).toEqual({
    ...response.episode,
    encoding_error: null,
    image_error: null,
    media_url: expect.stringMatching(/^https:\/\/media\.example\/[0-9a-f-]+\.mp3$/),
    encoding_progress: 100,
    limited_key: null,
    limited_url: null,
  });
});

test("editors see encoding errors, the scheduled time and the key", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const auto_published_at = new Date("2030-01-02T03:04:05Z");
  const episode_id = await makeEpisode(world, show_id, {
    type: "RECORDED",
    published_at: null,
    auto_published_at,
    encoding_status: "ERROR",
    encoding_error: "This is not audio.",
    visibility: "LIMITED",
    limited_key: "sesame",
  });
  const { episode } = (await ada.api.get(`/v2/episodes/${episode_id}`)).response;
  expect(episode).toMatchObject({
    published_at: null,
    auto_published_at: wireTime(auto_published_at),
    encoding_error: "This is not audio.",
    encoding_progress: 0,
    limited_key: "sesame",
    limited_url: `${world.baseUrl}/episode/${episode_id}?key=sesame`,
  });
});

test("an episode without an image of its own has the show's", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada, { image_id: await makePicture("show") });
  const plain = await makeEpisode(world, show_id);
  const own = await makeEpisode(world, show_id, { image_id: await makePicture("own") });
  const pictures = (name: string) => ({
    image_url: `${world.baseUrl}/media/${name}/square`,
    image_original_url: `${world.baseUrl}/media/${name}/upright`,
  });
  const medium = (name: string) => ({ image_medium_url: `${world.baseUrl}/media/${name}/feed` });
  for (const [episode_id, name] of [
    [plain, "show"],
    [own, "own"],
  ] as const) {
    const { episode } = (await world.api.get(`/v2/episodes/${episode_id}`)).response;
    expect(episode).toMatchObject({
      ...pictures(name),
      ...medium(name),
      show: pictures("show"),
    });
  }
  const { items } = (await world.api.get(`/v2/shows/${show_id}/episodes?sorting=oldest`)).response;
  expect(items).toMatchObject([pictures("show"), pictures("own")]);
});

test("unknown episodes are 404", async () => {
  for (const id of ["999999", "0", "-1", "x", "1e3", "99999999999999999999"])
    expect((await world.api.get(`/v2/episodes/${id}`)).status, id).toBe(404);
  const { error } = await world.api.get("/v2/episodes/999999");
  expect(error.type).toBe("episode-not-found");
});

test("the ETag works with If-None-Match and changes with an edit", async () => {
  const ada = await world.person();
  const episode_id = await makeEpisode(world, await makeShow(world, ada));
  const path = `/v2/episodes/${episode_id}`;
  const etag = (await world.api.get(path)).headers.get("etag") ?? "";
  const again = await world.api.get(path, { headers: { "if-none-match": etag } });
  expect([again.status, again.text]).toEqual([304, ""]);
  await updateEpisode(world.deps.db, episode_id, { title: "Changed" });
  const changed = await world.api.get(path, { headers: { "if-none-match": etag } });
  expect(changed.response.episode.title).toBe("Changed");
});

const KEYS = ["", "?key=of-episode", "?key=of-show", "?key=wrong", "?key="] as const;
const everyone = new Set<string>(KEYS);
const nobody = new Set<string>();
const withKey = (...keys: string[]) => new Set(keys.map((key) => `?key=${key}`));

const LIMITED = { visibility: "LIMITED", limited_key: "of-episode" } as const;
const LIMITED_SHOW = { visibility: "LIMITED", limited_key: "of-show" } as const;

/** State of the episode, state of its show, and the keys with which strangers see it. Editors always see it. */
const MATRIX = [
  ["published", {}, {}, everyone],
  ["hidden", { hidden: true }, {}, nobody],
  ["hidden and limited", { hidden: true, ...LIMITED }, {}, nobody],
  ["private", { visibility: "PRIVATE", limited_key: "of-episode" }, {}, nobody],
  ["limited", LIMITED, {}, withKey("of-episode")],
  ["limited, not published", { ...LIMITED, published_at: null }, {}, nobody],
  ["limited, without a key yet", { visibility: "LIMITED" }, {}, nobody],
  ["draft", { type: "DRAFT", published_at: null, encoding_status: "PENDING" }, {}, nobody],
  ["scheduled", { published_at: null, auto_published_at: "2030-01-01" }, {}, nobody],
  ["in the making", { type: "RECORDED", encoding_status: "PROCESSING" }, {}, nobody],
  [
    "broken",
    { type: "RECORDED", encoding_status: "ERROR", encoding_error: "No audio." },
    {},
    nobody,
  ],
  ["in a private show", {}, { visibility: "PRIVATE", limited_key: "of-show" }, nobody],
  ["limited in a private show", LIMITED, { visibility: "PRIVATE" }, nobody],
  ["in a limited show", {}, LIMITED_SHOW, withKey("of-show")],
  ["with a former key", { limited_key: "of-episode" }, LIMITED_SHOW, withKey("of-show")],
  ["limited in a limited show", LIMITED, LIMITED_SHOW, withKey("of-episode", "of-show")],
  ["private in a limited show", { visibility: "PRIVATE" }, LIMITED_SHOW, nobody],
] as const;

async function makeCast() {
  const [owner, collaborator, network, stranger] = [
    await world.person(),
    await world.person(),
    await world.person(),
    await world.person(),
  ];
  const admin = await world.person({ admin: true });
  const { db } = world.deps;
  await db
    .insertInto("user_collaborators")
    .values({ network_user_id: owner.user_id, user_id: network.user_id })
    .execute();
  const share = (show_id: number) =>
    db
      .insertInto("show_collaborators")
      .values({ show_id, user_id: collaborator.user_id })
      .execute();
  return { editors: { owner, collaborator, network, admin }, stranger, share };
}

test("each state of an episode is visible to the right callers", async () => {
  const { editors, stranger, share } = await makeCast();
  for (const [state, episode, show, keys] of MATRIX) {
    const show_id = await makeShow(world, editors.owner, show);
    await share(show_id);
    const path = `/v2/episodes/${await makeEpisode(world, show_id, episode)}`;
    for (const api of [world.api, stranger.api])
      for (const key of KEYS) {
        const { status, text } = await api.get(path + key);
        expect(status, `${state} ${key}`).toBe(keys.has(key) ? 200 : 404);
        expect(text).not.toMatch(/limited_key|limited_url|encoding_error|encoding_progress/);
      }
    for (const [role, { api }] of Object.entries(editors)) {
      const { status, response } = await api.get(path);
      expect(status, `${state}: ${role}`).toBe(200);
      expect(response.episode).toHaveProperty("encoding_progress");
      expect(response.episode).toHaveProperty("limited_key");
    }
  }
});

test("a collaborator of one show is a stranger to other shows", async () => {
  const { editors, share } = await makeCast();
  await share(await makeShow(world, editors.owner));
  const other = await makeEpisode(world, await makeShow(world, editors.owner), { hidden: true });
  expect((await editors.collaborator.api.get(`/v2/episodes/${other}`)).status).toBe(404);
  expect((await editors.network.api.get(`/v2/episodes/${other}`)).status).toBe(200);
});

test("a deleted episode is gone for everyone", async () => {
  const { editors, share } = await makeCast();
  const gone = await makeShow(world, editors.owner, { deleted_at: new Date() });
  const show_id = await makeShow(world, editors.owner);
  await share(show_id);
  const ids = [
    await makeEpisode(world, show_id, { deleted_at: new Date(), ...LIMITED }),
    await makeEpisode(world, gone),
  ];
  const all: Person["api"][] = [world.api, ...Object.values(editors).map(({ api }) => api)];
  for (const api of all) {
    for (const id of ids)
      expect((await api.get(`/v2/episodes/${id}?key=of-episode`)).status).toBe(404);
    expect((await api.get(`/v2/shows/${gone}/episodes`)).status).toBe(404);
  }
});
