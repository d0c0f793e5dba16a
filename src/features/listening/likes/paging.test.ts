/** Property test: paging through the likes of an episode or a user returns each lasting like exactly once. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { makeEpisodes, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { putMark, removeMark } from "./store.ts";

const world = useWorld();
const MANY = 9;
let ada: Person;
let people: Person[];

beforeAll(async () => {
  ada = await world.person();
  people = await Promise.all(Array.from({ length: MANY }, () => world.person()));
});

type Change = { pick: number; like: boolean };
const change: fc.Arbitrary<Change> = fc.record({
  pick: fc.nat({ max: MANY - 1 }),
  like: fc.boolean(),
});
const story = fc.record({
  of: fc.constantFrom("episode", "user"),
  limit: fc.integer({ min: 1, max: 4 }),
  start: fc.uniqueArray(fc.nat({ max: MANY - 1 }), { minLength: 3 }),
  changes: fc.array(fc.array(change, { maxLength: 4 }), { minLength: MANY, maxLength: MANY }),
});

type Page = { items: { user_id?: number; episode_id?: number }[]; next_url: string | null };

/** A list to page through: the users who like one episode, or the episodes that one user likes. */
async function makeList(of: string) {
  const show_id = await makeShow(world, ada);
  const episodes = await makeEpisodes(world, show_id, Array(MANY).fill({}));
  const [episode_id = 0] = episodes;
  const { user_id } = await world.person();
  const users = people.map((person) => person.user_id);
  return of === "episode"
    ? {
        path: `/v2/episodes/${episode_id}`,
        listed: users,
        edge: (at: number) => ({ user_id: users[at] ?? 0, episode_id }),
      }
    : {
        path: `/v2/users/${user_id}`,
        listed: episodes,
        edge: (at: number) => ({ user_id, episode_id: episodes[at] ?? 0 }),
      };
}

/** Reads all pages and returns the ids; `between` runs after each page. */
async function walk(path: string, between: (page: number, last?: number) => Promise<void>) {
  const seen: number[] = [];
  let next: string | null = path;
  for (let page = 0; next !== null; page += 1) {
    expect(page, "a walk without end").toBeLessThan(4 * MANY);
    const { response }: { response: Page } = await world.api.get<Page>(next);
    seen.push(...response.items.map((item) => item.episode_id ?? item.user_id ?? 0));
    next = response.next_url;
    await between(page, seen.at(-1));
  }
  return seen;
}

test("likes that come and go during paging do not make a reader miss or repeat others", async () => {
  const { db } = world.deps;
  await fc.assert(
    fc.asyncProperty(story, async ({ of, limit, start, changes }) => {
      const { path, listed, edge } = await makeList(of);
      for (const at of start) await putMark(db, "likes", edge(at));
      const stays = new Set(start);
      const seen = await walk(`${path}/likes?limit=${limit}`, async (page, last) => {
        for (const { pick, like } of changes[page] ?? []) {
          // The last item seen is the reader's position, so moving it would move the reader.
          if (like && listed[pick] === last) continue;
          await (like ? putMark : removeMark)(db, "likes", edge(pick));
          if (!like) stays.delete(pick);
        }
      });
      // Newest first, each once: lasting likes appear in order.
      const steady = start.filter((at) => stays.has(at)).map((at) => listed[at] ?? 0);
      expect(seen.filter((id) => steady.includes(id))).toEqual(steady.toReversed());
    }),
    { seed: 11, numRuns: 40 },
  );
});
