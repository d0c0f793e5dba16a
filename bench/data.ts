/** Fills an empty database with generated users, shows and episodes; always the same ones. */
import { SingleBar } from "cli-progress";
import pg from "pg";
import { makeParagraph, makeTitle, seeded } from "./vocabulary.ts";

export type Amounts = { shows: number; episodes: number };

const SEED = 20_250_601;
const NEWEST = "2025-06-01";
const PARAGRAPHS = 3000;
const TITLES = 10_000;
/** Episodes per statement: the triggers count once per statement. */
const BATCH = 60_000;

/** Number of records already in the database at `target`. */
export async function countData(target: pg.ClientConfig): Promise<Amounts> {
  return withClient(target, async (client) => {
    const { rows } = await client.query<Amounts>(
      "select (select count(*)::int from shows) as shows, (select count(*)::int from episodes) as episodes",
    );
    return rows[0] ?? { shows: 0, episodes: 0 };
  });
}

/**
 * Creates `shows` by a tenth as many users, and `episodes` spread unevenly over them: most shows have a few, some have
 * hundreds. Episodes are stored in the order of their dates, as on a real server.
 */
export async function generateData(
  target: pg.ClientConfig,
  { shows, episodes }: Amounts,
): Promise<void> {
  await withClient(target, async (client) => {
    await client.query("begin");
    await client.query("set local work_mem = '128MB'");
    await insertVocabulary(client);
    const users = Math.max(Math.ceil(shows / 10), 1);
    await client.query(IMAGES, [users + shows]);
    await client.query(USERS, [users]);
    await client.query(SHOWS, [shows, users]);
    await client.query(PLAN, [sizesOf(shows, episodes), NEWEST]);
    const bar = new SingleBar({ format: "data {bar} {value}/{total} episodes", hideCursor: true });
    bar.start(episodes, 0);
    for (let done = 0; done < episodes; done += BATCH) {
      await client.query(EPISODES, [done, done + BATCH]);
      bar.update(Math.min(done + BATCH, episodes));
    }
    bar.stop();
    await client.query("commit");
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
  });
}

/** Number of episodes of each show: a long tail that sums to `episodes`. */
function sizesOf(shows: number, episodes: number): number[] {
  const random = seeded(SEED + 1);
  const weights = Array.from({ length: shows }, () => (1 - random()) ** -0.6 - 0.9);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sizes = weights.map((weight) => Math.floor((weight / total) * episodes));
  const missing = episodes - sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size, index) => (index < missing ? size + 1 : size));
}

async function insertVocabulary(client: pg.Client): Promise<void> {
  const random = seeded(SEED);
  const titles = Array.from({ length: TITLES }, () => makeTitle(random));
  const paragraphs = Array.from({ length: PARAGRAPHS }, () => makeParagraph(random));
  await client.query("create temp table title (key integer primary key, title text)");
  await client.query(
    "create temp table paragraph (key integer primary key, plain text, html text)",
  );
  await client.query(
    "insert into title select n - 1, t from unnest($1::text[]) with ordinality as u (t, n)",
    [titles],
  );
  await client.query(
    "insert into paragraph select n - 1, p, h from unnest($1::text[], $2::text[]) with ordinality as u (p, h, n)",
    [paragraphs.map(({ plain }) => plain), paragraphs.map(({ html }) => html)],
  );
  // A number in [0, below) derived from an id and a salt.
  await client.query(`create function pg_temp.pick(id bigint, salt integer, below integer)
    returns integer language sql immutable
    return ((hashint8extended(id, salt) & 1073741823) % below)::integer`);
  await client.query("analyze title, paragraph");
}

const KEY = (salt: string) =>
  `'image/' || encode(sha256(('${salt}' || n)::bytea), 'hex') || '.jpg'`;

/** With all that this version stores of an image: jobs for images of older versions would work beside the measured requests. */
const IMAGES = `
  insert into images (original_key, upright_key, square_key, feed_key, cover_key, tint, width, height, bytes)
  select ${KEY("o")}, ${KEY("u")}, ${KEY("s")}, ${KEY("f")}, ${KEY("c")}, '#2f6f8f', 1400, 1400, 700000
  from generate_series(1, $1::integer) n order by n`;

const USERS = `
  insert into users (username, fullname, description, email, image_id)
  select 'listener_' || n, title, left(plain, 400), 'listener_' || n || '@example.org', n
  from generate_series(1, $1::integer) n
  join title on title.key = pg_temp.pick(n, 1, ${TITLES})
  join paragraph on paragraph.key = pg_temp.pick(n, 2, ${PARAGRAPHS})
  order by n`;

/** Three to six paragraphs, chosen by the row's id. */
const TEXT = (id: string) => `
  cross join lateral (
    select string_agg(plain, E'\\n\\n' order by i) as plain, string_agg(html, '' order by i) as html
    from generate_series(0, 2 + pg_temp.pick(${id}, 3, 4)) i
    join paragraph on paragraph.key = pg_temp.pick(${id}, 10 + i, ${PARAGRAPHS})
  ) described`;

const SLUG = (text: string) =>
  `trim(both '-' from regexp_replace(lower(${text}), '\\W+', '-', 'g'))`;

const SHOWS = `
  insert into shows (author_id, title, permalink, description, description_html, language,
    category_id, category_2_id, category_3_id, explicit, website_url, email, owner_name, author_name, copyright,
    guid, image_id)
  select 1 + pg_temp.pick(n, 4, $2::integer), title, ${SLUG("title")} || '-' || n, plain, html, 'en',
    92 + pg_temp.pick(n, 5, 19), 111 + pg_temp.pick(n, 5, 18),
    case when n % 2 = 0 then 130 end, pg_temp.pick(n, 6, 10) = 0,
    'https://example.org/shows/' || n, 'show' || n || '@example.org', title, title,
    'All rights reserved', md5('show' || n)::uuid, $2::integer + n
  from generate_series(1, $1::integer) n
  join title on title.key = pg_temp.pick(n, 7, ${TITLES})
  ${TEXT("n")}
  order by n`;

/** Every planned episode with its position in time; each show publishes in its own rhythm. */
const PLAN = `
  create temp table plan as
  select row_number() over (order by published_at, show_id) - 1 as place, show_id, number, published_at
  from (
    select show_id, number,
      $2::timestamptz - (size - number + pg_temp.pick(show_id, 8, 100) / 100.0)
        * interval '1 day' * (1 + pg_temp.pick(show_id, 9, 14)) as published_at
    from unnest($1::integer[]) with ordinality as s (size, show_id), generate_series(1, size) number
  ) dated;
`;

const EPISODES = `
  insert into episodes (show_id, author_id, type, title, permalink, description, description_html,
    duration, explicit, published_at, encoding_status, media_url, media_type, media_bytes,
    episode_number, rss_guid, episode_link, tags, created_at, updated_at)
  select plan.show_id, shows.author_id, 'EXTERNAL', number || '. ' || title.title,
    ${SLUG("title.title")}, plain, html, 600000 + pg_temp.pick(place, 20, 5400000), shows.explicit,
    published_at, 'READY', 'https://example.org/audio/' || place || '.mp3', 'audio/mpeg',
    10000000 + pg_temp.pick(place, 21, 80000000), number, 'https://example.org/?p=' || place,
    'https://example.org/notes/' || place, array['notes', lower(title.title)], published_at,
    published_at
  from plan
  join shows using (show_id)
  join title on title.key = pg_temp.pick(place, 22, ${TITLES})
  ${TEXT("place")}
  where place >= $1 and place < $2
  order by place`;

async function withClient<T>(
  target: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
