/** Likes and bookmarks: setting and removing them, lists, counts. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { updateEpisode } from "../../publishing/episodes/store.ts";

const world = useWorld();
let ada: Person;
let bob: Person;
let show_id: number;

beforeAll(async () => {
  [ada, bob] = [await world.person(), await world.person()];
  show_id = await makeShow(world, ada);
});

const countsOf = async (episode_id: number) => {
  const { episode } = (await ada.api.get(`/v2/episodes/${episode_id}`)).response;
  const { show } = (await ada.api.get(`/v2/shows/${episode.show_id}`)).response;
  return { episode: episode.likes_count, show: show.likes_count };
};
const idsOf = ({ response }: { response: { items: { episode_id: number }[] } }) =>
  response.items.map(({ episode_id }) => episode_id);

test("a like is set once, visible to everyone, and removed", async () => {
  const episode_id = await makeEpisode(world, show_id);
  const path = `/v2/users/me/likes/${episode_id}`;
  const public_path = `/v2/users/${bob.user_id}/likes/${episode_id}`;
  const missing = await world.api.get(public_path);
  expect(missing).toMatchObject({ status: 404, error: { type: "like-not-found" } });
  for (let time = 0; time < 2; time += 1)
    expect(await bob.api.put(path)).toMatchObject({ status: 200, response: [] });
  expect(await world.api.get(public_path)).toMatchObject({ status: 200, response: [] });
  expect(await countsOf(episode_id)).toEqual({ episode: 1, show: 1 });
  for (let time = 0; time < 2; time += 1)
    expect(await bob.api.delete(path)).toMatchObject({ status: 200, response: [] });
  expect((await world.api.get(public_path)).status).toBe(404);
  expect(await countsOf(episode_id)).toEqual({ episode: 0, show: 0 });
});

test("the lists of episodes and of users start with the newest like", async () => {
  const own_show = await makeShow(world, ada);
  const [first = 0, second = 0] = await makeEpisodes(world, own_show, [{}, {}]);
  const [cleo, dan] = [await world.person(), await world.person()];
  for (const [person, episode_id] of [
    [cleo, second],
    [cleo, first],
    [dan, first],
  ] as const)
    await person.api.put(`/v2/users/me/likes/${episode_id}`);
  const likes = await world.api.get(`/v2/users/${cleo.user_id}/likes`);
  expect(idsOf(likes)).toEqual([first, second]);
  expect(likes.response.items[0]).toMatchObject({ title: "An episode", show_id: own_show });
  const page = await world.api.get(`/v2/users/${cleo.user_id}/likes?limit=1`);
  expect(idsOf(page)).toEqual([first]);
  expect(idsOf(await world.api.get(page.response.next_url))).toEqual([second]);
  const likers = await world.api.get(`/v2/episodes/${first}/likes`);
  expect(likers.response.items.map(({ username }: Person) => username)).toEqual([
    dan.username,
    cleo.username,
  ]);
  // A like that is set again becomes the newest.
  await cleo.api.delete(`/v2/users/me/likes/${second}`);
  await cleo.api.put(`/v2/users/me/likes/${second}`);
  expect(idsOf(await cleo.api.get("/v2/users/me/likes"))).toEqual([second, first]);
});

test("last_id must have been in the list", async () => {
  const episode_id = await makeEpisode(world, show_id);
  for (const path of [
    `/v2/users/${bob.user_id}/likes?last_id=${episode_id}`,
    `/v2/episodes/${episode_id}/likes?last_id=${bob.user_id}`,
    "/v2/users/me/bookmarks?last_id=999999",
  ]) {
    const { status, error } = await bob.api.get(path);
    expect({ status, fields: error.fields }).toEqual({
      status: 400,
      fields: { last_id: "must be the id of an item in this list" },
    });
  }
});

test("an episode that the caller cannot see cannot be liked or bookmarked", async () => {
  const limited = { visibility: "LIMITED", limited_key: "open-sesame" } as const;
  const [hidden = 0, locked = 0] = await makeEpisodes(world, show_id, [{ hidden: true }, limited]);
  for (const mark of ["likes", "bookmarks"])
    for (const episode_id of [hidden, locked, 999_999])
      expect(await bob.api.put(`/v2/users/me/${mark}/${episode_id}`)).toMatchObject({
        status: 404,
        error: { type: "episode-not-found" },
      });
  const opened = await bob.api.put(`/v2/users/me/likes/${locked}`, { key: "open-sesame" });
  expect(opened.status).toBe(200);
  expect((await world.api.get(`/v2/episodes/${locked}/likes`)).status).toBe(404);
  const path = `/v2/episodes/${locked}/likes?key=open-sesame`;
  expect((await world.api.get(path)).response.items).toHaveLength(1);
  expect(idsOf(await world.api.get(`/v2/users/${bob.user_id}/likes`))).not.toContain(locked);
});

test("a user blocked by the author cannot like, but can bookmark", async () => {
  const episode_id = await makeEpisode(world, show_id);
  const eve = await world.person();
  await ada.api.put(`/v2/users/me/blocks/${eve.user_id}`);
  expect(await eve.api.put(`/v2/users/me/likes/${episode_id}`)).toMatchObject({
    status: 403,
    error: { type: "blocked" },
  });
  expect((await eve.api.put(`/v2/users/me/bookmarks/${episode_id}`)).status).toBe(200);
  expect(await countsOf(episode_id)).toMatchObject({ episode: 0 });
});

test("users cannot change the likes of others, nor see their bookmarks", async () => {
  const episode_id = await makeEpisode(world, show_id);
  for (const mark of ["likes", "bookmarks"]) {
    const path = `/v2/users/${bob.user_id}/${mark}/${episode_id}`;
    expect((await ada.api.put(path)).status).toBe(403);
    expect((await ada.api.delete(path)).status).toBe(403);
    expect((await world.api.put(path)).status).toBe(401);
  }
  expect((await ada.api.get(`/v2/users/${bob.user_id}/bookmarks`)).status).toBe(403);
  expect((await world.api.get(`/v2/users/${bob.user_id}/bookmarks`)).status).toBe(401);
});

test("bookmarks are separate from likes", async () => {
  const [first = 0, second = 0] = await makeEpisodes(world, show_id, [{}, {}]);
  const cleo = await world.person();
  for (const episode_id of [first, second, first])
    await cleo.api.put(`/v2/users/me/bookmarks/${episode_id}`);
  expect(idsOf(await cleo.api.get("/v2/users/me/bookmarks"))).toEqual([second, first]);
  expect(idsOf(await cleo.api.get("/v2/users/me/likes"))).toEqual([]);
  await cleo.api.delete(`/v2/users/me/bookmarks/${second}`);
  expect(idsOf(await cleo.api.get(`/v2/users/me/bookmarks?last_id=${second}`))).toEqual([first]);
  expect(await countsOf(first)).toMatchObject({ episode: 0 });
});

test("an episode keeps its likes when moved, and loses them when deleted", async () => {
  const [from, to] = [await makeShow(world, ada), await makeShow(world, ada)];
  const episode_id = await makeEpisode(world, from);
  const other = await makeEpisode(world, from);
  for (const id of [episode_id, other]) await bob.api.put(`/v2/users/me/likes/${id}`);
  await ada.api.put(`/v2/users/me/likes/${episode_id}`);
  expect(await countsOf(other)).toEqual({ episode: 1, show: 3 });
  await updateEpisode(world.deps.db, episode_id, { show_id: to });
  expect(await countsOf(other)).toEqual({ episode: 1, show: 1 });
  expect(await countsOf(episode_id)).toEqual({ episode: 2, show: 2 });
  await updateEpisode(world.deps.db, episode_id, { deleted_at: new Date() });
  expect((await ada.api.get(`/v2/shows/${to}`)).response.show.likes_count).toBe(0);
  // Nobody can see the episode any more, but a user can still remove their like.
  expect((await bob.api.delete(`/v2/users/me/likes/${episode_id}`)).status).toBe(200);
  expect((await ada.api.get(`/v2/shows/${to}`)).response.show.likes_count).toBe(0);
  expect(idsOf(await bob.api.get("/v2/users/me/likes"))).toEqual([other]);
});

test("counts stay correct when likes and moves of the episode are concurrent", async () => {
  const shows = [await makeShow(world, ada), await makeShow(world, ada)];
  const episodes = await makeEpisodes(world, shows[0] ?? 0, [{}, {}]);
  const people = await Promise.all(Array.from({ length: 6 }, () => world.person()));
  const moves = async (episode_id: number) => {
    for (let time = 0; time < 9; time += 1)
      await updateEpisode(world.deps.db, episode_id, { show_id: shows[time % 2] ?? 0 });
  };
  const liking = people.map(async ({ api }) => {
    for (const id of [...episodes, ...episodes, ...episodes]) {
      await api.put(`/v2/users/me/likes/${id}`);
      await api.delete(`/v2/users/me/likes/${id}`);
      await api.put(`/v2/users/me/likes/${id}`);
    }
  });
  await Promise.all([...liking, ...episodes.map(moves)]);
  const [first = 0, second = 0] = episodes;
  expect(await countsOf(first)).toEqual({ episode: 6, show: 12 });
  await updateEpisode(world.deps.db, second, { show_id: shows[1] ?? 0 });
  expect(await countsOf(first)).toEqual({ episode: 6, show: 6 });
  expect(await countsOf(second)).toEqual({ episode: 6, show: 6 });
});
