/** Lists of editable episodes: whose they are, their states, orders and pages. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";
import { EPISODE_SORTS, EPISODE_STATES } from "./rules.ts";
import { countEditableStates, listEditableEpisodes, listScheduled } from "./store.ts";

const world = useWorld();
let ada: Person;

beforeAll(async () => {
  ada = await world.person();
});

const ALL = {
  show_id: null,
  state: null,
  q: "",
  sort: "date",
  descending: true,
  limit: 50,
  offset: 0,
} as const;

const DRAFT = { type: "DRAFT", published_at: null, media_url: null } as const;
const SOON = new Date(Date.now() + 86_400_000);

test("each episode is in one state, which filters and counts agree on", async () => {
  const { db } = world.deps;
  const show_id = await makeShow(world, ada, { title: "Night trains" });
  await makeEpisodes(world, show_id, [
    { ...DRAFT, title: "draft" },
    { type: "RECORDED", published_at: null, title: "processing", encoding_status: "PROCESSING" },
    { ...DRAFT, title: "scheduled", auto_published_at: SOON },
    { title: "published" },
    { title: "hidden", hidden: true },
    { title: "limited", visibility: "LIMITED", limited_key: "k" },
    { title: "private", visibility: "PRIVATE" },
    { type: "RECORDED", published_at: null, title: "error", encoding_status: "ERROR" },
    { title: "deleted", deleted_at: new Date() },
  ]);
  const { user_id } = ada;
  const all = await listEditableEpisodes(db, { ...ALL, user_id });
  expect(all.map(({ title, state }) => [title, state]).sort()).toEqual(
    EPISODE_STATES.map((state) => [state, state]).sort(),
  );
  expect(all[0]).toMatchObject({ total: 8, show_title: "Night trains", downloads_count: 0 });
  for (const state of EPISODE_STATES) {
    const some = await listEditableEpisodes(db, { ...ALL, user_id, state });
    expect(some.map(({ title }) => title)).toEqual([state]);
  }
  const counts = await countEditableStates(db, { user_id, show_id, q: "" });
  expect(Object.fromEntries(counts)).toEqual(
    Object.fromEntries(EPISODE_STATES.map((state) => [state, 1])),
  );
  const found = await listEditableEpisodes(db, { ...ALL, user_id, q: "SCHED" });
  expect(found.map(({ title }) => title)).toEqual(["scheduled"]);
  const span = { from: new Date(), to: new Date(Date.now() + 2 * 86_400_000), limit: 10 };
  expect(await listScheduled(db, user_id, span)).toMatchObject([{ title: "scheduled" }]);
});

test("only shows that the person may edit are listed", async () => {
  const { db } = world.deps;
  const [bob, eve] = [await world.person(), await world.person()];
  const shared = await makeShow(world, bob);
  const other = await makeShow(world, bob);
  const mine = await makeEpisode(world, shared);
  await makeEpisode(world, other);
  await bob.api.put(`/v2/shows/${shared}/collaborators/${eve.user_id}`);
  const list = (show_id: number | null) =>
    listEditableEpisodes(db, { ...ALL, user_id: eve.user_id, show_id });
  expect((await list(null)).map(({ episode_id }) => episode_id)).toEqual([mine]);
  expect(await list(other)).toEqual([]);
});

test("pages of 10,000 episodes follow each other in every order", async () => {
  const { db } = world.deps;
  const zoe = await world.person();
  for (let show = 0; show < 20; show += 1) {
    const show_id = await makeShow(world, zoe);
    await makeEpisodes(
      world,
      show_id,
      Array.from({ length: 500 }, (_, n) => ({
        title: `Episode ${n % 50}`,
        published_at: new Date(Date.UTC(2020, 0, 1 + (n % 300))),
        duration: n % 7,
      })),
    );
  }
  await sql`analyze episodes`.execute(db);
  const { user_id } = zoe;
  for (const sort of EPISODE_SORTS) {
    const read = (offset: number, limit: number) =>
      listEditableEpisodes(db, { ...ALL, user_id, sort, offset, limit });
    const whole = (await read(0, 200)).map(({ episode_id }) => episode_id);
    const halves = [...(await read(0, 100)), ...(await read(100, 100))];
    expect(halves.map(({ episode_id }) => episode_id)).toEqual(whole);
    expect(halves[0]?.total).toBe(10_000);
  }
});
