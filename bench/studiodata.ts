/** Gives one person of the generated data a large studio: 50 shows, one with 2,000 episodes, listened to every day; and a team with 10,000 line items. */
import { hash } from "@node-rs/argon2";
import pg from "pg";
import { type Bookings, generateBookings } from "./studiobookings.ts";

const STUDIO = { shows: 50, largest: 2000, others: 160, days: 400 } as const;

/** Who owns it, and the records whose pages are measured. */
export type Studio = Readonly<{
  username: string;
  password: string;
  show_id: number;
  episode_id: number;
  import_id: number;
}> &
  Bookings;

const PASSWORD = "correct horse";

/** The first 50 shows get the first user as their author, then episodes, messages, an import and statistics. */
export async function generateStudio(target: pg.ClientConfig): Promise<Studio> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    await client.query("begin");
    await client.query("update users set password_hash = $1 where user_id = 1", [
      await hash(PASSWORD),
    ]);
    await client.query("update shows set author_id = 1 where show_id <= $1", [STUDIO.shows]);
    await client.query("update episodes set author_id = 1 where show_id <= $1", [STUDIO.shows]);
    await client.query(EPISODES, [STUDIO.shows, STUDIO.largest, STUDIO.others]);
    await client.query(DRAFTS);
    await client.query(MESSAGES);
    await client.query(YEARS);
    await client.query(ROLLUPS, [STUDIO.days]);
    await client.query(AGES);
    const { rows } = await client.query<Omit<Studio, "password" | keyof Bookings>>(RECORDS);
    const bookings = await generateBookings(client);
    await client.query("commit");
    await client.query("vacuum (analyze)");
    const [found] = rows;
    if (found === undefined) throw new Error("there are no shows");
    const { username, show_id, episode_id, import_id } = found;
    return { username, password: PASSWORD, show_id, episode_id, import_id, ...bookings };
  } finally {
    await client.end();
  }
}

/** One episode a day of the first show, one a week of the others. */
const EPISODES = `
  insert into episodes (show_id, author_id, type, title, permalink, description, duration, published_at,
    encoding_status, media_url, media_type, media_bytes, rss_guid, created_at, updated_at)
  select show_id, 1, 'EXTERNAL', 'Number ' || n, 'number-' || n, 'What happened on day ' || n, 1800000,
    at, 'READY', 'https://example.org/audio/' || show_id || '-' || n || '.mp3', 'audio/mpeg', 30000000,
    show_id || '-' || n, at, at
  from generate_series(1, $1::integer) show_id
  cross join lateral generate_series(1, case when show_id = 1 then $2::integer else $3::integer end) n
  cross join lateral (select now() - interval '2 hours' - n * case when show_id = 1 then interval '1 day'
    else interval '7 days' end as at) dated
  order by at`;

/** Every tenth of the last thousand is an old draft, every hundredth has failed. */
const DRAFTS = `
  update episodes set published_at = null,
    type = case when episode_id % 100 = 0 then 'RECORDED' else 'DRAFT' end,
    encoding_status = case when episode_id % 100 = 0 then 'ERROR' else 'PENDING' end
  where author_id = 1 and episode_id % 10 = 0 and episode_id > (select max(episode_id) - 1000 from episodes)`;

const MESSAGES = `
  insert into messages (episode_id, author_id, text, created_at)
  select episode_id, 2, 'A word about it', now() - n * interval '1 minute'
  from (select episode_id, row_number() over (order by episode_id desc) as n from episodes
    where author_id = 1 and published_at is not null) heard
  where n <= 5000`;

const YEARS = `
  select ensure_rollup_year(year) from generate_series(
    extract(year from now())::integer - 6, extract(year from now())::integer) year`;

/** Days of the shows and of their newest episodes, without names and sketches of listeners. */
const ROLLUPS = `
  with days as (select (now() at time zone 'UTC')::date - n as start from generate_series(0, $1::integer) n),
  subjects as (
    select 1 as level, show_id as id, author_id as parent_id from shows where author_id = 1
    union all select 2, 1::bigint, 1::bigint
    union all (select 0, episode_id, show_id from episodes where author_id = 1 and published_at is not null
      order by published_at desc limit 300)
  )
  insert into audience_rollups (level, id, span, start, parent_id, plays, downloads, hashes, names, listeners)
  select level, id, 1, start, parent_id, 40 + (id * 7 + extract(doy from start)::integer) % 90,
    60 + (id * 11 + extract(doy from start)::integer) % 140, 0, '\\x', '\\x'
  from subjects, days
  on conflict do nothing`;

const AGES = `
  insert into episode_ages
  select episode_id, ${[1, 2, 3, 7, 14, 30, 60, 90, 180, 365]
    .map((days) => `${days} * 3 + episode_id % 17, ${days} * 5 + episode_id % 31`)
    .join(", ")}
  from episodes where author_id = 1 and published_at is not null`;

const RECORDS = `
  with imported as (
    insert into imports (user_id, feed_url, state, show_id, report)
    values (1, 'https://example.org/feed.xml', 'DONE', 1, '{"title": "Number", "show": "updated", "created": 1,
      "updated": 0, "unchanged": 0, "skipped": [], "notes": [], "show_id": 1}')
    returning import_id
  )
  select username, 1 as show_id, import_id::integer,
    (select max(episode_id)::integer from episodes where show_id = 1 and published_at is not null) as episode_id
  from users, imported where user_id = 1`;
