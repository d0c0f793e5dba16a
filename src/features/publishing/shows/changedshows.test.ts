/** Tests shows that many people change at the same time, over HTTP. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();

type Owned = Readonly<{ author: Person; show_id: number }>;
type Wish = Readonly<{ of: Owned; fields: Record<string, unknown>; ifMatch?: string; by?: Person }>;

/** One show of each of `count` people. */
const ownedBy = (count: number): Promise<Owned[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const author = await world.person();
      return { author, show_id: await makeShow(world, author) };
    }),
  );

/** Changes shows at the same time; returns the responses in their order. */
const changeAll = (wishes: readonly Wish[]) =>
  Promise.all(
    wishes.map(({ of, fields, ifMatch, by = of.author }) =>
      by.api.post(
        `/v2/shows/${of.show_id}`,
        fields,
        ifMatch === undefined ? {} : { headers: { "if-match": ifMatch } },
      ),
    ),
  );

/** How many of the shows each transaction was the last to change. */
async function sizesOfGroups(shows: readonly Owned[]): Promise<number[]> {
  const ids = shows.map(({ show_id }) => show_id);
  const { rows } = await sql<{ size: number }>`select count(*)::int as size from shows
    where show_id = any(${ids}) group by xmin::text`.execute(world.deps.db);
  return rows.map(({ size }) => size);
}

test("each of many shows is changed as asked for, logged as its author's, found at once", async () => {
  const shows = await ownedBy(16);
  const wishes = shows.map((of, at) => ({
    of,
    fields: at % 2 ? { description: `Tide ${at}` } : { title: `Lighthouse ${at}`, explicit: true },
  }));
  const answers = await changeAll(wishes);
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
  for (const [at, { response }] of answers.entries())
    expect(response.show).toMatchObject(
      at % 2
        ? { title: "A show", description: `Tide ${at}`, description_html: `<p>Tide ${at}</p>` }
        : { title: `Lighthouse ${at}`, description: "", explicit: true },
    );
  expect(Math.max(...(await sizesOfGroups(shows)))).toBeGreaterThan(1);
  const admin = await world.person({ admin: true });
  for (const [at, { show_id, author }] of shows.entries()) {
    const { response } = await admin.api.get(`/v2/admin/audit?subject=show:${show_id}`);
    expect(response.items[0]).toMatchObject({
      action: "update",
      via: "token",
      actor: { user_id: author.user_id },
      after: at % 2 ? { description: `Tide ${at}` } : { title: `Lighthouse ${at}` },
    });
  }
  const found = await world.api.get("/v2/search?type=shows&q=lighthouse%2014");
  expect(found.response.items[0]).toMatchObject({ show_id: shows[14]?.show_id });
});

test("all changes of one show at the same time are kept, one after the other", async () => {
  const shows = await ownedBy(3);
  const names = ["copyright", "owner_name", "author_name", "website_url", "socialnet2_name"];
  const values = names.map((name) => [name, name === "website_url" ? "https://a.example/" : name]);
  const answers = await changeAll(
    shows.flatMap((of) => values.map(([name = "", value]) => ({ of, fields: { [name]: value } }))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200));
  for (const { show_id, author } of shows) {
    const { response } = await author.api.get(`/v2/shows/${show_id}`);
    expect(response.show).toMatchObject(Object.fromEntries(values));
  }
});

test("of two changes of the same version, one is refused; what others get wrong concerns nobody else", async () => {
  const shows = await ownedBy(6);
  const [ada, bob, eve] = shows as [Owned, Owned, Owned, ...Owned[]];
  const gone = (await ownedBy(1)) as [Owned];
  await gone[0].author.api.delete(`/v2/shows/${gone[0].show_id}`);
  const etag = (await ada.author.api.get(`/v2/shows/${ada.show_id}`)).headers.get("etag") ?? "";
  const plain = shows.map((of) => ({ of, fields: { copyright: "2026" } }));
  const answers = await changeAll([
    ...plain,
    { of: ada, fields: { description: "first" }, ifMatch: '"1"' },
    { of: bob, fields: { category_id: 93, category_2_id: 93 } },
    { of: bob, fields: { description: "mine now" }, by: eve.author },
    { of: gone[0], fields: { copyright: "2026" } },
    { of: eve, fields: { visibility: "LIMITED" } },
  ]);
  expect(answers.map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 200, 200, 200],
    ...[412, 400, 403, 404, 200],
  ]);
  const twice = await changeAll([
    ...plain,
    { of: ada, fields: { description: "one" }, ifMatch: etag },
    { of: ada, fields: { description: "two" }, ifMatch: etag },
  ]);
  expect(twice.slice(6).map(({ status }) => status)).toEqual([412, 412]);
  const now = (await ada.author.api.get(`/v2/shows/${ada.show_id}`)).headers.get("etag") ?? "";
  const pair = await changeAll([
    ...plain.slice(1),
    { of: ada, fields: { description: "one" }, ifMatch: now },
    { of: ada, fields: { description: "two" }, ifMatch: now },
  ]);
  expect(
    pair
      .slice(5)
      .map(({ status }) => status)
      .sort(),
  ).toEqual([200, 412]);
});

test("a show that is locked keeps only its author waiting", async () => {
  const [slow, ...others] = (await ownedBy(6)) as [Owned, ...Owned[]];
  const release = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const locked = world.deps.db.transaction().execute(async (db) => {
    await sql`select from shows where show_id = ${slow.show_id} for update`.execute(db);
    isLocked.resolve();
    await release.promise;
  });
  await isLocked.promise;
  let isSlowDone = false;
  const [first, ...rest] = others.map((of) => ({ of, fields: { copyright: "a" } }));
  const answers = changeAll(first === undefined ? [] : [first]);
  const waiting = changeAll([{ of: slow, fields: { copyright: "late" } }]).then((answers) => {
    isSlowDone = true;
    return answers;
  });
  const behind = await changeAll(rest);
  expect([...(await answers), ...behind].map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(isSlowDone).toBe(false);
  release.resolve();
  await locked;
  expect((await waiting).map(({ status }) => status)).toEqual([200]);
});
