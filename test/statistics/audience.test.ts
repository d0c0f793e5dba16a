/** Tests audience statistics over HTTP: the figures of each endpoint, attribution, and CSV. */
import { beforeAll, expect, test } from "vitest";
import { createOrganization } from "../../src/features/people/organizations/actions.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { countUp, download, openLedgers, writeBatch } from "../setup/ledgers.ts";
import { type Person, useWorld } from "../setup/world.ts";

const world = useWorld();
let ada: Person;
let bob: Person;
let show_id: number;
let other: number;
let episode_id: number;
let organization_id: number;
const FEBRUARY = "from=2024-02-28&to=2024-03-01";

beforeAll(async () => {
  const { deps } = world;
  [ada, bob] = [await world.person(), await world.person()];
  show_id = await makeShow(world, ada, { title: "Night trains" });
  other = await makeShow(world, ada, { title: "Quiet" });
  episode_id = await makeEpisode(world, show_id);
  ({ organization_id } = await createOrganization(deps, { name: "Org" }, bob.user_id, false));
  await deps.db
    .insertInto("organization_networks")
    .values({ organization_id, user_id: ada.user_id })
    .execute();
  await openLedgers(deps.db);
  const heard = { episode_id, show_id, author_id: ada.user_id, organization_id };
  const desktop = { os: "Linux", os_kind: "desktop", device: "Desktop", source: "example.org" };
  await writeBatch(deps.db, {
    downloads: [
      download("2024-02-28 00:00:00", "a", heard),
      download("2024-02-29 23:59:59", "a", { ...heard, purpose: "download" }),
      download("2024-02-29 12:00:00", "b", { ...heard, ...desktop, country: "DE" }),
      download("2024-03-01 23:59:59", "c", { ...heard, ...desktop, country: null }),
      download("2024-03-02 00:00:00", "d", heard),
    ],
  });
  await countUp(deps);
  await bob.api.put(`/v2/users/me/likes/${episode_id}`);
  await bob.api.put(`/v2/users/me/followings/${ada.user_id}`);
});

const scopes = () => [
  { path: `/v2/episodes/${episode_id}`, by: ada, geographics: false },
  { path: `/v2/shows/${show_id}`, by: ada, geographics: true },
  { path: `/v2/users/${ada.username}`, by: ada, geographics: true },
  { path: "/v2/users/me", by: ada, geographics: true },
  { path: `/v2/organizations/${organization_id}`, by: bob, geographics: true },
];
const statistics = async (path: string, by = ada) => (await by.api.get(path)).response.statistics;
const plays = (count: number, downloads: number) => ({
  ...{
    plays_count: count,
    plays_ondemand_count: count,
    plays_live_count: 0,
    downloads_count: downloads,
  },
});

test("every scope reports the same plays, sources, devices, systems and countries", async () => {
  for (const { path, by, geographics } of scopes()) {
    const of = (rest: string) => statistics(`${path}/statistics/${rest}`, by);
    expect(await of(`plays?${FEBRUARY}&group=day`)).toEqual([
      { date: "2024-02-28", ...plays(1, 0) },
      { date: "2024-02-29", ...plays(1, 1) },
      { date: "2024-03-01", ...plays(1, 0) },
    ]);
    expect(await of(`plays?${FEBRUARY}&group=month`)).toEqual([
      { date: "2024-02-28", ...plays(2, 1) },
      { date: "2024-03-01", ...plays(1, 0) },
    ]);
    expect(await of(`listeners?${FEBRUARY}&group=week`)).toEqual([
      { date: "2024-02-28", listeners_count: 3 },
    ]);
    expect(await of(`sources?${FEBRUARY}&group=month`)).toEqual({
      overall: [
        { name: "Overcast", plays_count: 2, percentage: 50 },
        { name: "example.org", plays_count: 2, percentage: 50 },
      ],
      details: [
        { date: "2024-02-28", Overcast: 2, "example.org": 1 },
        { date: "2024-03-01", Overcast: 0, "example.org": 1 },
      ],
    });
    expect(await of("devices?from=2024-02-28&to=2024-02-29&precision=2")).toEqual([
      { name: "Mobile", percentage: 66.67 },
      { name: "Desktop", percentage: 33.33 },
    ]);
    expect(await of(`os?${FEBRUARY}`)).toEqual({
      desktop: [{ name: "Linux", percentage: 100 }],
      mobile: [{ name: "iOS", percentage: 100 }],
    });
    expect(await of("devices?from=2020-01-01&to=2020-02-01")).toEqual([]);
    if (!geographics) continue;
    expect(await of(`geographics?${FEBRUARY}&c=it`)).toEqual({
      country: [
        { name: "Italia", code: "IT", percentage: 50 },
        { name: "Regione sconosciuta", code: "ZZ", percentage: 25 },
        { name: "Germania", code: "DE", percentage: 25 },
      ],
      city: [],
    });
  }
});

test("overall figures include the counters and the record", async () => {
  const of = (path: string, by = ada) => statistics(`${path}/statistics`, by);
  expect(await of(`/v2/episodes/${episode_id}`)).toMatchObject({
    ...{
      ...plays(4, 1),
      likes_count: 1,
      chapters_count: 0,
      messages_count: 0,
      episode: { episode_id },
    },
  });
  expect(await of(`/v2/shows/${show_id}`)).toMatchObject({
    ...plays(4, 1),
    likes_count: 1,
    title: "Night trains",
    show: { show_id },
  });
  const network = {
    ...plays(4, 1),
    likes_count: 1,
    episodes_count: 1,
    shows_count: 2,
    followers_count: 1,
  };
  expect(await of("/v2/users/me")).toMatchObject({ ...network, user: { user_id: ada.user_id } });
  expect(await of(`/v2/organizations/${organization_id}`, bob)).toMatchObject({
    ...network,
    users_count: 1,
    organization: { organization_id },
  });
});

test("new likes and followers are counted on their day", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const query = `from=${today}&to=${today}&group=day`;
  for (const path of [`/v2/episodes/${episode_id}`, `/v2/shows/${show_id}`, "/v2/users/me"])
    expect(await statistics(`${path}/statistics/likes?${query}`)).toEqual([
      { date: today, likes_count: 1 },
    ]);
  expect(await statistics(`/v2/users/me/statistics/followers?${query}`)).toEqual([
    { date: today, followers_count: 1 },
  ]);
  const { status } = await bob.api.get(
    `/v2/organizations/${organization_id}/statistics/likes?${query}`,
  );
  expect(status).toBe(404);
});

test("every series is also available as CSV, with the JSON's fields in order", async () => {
  const of = async (rest: string) =>
    (await ada.api.get(`/v2/shows/${show_id}/statistics/${rest}`)).text;
  expect(await of(`plays.csv?${FEBRUARY}&group=month`)).toBe(
    "date,plays_count,plays_ondemand_count,plays_live_count,downloads_count\r\n2024-02-28,2,2,0,1\r\n2024-03-01,1,1,0,0\r\n",
  );
  expect(await of(`sources.csv?${FEBRUARY}&group=month`)).toContain(
    "date,name,plays_count\r\n2024-02-28,Overcast,2\r\n",
  );
  expect(await of(`os.csv?${FEBRUARY}`)).toBe(
    "group,name,percentage\r\ndesktop,Linux,100\r\nmobile,iOS,100\r\n",
  );
  expect(await of(`geographics.csv?${FEBRUARY}`)).toContain(
    "group,name,code,percentage\r\ncountry,Italy,IT,50\r\n",
  );
});

test("totals lists keep transferred records, and include those without plays", async () => {
  const { deps } = world;
  await deps.db
    .updateTable("episodes")
    .set({ show_id: other })
    .where("episode_id", "=", episode_id)
    .execute();
  const list = async (path: string, by = ada) =>
    (await by.api.get(`${path}/statistics/plays/totals?${FEBRUARY}`)).response;
  expect((await list(`/v2/shows/${show_id}/episodes`)).items).toEqual([
    { episode_id, title: "An episode", ...plays(3, 1), is_deleted: false, is_transferred: true },
  ]);
  expect((await list(`/v2/shows/${other}/episodes`)).items).toEqual([
    { episode_id, title: "An episode", ...plays(0, 0), is_deleted: false, is_transferred: false },
  ]);
  await deps.db
    .updateTable("episodes")
    .set({ show_id })
    .where("episode_id", "=", episode_id)
    .execute();
  const shows = await list("/v2/users/me/shows");
  expect(shows).toMatchObject({ prev_url: null, next_url: null });
  expect(
    shows.items.map((item: { title: string; plays_count: number }) => [
      item.title,
      item.plays_count,
    ]),
  ).toEqual([
    ["Night trains", 3],
    ["Quiet", 0],
  ]);
  const { items } = await list(`/v2/organizations/${organization_id}/users`, bob);
  expect(items).toMatchObject([{ user_id: ada.user_id, ...plays(3, 1), is_transferred: false }]);
});

test("exclusions are reported by reason", async () => {
  const row = { day: "2024-02-29", episode_id, reason: "bot-ua", requests_count: 5 };
  await world.deps.db.insertInto("exclusions").values(row).execute();
  for (const { path, by } of scopes())
    expect(await statistics(`${path}/statistics/exclusions?${FEBRUARY}`, by)).toEqual([
      { reason: "bot-ua", requests_count: 5 },
    ]);
});

test("malformed queries are refused, and private shows are not revealed", async () => {
  for (const rest of ["plays?group=day", `plays?${FEBRUARY}`, `devices?${FEBRUARY}&precision=5`])
    expect((await ada.api.get(`/v2/shows/${show_id}/statistics/${rest}`)).status, rest).toBe(400);
  const secret = await makeShow(world, ada, { visibility: "PRIVATE" });
  const stranger = await world.person();
  expect((await stranger.api.get(`/v2/shows/${secret}/statistics`)).status).toBe(404);
  expect((await bob.api.get(`/v2/shows/${secret}/statistics`)).status).toBe(200);
});

test("a show's statistics have the same number of episodes as the show", async () => {
  const cyd = await world.person();
  const path = `/v2/shows/${await makeShow(world, cyd)}`;
  const own = Number(path.split("/").at(-1));
  for (const hidden of [false, false, true]) await makeEpisode(world, own, { hidden });
  const { show } = (await cyd.api.get(path)).response;
  expect([
    show.episodes_count,
    (await statistics(`${path}/statistics`, cyd)).episodes_count,
  ]).toEqual([2, 2]);
});
