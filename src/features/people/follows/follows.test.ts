/** Following and blocking over HTTP. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Reply } from "../../../../test/setup/client.ts";
import { makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();

const follow = (who: Person, whom: Person) =>
  who.api.put(`/v2/users/me/followings/${whom.user_id}`);
const block = (who: Person, whom: Person) => who.api.put(`/v2/users/me/blocks/${whom.user_id}`);
const profile = async (whom: Person, seenBy = world.api) =>
  (await seenBy.get(`/v2/users/${whom.user_id}`)).response.user;

type Page = { items: { user_id: number }[]; next_url: string | null };

/** All ids of a list, read page by page. */
async function walk(
  path: string,
  between: () => Promise<unknown> = async () => {},
): Promise<number[]> {
  const seen: number[] = [];
  let url: string | null = path;
  while (url !== null) {
    const page: Reply<Page> = await world.api.get(url);
    seen.push(...page.response.items.map(({ user_id }) => user_id));
    url = page.response.next_url;
    await between();
  }
  return seen;
}

test("a follow is counted once, visible to both users, and can be ended", async () => {
  const [ada, bob] = [await world.person(), await world.person()];
  for (let time = 0; time < 2; time += 1) expect((await follow(ada, bob)).response).toEqual([]);
  expect(await profile(bob)).toMatchObject({ followers_count: 1, followings_count: 0 });
  expect(await profile(bob)).not.toHaveProperty("you_are_following");
  expect(await profile(bob, ada.api)).toMatchObject({
    you_are_following: true,
    is_following_you: false,
  });
  expect(await profile(ada, bob.api)).toMatchObject({
    you_are_following: false,
    is_following_you: true,
  });
  expect(await walk(`/v2/users/${bob.user_id}/followers`)).toEqual([ada.user_id]);
  expect(await walk(`/v2/users/${ada.user_id}/followings`)).toEqual([bob.user_id]);
  for (let time = 0; time < 2; time += 1)
    expect((await ada.api.delete(`/v2/users/me/followings/${bob.user_id}`)).response).toEqual([]);
  expect(await profile(bob)).toMatchObject({ followers_count: 0 });
});

test("users cannot follow or block themselves or unknown users", async () => {
  const ada = await world.person();
  expect((await follow(ada, ada)).status).toBe(400);
  expect((await block(ada, ada)).status).toBe(400);
  expect((await ada.api.put("/v2/users/me/followings/999999")).status).toBe(404);
  expect((await world.api.get(`/v2/users/${ada.user_id}/followers?last_id=999999`)).status).toBe(
    400,
  );
});

test("a block ends both follows and prevents new ones", async () => {
  const [ada, bob] = [await world.person(), await world.person()];
  await follow(ada, bob);
  await follow(bob, ada);
  expect((await block(ada, bob)).status).toBe(200);
  expect(await profile(ada)).toMatchObject({ followers_count: 0, followings_count: 0 });
  const refused = await follow(bob, ada);
  expect([refused.status, refused.error.type]).toEqual([403, "blocked"]);
  const show_id = await makeShow(world, ada);
  expect((await bob.api.put(`/v2/users/me/favorites/${show_id}`)).error.type).toBe("blocked");
  const blocks = await ada.api.get("/v2/users/me/blocks");
  expect(blocks.response.items.map(({ user_id }: { user_id: number }) => user_id)).toEqual([
    bob.user_id,
  ]);
  await ada.api.delete(`/v2/users/me/blocks/${bob.user_id}`);
  expect((await follow(bob, ada)).status).toBe(200);
});

test("paging through followers neither repeats nor skips anyone while others come and go", async () => {
  const star = await world.person();
  const crowd: Person[] = [];
  for (let i = 0; i < 12; i += 1) crowd.push(await world.person());
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat({ max: 5 }), { maxLength: 12 }),
      async (limit, moves) => {
        for (const person of crowd) await follow(person, star);
        const leavers = [...moves];
        const seen = await walk(`/v2/users/${star.user_id}/followers?limit=${limit}`, async () => {
          const leaver = crowd[leavers.pop() ?? -1];
          if (leaver !== undefined)
            await leaver.api.delete(`/v2/users/me/followings/${star.user_id}`);
        });
        const stayed = crowd.slice(6).map(({ user_id }) => user_id);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toEqual(expect.arrayContaining(stayed));
      },
    ),
    { seed: 11, numRuns: 6 },
  );
});

test("two users following each other at the same time are both counted", async () => {
  const people = await Promise.all([
    world.person(),
    world.person(),
    world.person(),
    world.person(),
  ]);
  const pairs = people.flatMap((from) =>
    people.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  await Promise.all(pairs.map(([from, to]) => follow(from, to)));
  for (const person of people)
    expect(await profile(person)).toMatchObject({ followers_count: 3, followings_count: 3 });
});
