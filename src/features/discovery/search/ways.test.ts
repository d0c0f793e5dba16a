/** The response is the same whichever way the index is read, which depends on word frequencies. */
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { makeEpisodes, makeShow } from "../../../../test/setup/factories.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();

const WORDS = ["wolverine", "ratel", "zorilla"] as const;
type Word = (typeof WORDS)[number];
const FIELDS = ["nowhere", "title", "tags", "text"] as const;

/** Every combination of words: 4 × 4 × 4 episodes, in two shows, on as many days. */
const episodes = Array.from({ length: 64 }, (_, index) => {
  const field = (place: number) => FIELDS[Math.floor(index / 4 ** place) % 4];
  const within = (name: string) => WORDS.filter((_, place) => field(place) === name);
  const byline: Word[] = index % 2 === 0 ? [] : ["ratel"];
  return { index, title: within("title"), byline, tags: within("tags"), text: within("text") };
});
type Episode = (typeof episodes)[number];
const shows: number[] = [];
let user_id: number;

beforeAll(async () => {
  const ann = await world.person();
  user_id = ann.user_id;
  for (const half of [0, 1]) {
    const show_id = await makeShow(world, ann, { title: half === 0 ? "Badgers" : "Ratel hour" });
    shows.push(show_id);
    await makeEpisodes(
      world,
      show_id,
      episodes
        .filter(({ index }) => index % 2 === half)
        .map(({ index, title, tags, text }) => ({
          title: `Number ${title.join(" ")} ${index}`,
          tags,
          description: `About ${text.join(" ")} again`,
          published_at: day((index * 29) % 64),
        })),
    );
  }
  await world.deps.db
    .insertInto("search_levels")
    .values(
      ["a", "b", "c"].map((level, index) => ({
        kind: "episodes",
        level,
        floor: sql<number>`search_rank(0, 0, ${day(64 - 5 * 2 ** index)})`,
      })),
    )
    .execute();
  await sql`select search_write_episodes(array(select episode_id from episodes))`.execute(
    world.deps.db,
  );
});

const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + index));

type Query = {
  wanted: Word[];
  quoted: boolean;
  unwanted: Word | null;
  within: "all" | "show" | "user";
};

/** Whether the words are adjacent. */
const together = (words: readonly Word[], wanted: readonly Word[]) =>
  words.join(" ").includes(wanted.join(" "));

/** The match that the contract and documentation require; null: not found. */
function expected({ title, byline, tags, text, index }: Episode, query: Query): string | null {
  const { wanted, quoted, unwanted, within } = query;
  const everywhere = [...title, ...byline, ...tags, ...text];
  const all = (words: readonly Word[]) => wanted.every((word) => words.includes(word));
  if (!all(everywhere) || (unwanted && everywhere.includes(unwanted))) return null;
  if (within === "show" && index % 2 === 1) return null;
  if (quoted && ![title, byline, text].some((words) => together(words, wanted))) return null;
  if (all(title)) return quoted && !together(title, wanted) ? "byline" : "title";
  if (all([...title, ...byline])) return "byline";
  return all([...title, ...byline, ...tags]) ? "tags" : "text";
}

const queries: fc.Arbitrary<Query> = fc.record({
  wanted: fc.subarray([...WORDS], { minLength: 1 }),
  quoted: fc.boolean(),
  unwanted: fc.option(fc.constantFrom(...WORDS)),
  within: fc.constantFrom("all", "show", "user"),
});

async function count(word: Word, documents: number): Promise<void> {
  await sql`update search_words set documents = ${documents} where word = ${word}`.execute(
    world.deps.db,
  );
}

/** Makes PostgreSQL believe that the index has this many documents. */
async function pretend(documents: number): Promise<void> {
  await sql`update pg_class set reltuples = ${documents} where oid = 'search_episodes'::regclass`.execute(
    world.deps.db,
  );
}

test("every matching episode is found with the right kind of match, best matches first", async () => {
  const frequencies = fc.tuple(...WORDS.map(() => fc.constantFrom(0, 1000, 9999)));
  const sizes = fc.constantFrom(64, 10_000_000);
  await fc.assert(
    fc.asyncProperty(queries, frequencies, sizes, async (query, counts, size) => {
      fc.pre(query.unwanted === null || !query.wanted.includes(query.unwanted));
      for (const [place, word] of WORDS.entries()) await count(word, counts[place] ?? 0);
      await pretend(size);
      const { wanted, quoted, unwanted, within } = query;
      const said = wanted.join(" ");
      const q = `${quoted ? `"${said}"` : said}${unwanted ? ` -${unwanted}` : ""}`;
      const path = { all: "", show: `/shows/${shows[0]}`, user: `/users/${user_id}` }[within];
      const { response } = await world.api.get(
        `/v2/search${path}?type=episodes&limit=100&explain=1&q=${encodeURIComponent(q)}`,
      );
      type Item = { title: string; score: { match: string; missing: string[] } };
      // If nothing has all words, some of them are dropped.
      const complete = response.items.filter(({ score }: Item) => score.missing.length === 0);
      const found = complete.map(({ title, score }: Item) => ({
        index: Number(title.split(" ").at(-1)),
        match: score.match,
      }));
      const right = episodes.flatMap((episode) => {
        const match = expected(episode, query);
        return match === null ? [] : [{ index: episode.index, match }];
      });
      type Found = (typeof right)[number];
      const sorted = (list: Found[]) => list.toSorted((a, b) => a.index - b.index);
      expect(sorted(found), q).toEqual(right);
      const ways = ["title", "byline", "tags", "text"];
      // Several words can be in several fields, but those that are all in the title come first.
      const order = found.map(({ match }: Found) =>
        wanted.length === 1 ? ways.indexOf(match) : Number(match !== "title"),
      );
      expect(order, q).toEqual(order.toSorted());
    }),
    { numRuns: 150 },
  );
});
