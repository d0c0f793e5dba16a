/** Searches by strangers, editors and owners for hidden, draft, private, LIMITED and deleted documents. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../../../test/setup/client.ts";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ann: Person;
let bob: Person;
let admin: Person;
let show_id: number;
let shows: Record<"PUBLIC" | "LIMITED" | "PRIVATE" | "waiting" | "deleted", number>;

const WORD = "zanzibar";

async function find(path: string, { api }: { api: Client } = world): Promise<string[]> {
  const answer = await api.get(`${path}${path.includes("?") ? "&" : "?"}q=${WORD}`);
  return answer.response.items.map(({ title }: { title: string }) => title).toSorted();
}
const statusOf = async (path: string, { api }: { api: Client } = world) =>
  (await api.get(path)).status;

beforeAll(async () => {
  ann = await world.person();
  bob = await world.person();
  admin = await world.person({ admin: true });
  const show = (title: string, overrides = {}) =>
    makeShow(world, ann, { title: `${WORD} ${title}`, ...overrides });
  shows = {
    PUBLIC: await show("public"),
    LIMITED: await show("limited", { visibility: "LIMITED", limited_key: "key" }),
    PRIVATE: await show("private", { visibility: "PRIVATE" }),
    waiting: await show("waiting"),
    deleted: await show("deleted", { deleted_at: new Date() }),
  };
  show_id = shows.PUBLIC;
  const episode = (title: string, overrides = {}, show = show_id) =>
    makeEpisode(world, show, { title: `${WORD} ${title}`, ...overrides });
  await episode("heard");
  await episode("hidden", { hidden: true });
  await episode("draft", { type: "DRAFT", published_at: null, media_url: null });
  await episode("private", { visibility: "PRIVATE" });
  await episode("limited", { visibility: "LIMITED", limited_key: "key" });
  await episode("unfinished", { type: "RECORDED", media_url: null });
  await episode("deleted", { deleted_at: new Date() });
  await episode("of limited", {}, shows.LIMITED);
  await episode("of private", {}, shows.PRIVATE);
  await episode("of waiting", { hidden: true }, shows.waiting);
  await episode("of deleted", {}, shows.deleted);
});

const titled = (...names: string[]) => names.map((name) => `${WORD} ${name}`).toSorted();
const OWN = ["heard", "hidden", "draft", "private", "limited", "unfinished"];

describe("strangers, and everyone without filter=editable, find", () => {
  test.each([
    ["of all shows", () => "/v2/search?type=shows", ["public"]],
    ["of all episodes", () => "/v2/search?type=episodes", ["heard"]],
    ["of a user's shows", () => `/v2/search/users/${ann.user_id}?type=shows`, ["public"]],
    ["of a user's episodes", () => `/v2/search/users/${ann.user_id}?type=episodes`, ["heard"]],
    ["of a show's episodes", () => `/v2/search/shows/${show_id}?type=episodes`, ["heard"]],
    ["while typing", () => "/v2/search/suggest", ["public"]],
  ])("%s only what they can listen to", async (_, path, names) => {
    for (const who of [world, bob, ann, admin])
      expect(await find(path(), who)).toEqual(titled(...names));
  });

  test.each([
    "language=en",
    "explicit=0",
    "published_after=2000-01-01",
    "duration_min=0",
    "facets=1",
  ])("nothing more with %s", async (filter) => {
    expect(await find(`/v2/search?type=shows&${filter}`)).toEqual(titled("public"));
    expect(await find(`/v2/search?type=episodes&${filter}`)).toEqual(titled("heard"));
  });

  test("nothing through a typing error either", async () => {
    const { response } = await world.api.get("/v2/search?type=episodes&q=zanzibra");
    expect(response.items.map(({ title }: { title: string }) => title)).toEqual(titled("heard"));
  });

  test("no count of hidden documents", async () => {
    const { response } = await world.api.get(`/v2/search?type=episodes&facets=1&q=${WORD}`);
    expect(response.facets).toEqual({ counted: 1, languages: { en: 1 }, categories: {} });
  });
});

describe("filter=editable", () => {
  const users = (type: string) => `/v2/search/users/${ann.user_id}?type=${type}&filter=editable`;
  const ofShow = () => `/v2/search/shows/${show_id}?type=episodes&filter=editable`;

  test("finds all of the caller's own documents, but nothing deleted", async () => {
    for (const who of [ann, admin]) {
      expect(await find(users("shows"), who)).toEqual(
        titled("public", "limited", "private", "waiting"),
      );
      expect(await find(users("episodes"), who)).toEqual(
        titled(...OWN, "of limited", "of private", "of waiting"),
      );
      expect(await find(ofShow(), who)).toEqual(titled(...OWN));
    }
  });

  test("is 401 without a token and 403 for others", async () => {
    for (const path of [users("shows"), users("episodes"), ofShow()]) {
      expect(await statusOf(`${path}&q=${WORD}`), path).toBe(401);
      expect(await statusOf(`${path}&q=${WORD}`, bob), path).toBe(403);
    }
  });

  test("for one user finds nothing of another", async () => {
    const path = `/v2/search/users/${bob.user_id}?type=episodes&filter=editable`;
    expect(await find(path, bob)).toEqual([]);
  });
});

test("strangers cannot search a private show; its editors can", async () => {
  for (const hidden of [shows.LIMITED, shows.PRIVATE]) {
    const path = `/v2/search/shows/${hidden}?type=episodes`;
    expect(await statusOf(`${path}&q=${WORD}`)).toBe(404);
    expect(await statusOf(`${path}&q=${WORD}`, bob)).toBe(404);
    expect(await find(`${path}&filter=editable`, ann)).toHaveLength(1);
  }
  expect(await statusOf(`/v2/search/shows/${shows.deleted}?type=episodes&q=${WORD}`, ann)).toBe(
    404,
  );
  expect(await statusOf(`/v2/search/users/999999?type=shows&q=${WORD}`)).toBe(404);
});

test("a document that becomes hidden disappears at once, and one that is published appears at once", async () => {
  const own = await makeShow(world, bob, { title: "Quagga hour" });
  const episode_id = await makeEpisode(world, own, { title: "Quagga one" });
  const titles = async (type: string) =>
    (await world.api.get(`/v2/search?type=${type}&q=quagga`)).response.items.length;
  const send = (path: string, fields: Record<string, string>) => bob.api.post(path, fields);
  expect([await titles("shows"), await titles("episodes")]).toEqual([1, 1]);
  await send(`/v2/shows/${own}`, { visibility: "PRIVATE" });
  expect([await titles("shows"), await titles("episodes")]).toEqual([0, 0]);
  await send(`/v2/shows/${own}`, { visibility: "PUBLIC" });
  expect([await titles("shows"), await titles("episodes")]).toEqual([1, 1]);
  await send(`/v2/episodes/${episode_id}`, { hidden: "true" });
  // A show whose only episode is hidden is not listed.
  expect([await titles("shows"), await titles("episodes")]).toEqual([0, 0]);
  await send(`/v2/episodes/${episode_id}`, { hidden: "false" });
  expect([await titles("shows"), await titles("episodes")]).toEqual([1, 1]);
  await bob.api.delete(`/v2/episodes/${episode_id}`);
  expect([await titles("shows"), await titles("episodes")]).toEqual([1, 0]);
  await bob.api.delete(`/v2/shows/${own}`);
  expect(await titles("shows")).toBe(0);
});
