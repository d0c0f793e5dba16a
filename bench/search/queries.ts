/** The mix of queries: from one rare word to the most frequent ones, prefixes, errors, filters. */
import type pg from "pg";
import { seeded } from "../vocabulary.ts";

/** `words`: the query as plain words, if rivals can answer it too. */
export type BenchQuery = { path: string; words?: string[] };
export type Kind = { name: string; queries: BenchQuery[] };

const SEED = 77;

type Word = { word: string; documents: number };

/** Draws queries of each kind from the content of the database; the same data gives the same queries. */
export async function makeQueries(client: pg.Client, each: number): Promise<Kind[]> {
  const random = seeded(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const words = await wordsOf(client);
  const between = (least: number, most: number) =>
    words.filter(({ documents }) => documents >= least && documents <= most);
  const { rows: titles } = await client.query<{
    episode_id: number;
    title: string;
    show_id: number;
    author_id: number;
  }>(
    "select episode_id, title, show_id, author_id from episodes where length(title) > 12 order by md5(episode_id::text) limit 3000",
  );
  const top = words.slice(0, 20);
  const total = Number((await client.query("select count(*) from episodes")).rows[0].count);
  const kinds: [string, () => BenchQuery][] = [
    ["one rare word", () => plain(pick(between(3, 30)).word)],
    ["one middling word", () => plain(pick(between(total / 2000, total / 200)).word)],
    ["one frequent word", () => plain(pick(between(total / 50, total / 5)).word)],
    ["one of the 20 most frequent", () => plain(pick(top).word)],
    [
      "two of the 20 most frequent",
      () => plain(pick(top.slice(0, 10)).word, pick(top.slice(10)).word),
    ],
    [
      "two frequent words",
      () => plain(pick(between(total / 50, total)).word, pick(between(total / 50, total)).word),
    ],
    ["a frequent and a rare word", () => plain(pick(top).word, pick(between(10, 300)).word)],
    ["a whole title", () => plain(...fold(pick(titles).title).slice(0, 8))],
    ["two words of a title", () => plain(...some(fold(pick(titles).title), 2, random))],
    [
      "an unfinished word",
      () => ask(cut(pick(fold(pick(titles).title).filter(isLong)) ?? "history", random)),
    ],
    ["a title with an error", () => ask(misspell(fold(pick(titles).title).slice(0, 6), random))],
    ["a title with a generic word", () => ask(`${four(pick(titles).title)} podcast`)],
    ["two words as one", () => ask(joinFirst(fold(pick(titles).title).slice(0, 4)))],
    ["one word as two", () => ask(splitLong(fold(pick(titles).title).slice(0, 4)))],
    [
      "errors in two words",
      () =>
        ask(
          misspell(
            misspell(fold(pick(titles).title).slice(0, 4), random)
              .split(" ")
              .toReversed(),
            random,
          ),
        ),
    ],
    [
      "a title with a wrong word",
      () => ask(`${four(pick(titles).title)} ${pick(between(10, 3000)).word}`),
    ],
    ["a phrase", () => ask(`"${fold(pick(titles).title).slice(0, 3).join(" ")}"`)],
    ["a phrase of frequent words", () => ask(`"${pick(top).word} ${pick(top).word}"`)],
    ["one word without another", () => ask(`${pick(top).word} -${pick(top.slice(0, 10)).word}`)],
    ["a frequent word, filtered", () => ask(pick(top).word, pick(FILTERS))],
    ["in a user's episodes", () => ask(pick(top).word, "", `/users/${pick(titles).author_id}`)],
    ["in a show's episodes", () => ask(pick(top).word, "", `/shows/${pick(titles).show_id}`)],
  ];
  return kinds.map(([name, make]) => ({ name, queries: Array.from({ length: each }, make) }));
}

/** Beginnings of show titles and authors, as typed letter by letter; every fifth has an error. */
export async function suggestQueries(client: pg.Client, each: number): Promise<BenchQuery[]> {
  const random = seeded(SEED);
  const { rows } = await client.query<{ name: string }>(
    "select coalesce(case when show_id % 4 = 0 then author_name end, title) as name from shows order by md5(show_id::text) limit $1",
    [5 * each],
  );
  return rows.map(({ name }, index) => {
    const words = fold(name).slice(0, 4);
    const letters = (index % 5 === 0 ? misspell(words, random) : words.join(" ")).slice(0, 30);
    const length = 1 + Math.floor(random() * Math.max(letters.length, 1));
    const q = letters.slice(0, length).trim() || "a";
    return { path: `/v2/search/suggest?q=${encodeURIComponent(q)}` };
  });
}

/** Queries of up to 200 characters that nobody would send in earnest; each must still be answered in time. */
export function hostileQueries(kinds: readonly Kind[]): BenchQuery[] {
  const frequent = kinds.find(({ name }) => name === "one of the 20 most frequent")?.queries ?? [];
  const top = [...new Set(frequent.flatMap(({ words = [] }) => words))];
  const within = (words: readonly string[]) => words.join(" ").slice(0, 190).trim();
  const [first = "the", second = "of"] = top;
  return [
    ..."x 日 ' \" - \\ | & ! ( ) : * % _ 👩‍👩‍👧‍👦 ﷺ İ ش".split(" ").map((sign) => repeat(sign)),
    ...["a ", "-a ", "'a", '"a" ', "a b ", "日本 ", "1 "].map((text) => repeat(text)),
    within(top),
    within([...top, ...top]),
    `"${within(top)}"`,
    `"${within([first, second, first, second])}"`,
    within(top.map((word) => `-${word}`)),
    `${first} ${within(top.slice(1).map((word) => `-${word}`))}`,
    `${second} -"${first} ${second}"`,
    `${first} -${first}`,
    within(top.map((word) => `"${word}"`)),
    "to be or not to be that is the question whether tis nobler in the mind to suffer",
    "الحياة السعيدة في المدينة القديمة",
    "שלום עולם ‮gnp.exe",
    "qwrtzpsdfg hjklyxcvbnm qqqqqqqq zzzzzzzzz wwwwwwwww jjjjjjjjj",
  ].map((q) => ask(q));
}

const repeat = (text: string): string =>
  [...text.repeat(200)].slice(0, 199).join("").trim() || text;

const FILTERS = [
  "&language=it",
  "&category_id=106",
  "&published_after=2024-01-01&published_before=2024-06-30",
  "&explicit=1&language=de",
  "&duration_min=3600&duration_max=5000",
];

function ask(q: string, filters = "", scope = ""): BenchQuery {
  return { path: `/v2/search${scope}?type=episodes&limit=20&q=${encodeURIComponent(q)}${filters}` };
}
const plain = (...words: string[]): BenchQuery => ({ ...ask(words.join(" ")), words });

const fold = (title: string): string[] => title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const isLong = (word: string): boolean => word.length >= 5;

const some = (words: readonly string[], count: number, random: () => number): string[] =>
  words
    .map((word) => ({ word, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ word }) => word);

const four = (title: string): string => fold(title).slice(0, 4).join(" ");

const joinFirst = ([first = "", second = "", ...rest]: string[]): string =>
  [first + second, ...rest].join(" ");

const splitLong = (words: string[]): string =>
  words.map((word) => (isLong(word) ? `${word.slice(0, 3)} ${word.slice(3)}` : word)).join(" ");

const cut = (word: string, random: () => number): string =>
  word.slice(0, 3 + Math.floor(random() * (word.length - 3)));

function misspell(words: string[], random: () => number): string {
  const index = words.findIndex(isLong);
  const word = words[index];
  if (word === undefined) return words.join(" ");
  const place = 1 + Math.floor(random() * (word.length - 2));
  return words.with(index, word.slice(0, place) + word.slice(place + 1)).join(" ");
}

/** Plain words of the episodes, the most frequent first; counted in a sample of the documents. */
async function wordsOf(client: pg.Client): Promise<Word[]> {
  const { rows } = await client.query<Word>(
    `select word, documents from search_words where documents > 2 and word ~ '^[a-z]{2,}$' order by documents desc, word`,
  );
  return rows;
}
