/** Curated lists over HTTP: rights, countries, contents. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { rank } from "./ranking/jobs.ts";

const world = useWorld();
let ada: Person;
let admin: Person;
beforeAll(async () => {
  ada = await world.person();
  admin = await world.person({ admin: true });
});
beforeEach(async () => {
  await world.deps.db.updateTable("explore_lists").set({ deleted_at: new Date() }).execute();
});

async function makeList(fields: Record<string, unknown> = {}): Promise<number> {
  const { response } = await admin.api.post("/v2/explore/lists", { name: "A list", ...fields });
  return response.list.list_id;
}

/** A show of Ada's with one episode. */
async function listenable(overrides: Parameters<typeof makeShow>[2] = {}): Promise<number> {
  const show_id = await makeShow(world, ada, overrides);
  await makeEpisode(world, show_id);
  return show_id;
}

const itemsOf = async (list_id: number, query = ""): Promise<number[]> => {
  const { response } = await world.api.get(`/v2/explore/lists/${list_id}/items${query}`);
  return response.items.map(({ show_id }: { show_id: number }) => show_id);
};
const listsOf = async (query = ""): Promise<number[]> => {
  const { response } = await world.api.get(`/v2/explore/lists${query}`);
  return response.items.map(({ list_id }: { list_id: number }) => list_id);
};

test("an admin creates, changes and deletes a list", async () => {
  const made = await admin.api.post("/v2/explore/lists", { name: "Trains", subtitle: "By night" });
  expect(made.status).toBe(200);
  const { list_id } = made.response.list;
  expect(made.response).toEqual({
    list: { list_id, name: "Trains", subtitle: "By night", type: "shows" },
    settings: {
      countries: [],
      filled_by: "hand",
      hidden: false,
      shows: [],
      category_id: null,
      language: null,
      max_age_days: null,
    },
  });
  const path = `/v2/explore/lists/${list_id}`;
  const changed = await admin.api.put(path, { subtitle: "", countries: "it,FR,it" });
  expect(changed.response.list).toEqual({ list_id, name: "Trains", subtitle: null, type: "shows" });
  expect(changed.response.settings.countries).toEqual(["IT", "FR"]);
  expect((await world.api.get(path)).response).toEqual({ list: changed.response.list });
  expect((await admin.api.delete(path)).response).toEqual([]);
  for (const gone of [path, `${path}/items`]) expect((await world.api.get(gone)).status).toBe(404);
  expect((await admin.api.put(path, { name: "Back" })).status).toBe(404);
  expect((await admin.api.put(`${path}/items`, { language: "it" })).status).toBe(404);
  expect((await admin.api.delete(path)).status).toBe(404);
});

test("only admins create lists", async () => {
  const list_id = await makeList();
  const path = `/v2/explore/lists/${list_id}`;
  expect((await world.api.post("/v2/explore/lists", { name: "Mine" })).status).toBe(401);
  expect((await ada.api.post("/v2/explore/lists", { name: "Mine" })).status).toBe(403);
  expect((await ada.api.put(path, { name: "Mine" })).status).toBe(403);
  expect((await ada.api.put(`${path}/items`, { language: "it" })).status).toBe(403);
  expect((await ada.api.delete(path)).status).toBe(403);
});

test("an edit of a list that has changed in the meantime is rejected", async () => {
  const path = `/v2/explore/lists/${await makeList()}`;
  const etag = (await world.api.get(path)).headers.get("etag") ?? "";
  const headers = { "if-match": etag };
  expect((await admin.api.put(path, { name: "First" }, { headers })).status).toBe(200);
  expect((await admin.api.put(path, { name: "Second" }, { headers })).status).toBe(412);
  expect((await world.api.get(path)).response.list.name).toBe("First");
});

test("lists are shown in their countries, newest first", async () => {
  const everywhere = await makeList();
  const italian = await makeList({ countries: "IT" });
  const alpine = await makeList({ countries: ["IT", "FR"] });
  expect(await listsOf()).toEqual([everywhere]);
  expect(await listsOf("?country=IT")).toEqual([alpine, italian, everywhere]);
  expect(await listsOf("?country=fr")).toEqual([alpine, everywhere]);
  expect(await listsOf("?country=JP")).toEqual([everywhere]);
  for (const country of ["XX", "Italy", "I", ""]) {
    const refused = await world.api.get(`/v2/explore/lists?country=${country}`);
    expect(refused.status).toBe(400);
    expect(refused.error.fields).toHaveProperty("country");
  }
});

test("lists are paged by the id of the last one, even if that was deleted", async () => {
  const [c, b, a] = [await makeList(), await makeList(), await makeList()];
  const first = await world.api.get("/v2/explore/lists?limit=2");
  expect(first.response.items).toHaveLength(2);
  await admin.api.delete(`/v2/explore/lists/${b}`);
  const second = await world.api.get(first.response.next_url);
  expect(second.response.items.map((list: { list_id: number }) => list.list_id)).toEqual([c]);
  expect(second.response.next_url).toBeNull();
  expect(await listsOf("?limit=1")).toEqual([a]);
  const unknown = await world.api.get("/v2/explore/lists?last_id=99999999");
  expect(unknown.error.fields).toHaveProperty("last_id");
  expect((await world.api.get("/v2/explore/lists?limit=0")).status).toBe(400);
});

test("manually listed shows keep their order; those without listenable episodes are left out", async () => {
  const list_id = await makeList();
  const [a, b, c] = [await listenable(), await listenable(), await listenable()];
  const silent = await makeShow(world, ada);
  const hidden = await listenable({ visibility: "PRIVATE" });
  const limited = await listenable({ visibility: "LIMITED", limited_key: "k" });
  const path = `/v2/explore/lists/${list_id}/items`;
  const shows = [b, silent, a, hidden, limited, c];
  const set = await admin.api.put(path, { shows: shows.join(",") });
  expect(set.response.settings).toMatchObject({ filled_by: "hand", shows });
  const { response } = await world.api.get(path);
  expect(response.items.map((show: { show_id: number }) => show.show_id)).toEqual([b, a, c]);
  expect(Object.keys(response.items[0]).sort()).toEqual([
    "author_id",
    "image_original_url",
    "image_url",
    "show_id",
    "site_url",
    "title",
  ]);
  await admin.api.put(path, { shows: [c] }, { as: "json" });
  expect(await itemsOf(list_id)).toEqual([c]);
  await admin.api.put(path, { shows: [] }, { as: "json" });
  expect(await itemsOf(list_id)).toEqual([]);
});

test("a reader who pages through a list while its order changes stays in the old order", async () => {
  const list_id = await makeList();
  const [a, b, c, d] = [
    ...[await listenable(), await listenable()],
    ...[await listenable(), await listenable()],
  ];
  const path = `/v2/explore/lists/${list_id}/items`;
  await admin.api.put(path, { shows: `${a},${b},${c}` });
  const first = await world.api.get(`${path}?limit=2`);
  await admin.api.put(path, { shows: `${c},${d},${a}` });
  const rest = await world.api.get(first.response.next_url);
  expect(rest.response.items.map((show: { show_id: number }) => show.show_id)).toEqual([c]);
  expect(rest.response.next_url).toBeNull();
  expect(await itemsOf(list_id)).toEqual([c, d, a]);
  // Without the version, an id that only the old order contains still pages through that order.
  expect(await itemsOf(list_id, `?last_id=${b}`)).toEqual([c]);
  expect(await itemsOf(list_id, `?last_id=${d}`)).toEqual([a]);
  const other = await listenable();
  const unknown = await world.api.get(`${path}?last_id=${other}`);
  expect(unknown.error.fields).toHaveProperty("last_id");
});

test("a rule fills a list with exactly the shows that match", async () => {
  world.setTime(new Date("2025-06-30T12:00:00Z"));
  const list_id = await makeList();
  const day = (date: string) => ({ published_at: new Date(`${date}T00:00:00Z`) });
  const show = async (language: string, category_id: number, date: string) => {
    const show_id = await makeShow(world, ada, { language, category_id });
    await makeEpisode(world, show_id, day(date));
    return show_id;
  };
  const italian = await show("it", 93, "2025-06-25");
  const old = await show("it", 93, "2025-05-01");
  const sports = await show("it", 178, "2025-06-26");
  const german = await show("de", 92, "2025-06-27");
  await rank(world.deps);
  const path = `/v2/explore/lists/${list_id}/items`;
  const holds = async (rule: Record<string, unknown>) => {
    expect((await admin.api.put(path, rule)).status).toBe(200);
    return new Set(await itemsOf(list_id));
  };
  expect(await holds({ language: "it" })).toEqual(new Set([italian, old, sports]));
  expect(await holds({ category_id: 92 })).toEqual(new Set([italian, old, german]));
  expect(await holds({ language: "it", category_id: 92, max_age_days: 30 })).toEqual(
    new Set([italian]),
  );
  expect(await holds({ category_id: 93 })).toEqual(new Set([italian, old]));
  const settings = (await admin.api.put(`/v2/explore/lists/${list_id}`)).response.settings;
  expect(settings).toMatchObject({ filled_by: "rule", category_id: 93, language: null });
  world.setTime(null);
});

test("a rule that matches thousands of shows and one that matches few give the same result", async () => {
  const list_id = await makeList();
  const path = `/v2/explore/lists/${list_id}/items`;
  const shows = [];
  for (let count = 0; count < 3; count += 1) shows.push(await listenable({ language: "el" }));
  await rank(world.deps);
  await admin.api.put(path, { language: "el", max_age_days: 30 });
  const among = await itemsOf(list_id);
  expect(new Set(among)).toEqual(new Set(shows));
  const guids = Array.from({ length: 2100 }, () => randomUUID());
  const silent = guids.map((guid) => ({ guid, permalink: guid, language: "el", title: "Silent" }));
  await world.deps.db
    .insertInto("shows")
    .values(silent.map((show) => ({ ...show, author_id: ada.user_id })))
    .execute();
  await admin.api.put(path, { language: "el" });
  expect(await itemsOf(list_id)).toEqual(among);
  const first = await world.api.get(`${path}?limit=2`);
  const second = await world.api.get(first.response.next_url);
  expect(second.response.items.map((show: { show_id: number }) => show.show_id)).toEqual(
    among.slice(2),
  );
  expect(second.response.next_url).toBeNull();
});

test("invalid parameters are rejected by name and change nothing", async () => {
  const a = await listenable();
  const list_id = await makeList();
  const path = `/v2/explore/lists/${list_id}`;
  await admin.api.put(`${path}/items`, { shows: a });
  const refused: [string, Record<string, unknown>, string][] = [
    ["/items", { shows: `${a},999999999` }, "shows"],
    ["/items", { shows: `${a},${a}` }, "shows"],
    ["/items", { shows: "one" }, "shows"],
    ["/items", {}, "shows"],
    ["/items", { category_id: "" }, "shows"],
    ["/items", { shows: a, language: "it" }, "language"],
    ["/items", { category_id: 91 }, "category_id"],
    ["/items", { language: "xx" }, "language"],
    ["/items", { max_age_days: 0 }, "max_age_days"],
    ["", { name: "" }, "name"],
    ["", { name: "n".repeat(101) }, "name"],
    ["", { countries: "IT,XX" }, "countries"],
  ];
  for (const [suffix, fields, field] of refused) {
    const { status, error } = await admin.api.put(`${path}${suffix}`, fields);
    expect([status, Object.keys(error.fields ?? {})[0]?.split(".")[0]]).toEqual([400, field]);
  }
  expect((await admin.api.post("/v2/explore/lists", {})).error.fields).toHaveProperty("name");
  expect((await admin.api.post("/v2/explore/lists", { name: "n", countries: "ZZ" })).status).toBe(
    400,
  );
  expect(await itemsOf(list_id)).toEqual([a]);
  expect((await world.api.get("/v2/explore/lists/999999999")).status).toBe(404);
  expect((await world.api.get("/v2/explore/lists/999999999/items")).status).toBe(404);
});
