/** Tests what admins do with everybody's imports, over HTTP. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { runImport } from "./actions.ts";

const world = useWorld();
let admin: Person;
let ada: Person;
beforeAll(async () => {
  admin = await world.person({ admin: true });
  ada = await world.person();
});

const insert = async (fields: object): Promise<number> => {
  const { import_id } = await world.deps.db
    .insertInto("imports")
    .values({ user_id: ada.user_id, feed_url: "http://feeds.invalid/a", ...fields })
    .returning("import_id")
    .executeTakeFirstOrThrow();
  return import_id;
};
const found = async (query: string) =>
  (await admin.api.get(`/v2/admin/imports?${query}`)).response.items;

test("imports of all people are found by feed, person and state, with their errors", async () => {
  const import_id = await insert({
    feed_url: "http://feeds.invalid/pier",
    state: "FAILED",
    error: "The feed was not imported: it is a picture.",
  });
  for (const query of ["q=invalid/PIER", `q=@${ada.username}&state=FAILED`])
    expect(await found(query), query).toMatchObject([
      { import_id, user: { user_id: ada.user_id }, error: expect.stringContaining("a picture") },
    ]);
  expect(await found("q=%25&state=FAILED")).toEqual([]);
});

test("a failed import waits again with its job; others are refused", async () => {
  const import_id = await insert({ state: "FAILED", error: "x", error_type: "feed-unreachable" });
  const path = `/v2/admin/imports/${import_id}/retry`;
  expect((await admin.api.post(path, {})).status).toBe(200);
  const { response } = await ada.api.get(`/v2/imports/${import_id}`);
  expect(response.import).toMatchObject({ error: null, error_type: null });
  expect(["PENDING", "RUNNING", "FAILED"]).toContain(response.import.state);
  const done = await insert({ state: "DONE" });
  const uploaded = await insert({ state: "FAILED", feed_url: null });
  for (const id of [done, uploaded]) {
    const refused = await admin.api.post(`/v2/admin/imports/${id}/retry`, {});
    expect([refused.status, refused.error.type]).toEqual([409, "import-not-repeatable"]);
  }
});

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Canceled in time</title>
<item><title>One</title><guid>1</guid><enclosure url="http://a.invalid/1.mp3" length="1" type="audio/mpeg"/></item>
</channel></rss>`;

test("nothing of an import that is canceled while it runs stays", async () => {
  const values = { user_id: admin.user_id, feed_url: null, feed_body: Buffer.from(FEED) };
  const import_id = await insert(values);
  const cancel = () => admin.api.post(`/v2/admin/imports/${import_id}/cancel`, {});
  // The import is canceled between its beginning and its end, as a click of an admin may fall.
  const db = new Proxy(world.deps.db, {
    get(target, name) {
      const found = Reflect.get(target, name, target);
      if (name !== "transaction") return typeof found === "function" ? found.bind(target) : found;
      return () => ({
        async execute(work: never) {
          expect((await cancel()).status).toBe(200);
          return target.transaction().execute(work);
        },
      });
    },
  });
  const { signal } = new AbortController();
  await runImport({ ...world.deps, db }, import_id, { last: true, allowPrivate: false, signal });
  const shows = await admin.api.get("/v2/users/me/shows");
  expect(JSON.stringify(shows.response)).not.toContain("Canceled in time");
  expect(await found(`state=FAILED&q=${admin.username}`)).toMatchObject([
    { import_id, error: "An admin canceled the import.", error_type: "canceled" },
  ]);
  const again = await cancel();
  expect([again.status, again.error.type]).toEqual([409, "import-ended"]);
});
