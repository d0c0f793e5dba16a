/** Access to shows: seeing, changing and listing them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Reply } from "../../../../test/setup/client.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();

type Page = { items: { show_id: number }[]; next_url: string | null };

const create = async (author: Person, fields: Record<string, unknown> = {}) =>
  (await author.api.post("/v2/shows", { title: "Night Trains", language: "en", ...fields }))
    .response.show;

test("anonymous callers, strangers and collaborators have the rights of the contract", async () => {
  const [ada, eve, col, net, root] = [
    await world.person(),
    await world.person(),
    await world.person(),
    await world.person(),
    await world.person({ admin: true }),
  ];
  const { show_id } = await create(ada);
  const { db } = world.deps;
  await db.insertInto("show_collaborators").values({ show_id, user_id: col.user_id }).execute();
  await db
    .insertInto("user_collaborators")
    .values({ network_user_id: ada.user_id, user_id: net.user_id })
    .execute();
  const path = `/v2/shows/${show_id}`;
  expect((await world.api.post(path, { copyright: "x" })).status).toBe(401);
  expect((await eve.api.post(path, { copyright: "x" })).status).toBe(403);
  for (const who of [col, net, root, ada])
    expect((await who.api.post(path, { copyright: "x" })).status).toBe(200);
  expect((await world.api.delete(path)).status).toBe(401);
  for (const who of [eve, col]) expect((await who.api.delete(path)).status).toBe(403);
  const forAda = { title: "Another one", language: "en", author_id: ada.user_id };
  expect((await eve.api.post("/v2/shows", forAda)).status).toBe(403);
  expect((await col.api.post("/v2/shows", forAda)).status).toBe(403);
  expect((await net.api.post("/v2/shows", forAda)).response.show.author_id).toBe(ada.user_id);
  expect((await net.api.delete(path)).response).toEqual([]);
  expect((await ada.api.get(path)).status).toBe(404);
});

test("a show with episodes cannot be deleted", async () => {
  const ada = await world.person();
  const { show_id } = await create(ada);
  const values = {
    show_id,
    author_id: ada.user_id,
    type: "DRAFT" as const,
    title: "One",
    permalink: "one",
    rss_guid: "one",
  };
  await world.deps.db.insertInto("episodes").values(values).execute();
  const { status, error } = await ada.api.delete(`/v2/shows/${show_id}`);
  expect([status, error.type]).toEqual([409, "show-not-empty"]);
  await world.deps.db
    .updateTable("episodes")
    .set({ deleted_at: new Date() })
    .where("show_id", "=", show_id)
    .execute();
  expect((await ada.api.delete(`/v2/shows/${show_id}`)).status).toBe(200);
});

test("private shows are hidden; LIMITED ones open with their key", async () => {
  const ada = await world.person();
  const eve = await world.person();
  const { show_id } = await create(ada, { visibility: "LIMITED" });
  const path = `/v2/shows/${show_id}`;
  const own = (await ada.api.get(path)).response.show;
  expect(own.limited_url).toContain(`key=${own.limited_key}`);
  expect((await world.api.get(path)).status).toBe(404);
  const opened = await world.api.get(`${path}?key=${own.limited_key}`);
  expect(opened.status).toBe(200);
  expect(opened.response.show).not.toHaveProperty("limited_key");
  const renewed = (await ada.api.post(path, { limited_key: "reset" })).response.show.limited_key;
  expect(renewed).not.toBe(own.limited_key);
  expect((await world.api.get(`${path}?key=${own.limited_key}`)).status).toBe(404);
  await ada.api.post(path, { visibility: "PRIVATE" });
  expect((await world.api.get(`${path}?key=${renewed}`)).status).toBe(404);
  expect((await eve.api.post(path, { title: "Stolen show" })).status).toBe(404);
  expect((await eve.api.delete(path)).status).toBe(404);
  expect((await world.api.get(`/v2/users/${ada.user_id}/shows`)).response.items).toEqual([]);
});

test("a user's shows are filtered by filter and access level", async () => {
  const [ada, bob, cyd] = [await world.person(), await world.person(), await world.person()];
  const open = await create(ada, { title: "Open show" });
  await create(ada, { title: "Private show", visibility: "PRIVATE" });
  const shared = await create(bob, { title: "Shared show" });
  const networked = await create(cyd, { title: "Network show" });
  const { db } = world.deps;
  await db
    .insertInto("show_collaborators")
    .values({ show_id: shared.show_id, user_id: ada.user_id })
    .execute();
  await db
    .insertInto("user_collaborators")
    .values({ network_user_id: cyd.user_id, user_id: ada.user_id })
    .execute();
  const titles = async (who: typeof world.api, query: string) =>
    (await who.get(`/v2/users/${ada.user_id}/shows?${query}`)).response.items.map(
      ({ title }: { title: string }) => title,
    );
  expect(await titles(world.api, "")).toEqual(["Open show"]);
  expect(await titles(ada.api, "filter=editable")).toEqual(["Private show", "Open show"]);
  expect(await titles(ada.api, "access_level=SHOW_COLLABORATOR")).toEqual(["Shared show"]);
  expect(await titles(ada.api, "access_level=USER_COLLABORATOR")).toEqual([networked.title]);
  // Where a user collaborates is hidden from everybody else.
  const all = "access_level=AUTHOR,SHOW_COLLABORATOR,USER_COLLABORATOR";
  for (const stranger of [world.api, bob.api]) {
    expect(await titles(stranger, "access_level=SHOW_COLLABORATOR")).toEqual([]);
    expect(await titles(stranger, "access_level=USER_COLLABORATOR")).toEqual([]);
    expect(await titles(stranger, all)).toEqual(["Open show"]);
  }
  expect(
    await titles(
      ada.api,
      "access_level=AUTHOR,SHOW_COLLABORATOR,USER_COLLABORATOR,AUTHOR&filter=editable",
    ),
  ).toHaveLength(4);
  const list = `/v2/users/${ada.user_id}/shows`;
  const { items } = (await ada.api.get(`${list}?filter=editable`)).response;
  const { guid } = (await ada.api.get(`/v2/shows/${items[0].show_id}`)).response.show;
  const byGuid = `guid=${guid.toUpperCase()}`;
  expect(await titles(ada.api, `filter=editable&${byGuid}`)).toEqual(["Private show"]);
  expect(await titles(world.api, byGuid)).toEqual([]);
  expect((await ada.api.get(`${list}?guid=1`)).error.fields).toHaveProperty("guid");
  expect((await world.api.get(`${list}?filter=editable`)).status).toBe(401);
  expect((await bob.api.get(`${list}?filter=editable`)).status).toBe(403);
  expect((await world.api.get(`${list}?access_level=EVERYTHING`)).error.fields).toHaveProperty(
    "access_level.0",
  );
  expect((await world.api.get("/v2/users/999999/shows")).status).toBe(404);
  expect(Object.keys((await world.api.get(list)).response.items[0]).sort()).toEqual(
    Object.keys({
      show_id: 0,
      title: 0,
      site_url: 0,
      image_url: 0,
      image_original_url: 0,
      author_id: 0,
      category: 0,
      category_2: 0,
      category_3: 0,
      category_id: 0,
      category_2_id: 0,
      category_3_id: 0,
    }).sort(),
  );
  expect(open.author_id).toBe(ada.user_id);
});

test("offset paging returns every show of an unchanged list once", async () => {
  const ada = await world.person();
  const ids: number[] = [];
  for (let i = 0; i < 13; i += 1)
    ids.unshift((await create(ada, { title: `Show number ${i}` })).show_id);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 15 }), async (limit) => {
      const seen: number[] = [];
      let url: string | null = `/v2/users/${ada.user_id}/shows?limit=${limit}`;
      while (url !== null) {
        const page: Reply<Page> = await world.api.get(url);
        seen.push(...page.response.items.map(({ show_id }) => show_id));
        url = page.response.next_url;
      }
      expect(seen).toEqual(ids);
    }),
    { seed: 7, numRuns: 8 },
  );
});
