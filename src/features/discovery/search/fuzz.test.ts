/** Any query gets a 200 or a 400, and both scorers hear the same in a word. */
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { soundOf } from "./readings/text.ts";

const world = useWorld();

beforeAll(async () => {
  const person = await world.person();
  for (const title of ["Rock & Roll -live-", 'The "quoted" show', "日本語の番組", "C'est l'été"]) {
    const show_id = await makeShow(world, person, {
      title,
      description: `${title} (1:2) \\ * ! <->`,
    });
    await makeEpisode(world, show_id, { title, tags: ["a:b", "c|d"] });
  }
});

const status = async (q: string, path: string) =>
  (await world.api.get(`${path}q=${encodeURIComponent(q.toWellFormed())}`)).status;

const paths = fc.constantFrom(
  "/v2/search?type=shows&",
  "/v2/search?type=episodes&facets=1&explain=1&",
  "/v2/search/suggest?",
);

const operators = fc.constantFrom(
  ..." -|\"|'|\\|:*|&|!|(|)|<->|<2>|@@|%|_|~|=|;|--|/*|{|}|[|]|$1|\t|rock|quoted|été|日本".split(
    "|",
  ),
);
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 120 }),
  fc.string({ unit: "grapheme", maxLength: 100 }),
  fc.array(operators, { maxLength: 60 }).map((parts) => parts.join("")),
  fc.constantFrom(
    ...[
      "\0",
      "a\0b",
      "👩‍👩‍👧‍👦".repeat(20),
      "שלום עולם",
      "‮gnp.exe",
      "ﷺ".repeat(60),
      "İ".repeat(200),
    ],
    ...["x".repeat(200), "日".repeat(200), "'".repeat(200), '"'.repeat(200), "-a ".repeat(60)],
    ...["a ".repeat(100), "\\".repeat(200), "'a".repeat(100), "่".repeat(200), "z̷̧".repeat(60)],
  ),
);

test("any text of up to 200 characters gets a response", async () => {
  await fc.assert(
    fc.asyncProperty(text, paths, async (q, path) => {
      const length = [...q.normalize("NFC").trim()].length;
      const answer = await status(q, path);
      const refused = length === 0 || length > 200 || /[^\P{Cc}\n\t]|\p{M}{31}/u.test(q);
      expect([answer, q]).toEqual([answer === 400 && refused ? 400 : 200, q]);
    }),
    { seed: 11, numRuns: 400 },
  );
});

test.each(["constructor", "CONSTRUCTOR", "toString", "hasOwnProperty valueOf", "__proto__"])(
  "%s is a word like others",
  async (q) => {
    for (const path of [
      "/v2/search?type=shows&",
      "/v2/search?type=episodes&",
      "/v2/search/suggest?",
    ])
      expect(await status(q, path)).toBe(200);
  },
);

test("the index and the scorer agree on how words sound: rhythm does not sound like hythm", async () => {
  expect(soundOf("rhythm")).not.toBe(soundOf("hythm"));
  const letter = fc.constantFrom(..."aeiouyhgkcqsztpwrxdnmblf");
  const drawn = fc.sample(fc.string({ unit: letter, minLength: 5, maxLength: 12 }), {
    seed: 3,
    numRuns: 2000,
  });
  const words = [...drawn, ..."rhythm knight wrong psalm higher bridge physics nation".split(" ")];
  const { rows } = await sql<{ word: string; sound: string | null }>`
    select word, search_sound(word) as sound from unnest(${words}::text[]) word`.execute(
    world.deps.db,
  );
  const heard = (word: string) => {
    const sound = soundOf(word);
    return sound.length > 2 ? sound : null;
  };
  expect(rows.filter(({ word, sound }) => heard(word) !== sound)).toEqual([]);
});
