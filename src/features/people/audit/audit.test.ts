/** The audit log over HTTP: what is written for each change, who may read it, and what it never contains. */
import { beforeAll, expect, test } from "vitest";
import { LINEITEM } from "../../../../test/setup/advertising.ts";
import { makeCampaign, makeTeam } from "../../../../test/setup/bookings.ts";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { makeFeed } from "../../../../test/setup/feeds.ts";
import { createSurfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { importJobs } from "../../publishing/imports/jobs.ts";
import { deleteOldEntries } from "./store.ts";

const world = useWorld();
let ada: Person;
let show_id: number;

beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
});

const history = async (subject: string, by = ada) => {
  const { status, response } = await by.api.get(`/v2/audit?subject=${subject}`);
  expect(status).toBe(200);
  return response.items;
};

test("a change is logged once, with its actor and only the changed fields", async () => {
  const episode_id = await makeEpisode(world, show_id, { title: "First", tags: ["one"] });
  await ada.api.post(`/v2/episodes/${episode_id}`, { title: "Second", tags: "one,two" });
  const [entry, made] = await history(`episode:${episode_id}`);
  expect(entry).toMatchObject({
    actor: { user_id: ada.user_id, username: ada.username },
    via: "token",
    action: "update",
    before: { title: "First", tags: ["one"] },
    after: { title: "Second", tags: ["one", "two"] },
  });
  expect(Object.keys(entry.before).sort()).toEqual(["tags", "title"]);
  expect(made).toMatchObject({ actor: null, via: "system", action: "create", before: {} });
});

test("a request that changes nothing leaves no entry", async () => {
  const episode_id = await makeEpisode(world, show_id, { title: "Same" });
  await ada.api.post(`/v2/episodes/${episode_id}`, { title: "Same" });
  await ada.api.post(`/v2/episodes/${episode_id}`, { title: "" });
  expect(await history(`episode:${episode_id}`)).toHaveLength(1);
});

test("publishing, scheduling and replacing audio are named", async () => {
  const { response } = await ada.api.post("/v2/episodes/drafts", { show_id, title: "A draft" });
  const { episode_id } = response.episode;
  const change = (fields: Record<string, unknown>) =>
    ada.api.post(`/v2/episodes/${episode_id}`, fields);
  await change({ auto_published_at: "2099-01-01 00:00:00" });
  await change({ auto_published_at: "" });
  await change({ type: "EXTERNAL", media_url: "https://media.example/one.mp3?signature=hush" });
  await change({ media_url: "https://media.example/two.mp3?signature=hush" });
  await change({ published_at: "2026-01-01 00:00:00" });
  const entries = await history(`episode:${episode_id}`);
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    "publish",
    "replace_audio",
    "replace_audio",
    "update",
    "schedule",
    "create",
  ]);
  expect(JSON.stringify(entries)).not.toContain("hush");
});

test("keys are withheld, and long texts are cut with their hash", async () => {
  const id = await makeShow(world, ada);
  await ada.api.post(`/v2/shows/${id}`, { visibility: "LIMITED" });
  await ada.api.post(`/v2/shows/${id}`, { limited_key: "reset", description: "w".repeat(60_000) });
  const [entry, first] = await history(`show:${id}`);
  expect(first.after).toMatchObject({ visibility: "LIMITED", limited_key: "withheld" });
  expect(entry).toMatchObject({
    before: { limited_key: "withheld" },
    after: { limited_key: "withheld" },
  });
  expect(entry.after.description).toMatch(/^w{500}… \(60000 characters, SHA-256 [0-9a-f]{64}\)$/);
  expect(JSON.stringify(entry).length).toBeLessThan(4000);
});

test("the address of an import lock is withheld, and yet a new one is logged", async () => {
  const id = await makeShow(world, ada);
  const lock = (owner: string) =>
    ada.api.put(`/v2/shows/${id}/locked`, { locked: { locked: true, owner } }, { as: "json" });
  await lock("first@mail.example");
  await lock("second@mail.example");
  const [second, first] = await history(`show:${id}`);
  const field = { "feed_tags.locked": { value: { locked: true, owner: "withheld" } } };
  expect(first).toMatchObject({ before: {}, after: field });
  expect(second).toMatchObject({ before: field, after: field });
  expect(JSON.stringify([first, second])).not.toContain("mail.example");
});

test("chapters that are replaced are one entry, with those that really changed", async () => {
  const episode_id = await makeEpisode(world, show_id);
  const chapters = (titles: string[]) =>
    JSON.stringify(titles.map((title, at) => ({ starts_at: at * 1000, title })));
  await ada.api.post(`/v2/episodes/${episode_id}`, { chapters: chapters(["Hello", "Middle"]) });
  await ada.api.post(`/v2/episodes/${episode_id}`, { chapters: chapters(["Hello", "The end"]) });
  const [entry] = await history(`episode:${episode_id}`);
  expect(entry).toMatchObject({
    action: "update",
    before: { "chapters.1000": { title: "Middle" } },
    after: { "chapters.1000": { title: "The end" } },
  });
  expect(Object.keys(entry.after)).toEqual(["chapters.1000"]);
});

test("what is refused leaves no entry", async () => {
  const bob = await world.person();
  const episode_id = await makeEpisode(world, show_id);
  expect((await bob.api.post(`/v2/episodes/${episode_id}`, { title: "Mine" })).status).toBe(403);
  expect((await ada.api.post(`/v2/episodes/${episode_id}`, { season_number: -1 })).status).toBe(
    400,
  );
  expect(await history(`episode:${episode_id}`)).toHaveLength(1);
});

test("a booking can be reconstructed: prices, approval, creatives", async () => {
  const team = await makeTeam(world, ada);
  const campaign_id = await makeCampaign(world, team);
  const { response } = await ada.api.post("/v2/lineitems", { ...LINEITEM, campaign_id });
  const { lineitem_id, price_amount } = response.lineitem;
  await ada.api.post(`/v2/lineitems/${lineitem_id}`, { price_amount: "99.50" });
  const files = { audio_ad_file: new File(["no audio"], "ad.mp3") };
  const added = await ada.api.post(`/v2/lineitems/${lineitem_id}/creatives`, {}, { files });
  const { creative_id } = added.response.creative;
  const [creative, price, made] = await history(`lineitem:${lineitem_id}`);
  expect(made).toMatchObject({ action: "create", via: "token", before: {} });
  expect(price.before.price_amount).not.toEqual(price.after.price_amount);
  expect(price_amount).not.toBe("99.50");
  expect(creative.after[`creatives.${creative_id}`]).toMatchObject({ filename: "ad.mp3" });
  expect(await history(`creative:${creative_id}`)).toEqual([creative]);
});

test("roles are logged for their organization", async () => {
  const bob = await world.person();
  const { organization_id } = await makeTeam(world, ada);
  const path = `/v2/organizations/${organization_id}/members/${bob.user_id}`;
  expect((await ada.api.put(path, { role: "editor" })).status).toBe(200);
  await ada.api.put(path, { role: "analyst" });
  const [changed, added] = await history(`organization:${organization_id}`);
  const field = `members.${bob.user_id}`;
  expect(added).toMatchObject({ before: {}, after: { [field]: { role: "editor" } } });
  expect(changed).toMatchObject({
    before: { [field]: { role: "editor" } },
    after: { [field]: { role: "analyst" } },
  });
});

test("the shows of a list are logged in their order, even when it becomes empty", async () => {
  const admin = await world.person({ admin: true });
  const other = await makeShow(world, ada);
  const { response } = await admin.api.post("/v2/explore/lists", { name: "Picked" });
  const { list_id } = response.list;
  const items = `/v2/explore/lists/${list_id}/items`;
  await admin.api.put(items, { shows: `${other},${show_id}` });
  await admin.api.put(items, { shows: "[]" });
  const entries = await history(`list:${list_id}`, admin);
  expect(entries[0]).toMatchObject({ before: { shows: [other, show_id] }, after: { shows: [] } });
  expect(entries[1]).toMatchObject({ before: { shows: [] }, after: { shows: [other, show_id] } });
  expect((await ada.api.get(`/v2/audit?subject=list:${list_id}`)).status).toBe(403);
});

test("only those who may edit a record read its history", async () => {
  const bob = await world.person();
  const shown = await makeEpisode(world, show_id);
  const hidden = await makeEpisode(world, show_id, { hidden: true });
  const { organization_id } = await makeTeam(world, ada);
  const statuses = async (subject: string) =>
    Promise.all(
      [ada.api, bob.api, world.api].map(
        async (api) => (await api.get(`/v2/audit?subject=${subject}`)).status,
      ),
    );
  expect(await statuses(`episode:${shown}`)).toEqual([200, 403, 401]);
  expect(await statuses(`episode:${hidden}`)).toEqual([200, 404, 401]);
  expect(await statuses(`organization:${organization_id}`)).toEqual([200, 403, 401]);
  expect(await statuses(`user:${ada.user_id}`)).toEqual([200, 403, 401]);
  expect(await statuses("lineitem:999999")).toEqual([404, 404, 401]);
});

test.each([
  "",
  "show",
  "show:",
  "show:0",
  "show:-1",
  "show:1e3",
  "shows:1",
  "show:9999999999999999",
])("the subject %j is refused", async (subject) => {
  const { status, error } = await ada.api.get(`/v2/audit?subject=${encodeURIComponent(subject)}`);
  expect(status).toBe(400);
  expect(error.fields).toHaveProperty("subject");
});

test("the log is paged, newest first", async () => {
  const episode_id = await makeEpisode(world, show_id);
  for (const title of ["One", "Two", "Three"])
    await ada.api.post(`/v2/episodes/${episode_id}`, { title });
  const first = await ada.api.get(`/v2/audit?subject=episode:${episode_id}&limit=3`);
  const titles = first.response.items.map(({ after }: { after: { title: string } }) => after.title);
  expect(titles).toEqual(["Three", "Two", "One"]);
  const { pathname, search } = new URL(first.response.next_url);
  const second = await ada.api.get(pathname + search);
  expect(second.response).toMatchObject({ items: [{ action: "create" }], next_url: null });
});

test("a deleted account's name leaves the log, and old entries are deleted", async () => {
  const { db } = world.deps;
  const eve = await world.person();
  const id = await makeShow(world, ada);
  await ada.api.put(`/v2/shows/${id}/collaborators/${eve.user_id}`);
  await eve.api.post(`/v2/shows/${id}`, { copyright: "Eve" });
  expect((await history(`show:${id}`))[0].actor).toMatchObject({ user_id: eve.user_id });
  await db
    .updateTable("users")
    .set({ deleted_at: new Date() })
    .where("user_id", "=", eve.user_id)
    .execute();
  expect((await history(`show:${id}`))[0]).toMatchObject({ actor: null, via: "token" });
  const before = await history(`show:${id}`);
  expect(await deleteOldEntries(db, new Date(Date.now() - 3_600_000), 5000)).toBe(0);
  expect(await history(`show:${id}`)).toEqual(before);
  expect(await deleteOldEntries(db, new Date(Date.now() + 3_600_000), 5000)).toBeGreaterThan(3);
  expect(await history(`show:${id}`)).toEqual([]);
});

test("a page and an import are named as the way of a change", async () => {
  const { db } = world.deps;
  const eve = await world.person();
  const browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: eve.username, password: "correct horse" });
  await browser.open("/settings/delete");
  const closing = { username: eve.username, present: "correct horse" };
  await browser.submit(closing, "/settings/delete");
  const closed = await db
    .selectFrom("audit_entries")
    .selectAll()
    .where("subject", "=", "user")
    .where("subject_id", "=", eve.user_id)
    .execute();
  expect(closed).toMatchObject([{ actor_id: eve.user_id, via: "page", action: "delete" }]);
  expect(Object.keys(closed[0]?.after ?? {})).toEqual(["deleted_at"]);

  const admin = await world.person({ admin: true });
  const asked = await admin.api.post(
    "/v2/imports",
    {},
    { files: { feed_file: new Blob([makeFeed({})]) } },
  );
  const { import_id } = asked.response.import;
  const job = importJobs(world.deps).find(({ name }) => name === "import");
  await job?.run({ import_id }, { last: true });
  const done = await admin.api.get(`/v2/imports/${import_id}`);
  expect(done.response.import).toMatchObject({ state: "DONE", error: null });
  const [imported] = (await history(`show:${done.response.import.show_id}`, admin)).slice(-1);
  expect(imported).toMatchObject({ actor: { user_id: admin.user_id }, via: "import" });
});
