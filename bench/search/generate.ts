/** Generates a million episodes with realistic word frequencies, stored in large batches. */
import { SingleBar } from "cli-progress";
import type pg from "pg";
import { seeded } from "../vocabulary.ts";
import type { CorpusEpisode, CorpusShow } from "./corpus.ts";

const SEED = 20_261_121;
/** Episodes per statement. */
const BATCH = 5000;
const EPISODES_A_SHOW = 50;

type Random = () => number;

/** Draws words with their frequency in the texts (Vose's alias method: one draw, no search). */
function makeDraw(texts: readonly string[], random: Random): () => string {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}']+/gu))
      if (word.length <= 24) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts.keys()];
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const chance = Float64Array.from(counts.values(), (count) => (count * words.length) / total);
  const alias = new Uint32Array(words.length);
  const small = [...chance.keys()].filter((index) => (chance[index] ?? 0) < 1);
  const large = [...chance.keys()].filter((index) => (chance[index] ?? 0) >= 1);
  for (let low = small.pop(), high = large.pop(); low !== undefined && high !== undefined; ) {
    alias[low] = high;
    chance[high] = (chance[high] ?? 0) + (chance[low] ?? 0) - 1;
    if ((chance[high] ?? 0) < 1) {
      low = high;
      high = large.pop();
    } else low = small.pop();
  }
  return () => {
    const index = Math.floor(random() * words.length);
    return words[random() < (chance[index] ?? 0) ? index : (alias[index] ?? 0)] ?? "";
  };
}

/** A length between `least` and a multiple of the mean, usually short. */
const length = (random: Random, least: number, mean: number): number =>
  Math.min(least + Math.floor(-Math.log(1 - random()) * (mean - least)), mean * 5);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

type Corpora = { shows: readonly CorpusShow[]; episodes: readonly CorpusEpisode[] };

/** Fills an empty database with `count` episodes of real shows' titles; the index must be built afterwards. */
export async function generateEpisodes(
  client: pg.Client,
  { shows, episodes }: Corpora,
  count: number,
): Promise<void> {
  const random = seeded(SEED);
  const titleWord = makeDraw(
    [...shows, ...episodes].map(({ title }) => title),
    random,
  );
  const bodyWord = makeDraw(
    [...shows, ...episodes].map(({ description }) => description),
    random,
  );
  const sentence = (draw: () => string, words: number) =>
    capital(Array.from({ length: words }, draw).join(" "));
  const made = Math.min(Math.ceil(count / EPISODES_A_SHOW), shows.length);
  // Without triggers: the index is built once at the end, as a restore would.
  await client.query("set session_replication_role = replica");
  await client.query(
    "insert into users (username, fullname, email) select 'maker' || n, 'Maker Number' || n, 'm' || n || '@example.org' from generate_series(1, 1000) n",
  );
  await client.query(SHOWS, [
    shows.slice(0, made).map(({ title }) => title),
    shows.slice(0, made).map(({ description }) => description),
    shows.slice(0, made).map(({ author }) => author ?? null),
  ]);
  const bar = new SingleBar({ format: "episodes {bar} {value}/{total}", hideCursor: true });
  bar.start(count, 0);
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done);
    const each = <T>(make: () => T) => Array.from({ length: size }, make);
    await client.query(EPISODES, [
      each(() => sentence(titleWord, length(random, 1, 5))),
      each(() => sentence(bodyWord, length(random, 5, 45))),
      each(() => Math.ceil(made * random() ** 2)),
      done,
      count,
    ]);
    bar.update(done + size);
  }
  bar.stop();
  await client.query(COUNTS);
  await client.query("set session_replication_role = origin");
  await client.query("vacuum analyze");
}

const SHOWS = `
  insert into shows (author_id, title, permalink, description, author_name, language, category_id, quality, guid)
  select 1 + n % 1000, title, 'show-' || n, description, author,
    (array['en', 'en', 'en', 'de', 'fr', 'es', 'it', 'pt'])[1 + n % 8], 92 + n % 110, power(random(), 4), gen_random_uuid()
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality s (title, description, author, n)`;

const EPISODES = `
  insert into episodes (show_id, author_id, type, title, permalink, description, duration, explicit, published_at,
    encoding_status, media_url, rss_guid)
  select show_id, 1 + show_id % 1000, 'EXTERNAL', title, 'e', description, 300000 + (random() * 6e6)::int, n % 9 = 0,
    timestamptz '2012-01-01' + ($4 + n) * (interval '14 years' / $5::int), 'READY', 'https://example.org/a.mp3',
    'g' || ($4 + n)
  from unnest($1::text[], $2::text[], $3::bigint[]) with ordinality e (title, description, show_id, n)`;

const COUNTS = `
  insert into user_counts (user_id) select user_id from users;
  insert into show_counts (show_id, listenable_episodes_count, editable_episodes_count, followers_count, last_episode_at)
    select s.show_id, count(e.*), count(e.*), (power(random(), 8) * 100000)::int, max(published_at)
    from shows s left join episodes e using (show_id) group by s.show_id;
  insert into episode_counts (episode_id) select episode_id from episodes`;
