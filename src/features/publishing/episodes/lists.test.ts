/** Lists of episodes of a show or a user: contents, order, pagination. */
import { expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { updateEpisode } from "./store.ts";

const world = useWorld();
type Api = Person["api"];

const idsOf = async (api: Api, path: string): Promise<number[]> =>
  (await api.get(path)).response.items.map(({ episode_id }: { episode_id: number }) => episode_id);

/** Reads every page from `path` on by following next_url. */
async function walk(api: Api, path: string): Promise<number[][]> {
  const pages: number[][] = [];
  for (let next: string | null = path; next !== null; ) {
    const { response }: { response: Page } = await api.get<Page>(next);
    pages.push(response.items.map(({ episode_id }) => episode_id));
    next = response.next_url;
  }
  return pages;
}
type Page = { items: { episode_id: number }[]; next_url: string | null };

const day = (number: number) => new Date(Date.UTC(2024, 0, number));

test("an item has exactly the fields of the list view", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id, { published_at: day(3) });
  const base = world.baseUrl;
  const items = [
    {
      episode_id,
      type: "EXTERNAL",
      title: "An episode",
      duration: 60_000,
      explicit: false,
      show_id,
      author_id: ada.user_id,
      site_url: `${base}/episode/${episode_id}`,
      image_url: null,
      image_original_url: null,
      published_at: "2024-01-03 00:00:00",
      download_enabled: true,
      playback_url: `${base}/v2/episodes/${episode_id}/play.mp3`,
      download_url: `${base}/v2/episodes/${episode_id}/download.mp3`,
      waveform_url: null,
    },
  ];
  for (const path of [`/v2/shows/${show_id}`, `/v2/users/${ada.user_id}`, "/v2/users/me"])
    expect((await ada.api.get(`${path}/episodes`)).response).toEqual({ items, next_url: null });
});

test("listenable lists what strangers can hear, editable lists everything; drafts come first", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const [old, tie, tieLater, hidden, priv, limited, broken, , draft, laterDraft] =
    await makeEpisodes(world, show_id, [
      { published_at: day(1) },
      { published_at: day(5) },
      { published_at: day(5) },
      { published_at: day(6), hidden: true },
      { published_at: day(4), visibility: "PRIVATE" },
      { published_at: day(3), visibility: "LIMITED", limited_key: "k" },
      { published_at: day(2), type: "RECORDED", encoding_status: "ERROR" },
      { published_at: day(7), deleted_at: day(8) },
      { published_at: null, type: "DRAFT", encoding_status: "PENDING" },
      { published_at: null, auto_published_at: day(20_000) },
    ]);
  const listenable = [tieLater, tie, old];
  const editable = [laterDraft, draft, hidden, tieLater, tie, priv, limited, broken, old];
  for (const path of [`/v2/shows/${show_id}/episodes`, `/v2/users/${ada.username}/episodes`]) {
    for (const api of [world.api, ada.api]) {
      expect(await idsOf(api, path)).toEqual(listenable);
      expect(await idsOf(api, `${path}?filter=listenable&sorting=newest`)).toEqual(listenable);
      expect(await idsOf(api, `${path}?sorting=oldest`)).toEqual(listenable.toReversed());
    }
    expect(await idsOf(ada.api, `${path}?filter=editable`)).toEqual(editable);
    const oldest = `${path}?filter=editable&sorting=oldest`;
    expect(await idsOf(ada.api, oldest)).toEqual(editable.toReversed());
    for (const limit of [1, 2, 3]) {
      const page = `${path}?filter=editable&limit=${limit}`;
      expect((await walk(ada.api, page)).flat()).toEqual(editable);
      const back = await walk(ada.api, `${page}&sorting=oldest`);
      expect(back.flat()).toEqual(editable.toReversed());
    }
  }
});

test("a show's list has the show's own order unless the query sets another", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada, { episodes_sorting: "oldest" });
  const ids = await makeEpisodes(world, show_id, [
    { published_at: day(1) },
    { published_at: day(2) },
  ]);
  const path = `/v2/shows/${show_id}/episodes`;
  expect(await idsOf(world.api, path)).toEqual(ids);
  expect(await idsOf(world.api, `${path}?sorting=newest`)).toEqual(ids.toReversed());
  const ofUser = `/v2/users/${ada.user_id}/episodes`;
  expect(await idsOf(world.api, ofUser)).toEqual(ids.toReversed());
});

test("a user's list contains episodes of all public shows", async () => {
  const ada = await world.person();
  const bob = await world.person();
  const shows = [
    await makeShow(world, ada),
    await makeShow(world, ada),
    await makeShow(world, ada, { visibility: "PRIVATE" }),
    await makeShow(world, ada, { visibility: "LIMITED", limited_key: "k" }),
    await makeShow(world, bob),
  ];
  const [one, two, inPrivate, inLimited] = await Promise.all(
    shows.map((show_id, at) => makeEpisode(world, show_id, { published_at: day(at + 1) })),
  );
  const path = `/v2/users/${ada.user_id}/episodes`;
  for (const api of [world.api, ada.api]) expect(await idsOf(api, path)).toEqual([two, one]);
  expect(await idsOf(world.api, `${path}?key=k`)).toEqual([two, one]);
  expect(await idsOf(ada.api, `${path}?filter=editable`)).toEqual([inLimited, inPrivate, two, one]);
});

test("editable lists are for editors and hidden from strangers", async () => {
  const [ada, eve, col, net] = [
    await world.person(),
    await world.person(),
    await world.person(),
    await world.person(),
  ];
  const root = await world.person({ admin: true });
  const { db } = world.deps;
  const key = "of-show";
  const [open, limited, closed] = [
    await makeShow(world, ada),
    await makeShow(world, ada, { visibility: "LIMITED", limited_key: key }),
    await makeShow(world, ada, { visibility: "PRIVATE", limited_key: key }),
  ];
  for (const show_id of [open, limited, closed]) {
    await makeEpisode(world, show_id);
    await db.insertInto("show_collaborators").values({ show_id, user_id: col.user_id }).execute();
  }
  await db
    .insertInto("user_collaborators")
    .values({ network_user_id: ada.user_id, user_id: net.user_id })
    .execute();
  const status = async (api: Api, show_id: number, query: string) =>
    (await api.get(`/v2/shows/${show_id}/episodes?${query}`)).status;
  for (const { api } of [ada, col, net, root])
    for (const show_id of [open, limited, closed])
      for (const query of ["", "filter=editable"])
        expect(await status(api, show_id, query)).toBe(200);
  expect(await status(world.api, open, "filter=editable")).toBe(401);
  expect(await status(eve.api, open, "filter=editable")).toBe(403);
  for (const api of [world.api, eve.api]) {
    expect(await status(api, limited, "")).toBe(404);
    expect(await status(api, limited, "key=wrong")).toBe(404);
    expect(await status(api, limited, `key=${key}`)).toBe(200);
    for (const query of ["", `key=${key}`, "filter=editable"])
      expect(await status(api, closed, query)).toBe(404);
  }
  const ofUser = `/v2/users/${ada.user_id}/episodes?filter=editable`;
  for (const [api, expected] of [
    [world.api, 401],
    [eve.api, 403],
    [col.api, 403],
    [ada.api, 200],
    [root.api, 200],
  ] as const)
    expect((await api.get(ofUser)).status).toBe(expected);
});

test("unknown shows and users are 404", async () => {
  for (const path of ["shows/999999", "shows/x", "users/999999", "users/nobody_here"])
    expect((await world.api.get(`/v2/${path}/episodes`)).status, path).toBe(404);
});

test("invalid parameters are rejected by name", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  for (const path of [`/v2/shows/${show_id}/episodes`, `/v2/users/${ada.user_id}/episodes`])
    for (const [field, value] of [
      ["limit", "0"],
      ["limit", "-1"],
      ["limit", "x"],
      ["limit", "1.5"],
      ["last_id", "999999999"],
      ["last_id", "0"],
      ["last_id", "x"],
      ["filter", "everything"],
      ["sorting", "random"],
    ] as const) {
      const { status, error } = await world.api.get(`${path}?${field}=${value}`);
      expect([status, Object.keys(error.fields ?? {})], `${field}=${value}`).toEqual([
        400,
        [field],
      ]);
    }
});

test("pages have 50 items, at most 100, and next_url keeps the other parameters", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada, { visibility: "LIMITED", limited_key: "a key" });
  const dates = Array.from({ length: 230 }, (_, at) => ({ published_at: day(at + 1) }));
  const ids = (await makeEpisodes(world, show_id, dates)).reverse();
  const path = `/v2/shows/${show_id}/episodes?key=a%20key&utm=x%26y`;
  const sizes = async (query: string) =>
    (await walk(world.api, path + query)).map(({ length }) => length);
  expect(await sizes("")).toEqual([50, 50, 50, 50, 30]);
  expect(await sizes("&limit=200")).toEqual([100, 100, 30]);
  expect(await sizes("&limit=115&sorting=oldest")).toEqual([100, 100, 30]);
  expect(await sizes("&limit=46")).toEqual([46, 46, 46, 46, 46]);
  expect((await walk(world.api, `${path}&limit=7`)).flat()).toEqual(ids);
  const { response } = await world.api.get(`${path}&limit=3&sorting=newest&filter=listenable`);
  const next = new URL(response.next_url);
  expect(next.origin).toBe(world.baseUrl);
  expect(Object.fromEntries(next.searchParams)).toEqual({
    key: "a key",
    utm: "x&y",
    sorting: "newest",
    filter: "listenable",
    limit: "3",
    last_id: String(ids[2]),
  });
});

test("paging continues after an item that was deleted, hidden or moved", async () => {
  const ada = await world.person();
  const [show_id, other] = [await makeShow(world, ada), await makeShow(world, ada)];
  // Microseconds apart, which is finer than a JavaScript date can represent.
  const stamps = ["000001", "000002", "000003", "000004", "000005"];
  const ids = await makeEpisodes(
    world,
    show_id,
    stamps.map((micros) => ({ published_at: `2024-01-01T00:00:00.${micros}Z` })),
  );
  const [first, second, third, fourth, fifth] = ids;
  const path = `/v2/shows/${show_id}/episodes?last_id=${third}`;
  expect(await idsOf(world.api, path)).toEqual([second, first]);
  for (const change of [{ hidden: true }, { show_id: other }, { deleted_at: new Date() }]) {
    await updateEpisode(world.deps.db, third ?? 0, change);
    expect(await idsOf(world.api, path)).toEqual([second, first]);
    expect(await idsOf(world.api, `${path}&sorting=oldest`)).toEqual([fourth, fifth]);
  }
});
