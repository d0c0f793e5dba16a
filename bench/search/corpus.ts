/** Real shows and episodes from the test data, and loading them into a database. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";

export type CorpusShow = {
  id: number;
  title: string;
  description: string;
  author?: string;
  explicit: boolean;
};
export type CorpusEpisode = {
  podcast: string;
  title: string;
  description: string;
  lang: string;
  tags?: string[];
};

const lines = <T>(folder: string, file: string): T[] =>
  gunzipSync(readFileSync(path.join(folder, "corpus", file)))
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

/** 58,582 podcasts of 2014. Control characters, which the API refuses, are dropped. */
export const readShows = (folder: string): CorpusShow[] =>
  lines<CorpusShow>(folder, "podcasts-2014.jsonl.gz").map((show) => ({
    ...show,
    title: tidy(show.title),
    description: tidy(show.description ?? ""),
    ...(show.author === undefined ? {} : { author: tidy(show.author) }),
  }));

/** 12,335 episodes in many languages. */
export const readEpisodes = (folder: string): CorpusEpisode[] => lines(folder, "episodes.jsonl.gz");

const tidy = (text: string): string =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\p{Cc}+/gu, " ")
    .trim();

/** Shows per statement. */
const BATCH = 5000;

/** Stores the shows, all owned by one user, with their ids of the corpus. Triggers update the index. */
export async function loadShows(
  target: pg.ClientConfig,
  shows: readonly CorpusShow[],
): Promise<void> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    await client.query(
      "insert into users (username, fullname, email) values ('corpus', 'The Corpus', 'corpus@example.org')",
    );
    for (let start = 0; start < shows.length; start += BATCH)
      await client.query(INSERT_SHOWS, columnsOf(shows.slice(start, start + BATCH)));
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

const INSERT_SHOWS = `
  insert into shows (show_id, author_id, title, permalink, description, author_name, explicit, language, guid)
  overriding system value
  select id, (select user_id from users where username = 'corpus'), title, 'show-' || id, description, author,
    explicit, 'en', gen_random_uuid()
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::boolean[])
    as s (id, title, description, author, explicit)`;

const columnsOf = (shows: readonly CorpusShow[]) => [
  shows.map(({ id }) => id),
  shows.map(({ title }) => title),
  shows.map(({ description }) => description),
  shows.map(({ author }) => author ?? null),
  shows.map(({ explicit }) => explicit),
];
