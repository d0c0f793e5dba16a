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
  date?: string;
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

/** The ids of the episodes' shows start here, beyond those of the other shows. */
const FIRST_SHOW = 100_000;

/** Stores the episodes with their shows, owned by the same user as `loadShows`. */
export async function loadEpisodes(
  target: pg.ClientConfig,
  episodes: readonly CorpusEpisode[],
): Promise<void> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    const shows = [...new Map(episodes.map(({ podcast, lang }) => [podcast, lang || "en"]))];
    const ids = new Map(shows.map(([podcast], index) => [podcast, FIRST_SHOW + index]));
    await client.query(INSERT_EPISODE_SHOWS, [
      [...ids.values()],
      shows.map(([podcast]) => podcast),
      shows.map(([, lang]) => lang),
    ]);
    for (let start = 0; start < episodes.length; start += BATCH) {
      const some = episodes.slice(start, start + BATCH);
      await client.query(INSERT_EPISODES, [
        some.map((_, index) => start + index + 1),
        some.map(({ podcast }) => ids.get(podcast)),
        some.map(({ title }) => tidy(title ?? "") || "untitled"),
        some.map(({ description }) => tidy(description ?? "")),
        some.map(({ date }) => timeOf(date)),
      ]);
    }
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** Episodes without a date count as of 2020. */
function timeOf(date: string | undefined): Date {
  const time = new Date(date ?? "");
  return Number.isNaN(time.getTime()) ? new Date("2020-01-01") : time;
}

const INSERT_EPISODE_SHOWS = `
  insert into shows (show_id, author_id, title, permalink, description, language, guid) overriding system value
  select id, (select user_id from users where username = 'corpus'), title, 'show-' || id, '', language, gen_random_uuid()
  from unnest($1::bigint[], $2::text[], $3::text[]) as s (id, title, language)`;

const INSERT_EPISODES = `
  insert into episodes (episode_id, show_id, author_id, type, title, permalink, description, duration, published_at,
    encoding_status, media_url, rss_guid)
  overriding system value
  select id, show_id, (select user_id from users where username = 'corpus'), 'EXTERNAL', title, 'e', description,
    1800000, at, 'READY', 'https://example.org/a.mp3', 'g' || id
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[]) as e (id, show_id, title, description, at)`;

const columnsOf = (shows: readonly CorpusShow[]) => [
  shows.map(({ id }) => id),
  shows.map(({ title }) => title),
  shows.map(({ description }) => description),
  shows.map(({ author }) => author ?? null),
  shows.map(({ explicit }) => explicit),
];
