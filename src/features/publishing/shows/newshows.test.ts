/** Tests shows that many people create at the same time, over HTTP. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();

const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.person()));

/** Creates shows at the same time; returns the responses in their order. */
const createAll = (wishes: readonly [Person, Record<string, unknown>][]) =>
  Promise.all(
    wishes.map(([{ api }, fields]) => api.post("/v2/shows", { language: "en", ...fields })),
  );

/** How many of the shows each transaction has inserted. */
async function sizesOfGroups(ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ size: number }>`select count(*)::int as size from shows
    where show_id = any(${ids}) group by xmin::text`.execute(world.deps.db);
  return rows.map(({ size }) => size);
}

test("each of many people gets the show that was asked for, logged as theirs, found at once", async () => {
  const authors = await people(6);
  const wishes = Array.from({ length: 48 }, (_, at): [Person, Record<string, unknown>] => [
    authors[at % 6] as Person,
    {
      title: `Harbour number ${at}`,
      category_id: 93,
      ...(at % 2 ? { description: `Tide ${at}` } : {}),
    },
  ]);
  const answers = await createAll(wishes);
  for (const [at, { status, response }] of answers.entries()) {
    const [author, fields] = wishes[at] ?? [];
    expect(status).toBe(200);
    expect(response.show).toMatchObject({
      title: fields?.title,
      description: fields?.description ?? "",
      description_html: fields?.description ? `<p>${fields.description}</p>` : "",
      permalink: `harbour-number-${at}`,
      author: { user_id: author?.user_id, username: author?.username },
      category_2_id: null,
      explicit: false,
      episodes_sorting: "newest",
    });
  }
  const ids = answers.map(({ response }) => response.show.show_id as number);
  expect(Math.max(...(await sizesOfGroups(ids)))).toBeGreaterThan(2);
  const admin = await world.person({ admin: true });
  for (const [at, show_id] of ids.entries()) {
    const { response } = await admin.api.get(`/v2/admin/audit?subject=show:${show_id}`);
    expect(response.items).toHaveLength(1);
    expect(response.items[0]).toMatchObject({
      action: "create",
      via: "token",
      actor: { user_id: wishes[at]?.[0].user_id },
      after: { title: `Harbour number ${at}` },
    });
  }
  const found = await world.api.get("/v2/search?type=shows&q=harbour%20number%2047");
  expect(found.response.items[0]).toMatchObject({ show_id: ids[47] });
});

test("shows of one title that are created at the same time have different permalinks", async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const answers = await createAll(
    Array.from({ length: 16 }, (_, at) => [at % 4 === 3 ? bob : ada, { title: "Night Trains" }]),
  );
  const permalinks = (of: Person) =>
    answers
      .filter(({ response }) => response.show.author_id === of.user_id)
      .map(({ response }) => response.show.permalink)
      .sort();
  const expected = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      at === 0 ? "night-trains" : `night-trains-${at + 1}`,
    );
  expect(permalinks(ada)).toEqual(expected(12).sort());
  expect(permalinks(bob)).toEqual(expected(4).sort());
});

test("what one of them gets wrong, or waits for, concerns nobody else", async () => {
  const authors = await people(5);
  const [ada, bob] = authors as [Person, Person];
  await makeShow(world, ada, { permalink: "taken" });
  const plain = authors.map((author, at): [Person, Record<string, unknown>] => [
    author,
    { title: `Quay ${at}` },
  ]);
  const answers = await createAll([
    ...plain,
    [ada, { title: "Quays", permalink: "taken" }],
    [bob, { title: "Quays", category_id: 93, category_2_id: 93 }],
    [bob, { title: "Quays", author_id: ada.user_id }],
    [bob, { title: "Quays", default_breaks: [{ position: "preroll", ads_max_count: 2 }] }],
    ...plain.map(([author]): [Person, Record<string, unknown>] => [
      author,
      { title: "Piers", visibility: "LIMITED" },
    ]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 200, 200],
    ...[400, 400, 403, 200],
    ...[200, 200, 200, 200, 200],
  ]);
  expect(answers[8]?.response.show.default_breaks).toEqual([
    { position: "preroll", ads_max_count: 2 },
  ]);
  const keys = answers.slice(9).map(({ response }) => response.show.limited_key);
  expect(new Set(keys).size).toBe(5);
});

test("an author whose account is locked keeps only the author waiting", async () => {
  const authors = await people(6);
  const [slow, ...others] = authors as [Person, ...Person[]];
  let release: () => void = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isLocked = Promise.withResolvers<void>();
  const locked = world.deps.db.transaction().execute(async (db) => {
    await db
      .selectFrom("users")
      .select("user_id")
      .where("user_id", "=", slow.user_id)
      .forUpdate()
      .execute();
    isLocked.resolve();
    await isReleased;
  });
  await isLocked.promise;
  let isSlowDone = false;
  const waiting = createAll(
    Array.from({ length: 4 }, (_, at) => [slow, { title: `Late ${at}` }]),
  ).then((answers) => {
    isSlowDone = true;
    return answers;
  });
  const answers = await createAll(
    others.flatMap((author) => [
      [author, { title: "Number one" }],
      [author, { title: "Number two" }],
    ]),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(isSlowDone).toBe(false);
  release();
  await locked;
  expect((await waiting).map(({ status }) => status)).toEqual(Array(4).fill(200));
});

test("many shows of one title keep only their author waiting", async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  let done = 0;
  const many = Array.from({ length: 100 }, async () => {
    const [answer] = await createAll([[ada, { title: "Night Trains" }]]);
    done += 1;
    return answer?.status;
  });
  const [quick] = await createAll([[bob, { title: "Slow Boats" }]]);
  expect(quick?.status).toBe(200);
  expect(done).toBeLessThan(50);
  expect(await Promise.all(many)).toEqual(Array(100).fill(200));
});
