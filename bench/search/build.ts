/** Builds the search index of a filled database at once, on two connections, with its GIN index last. */
import pg from "pg";
import { levelSizes } from "../../src/features/discovery/search/upkeep/rules.ts";
import { cpuOf } from "./speed.ts";

const BATCH = 10_000;

/** In seconds. `processor`: what both connections used for the documents, which other load affects less. */
export type BuildTimes = { documents: number; processor: number; gin: number };

export async function buildIndex(target: pg.ClientConfig, episodes: number): Promise<BuildTimes> {
  const clients = await Promise.all([connect(target), connect(target)]);
  const [client] = clients;
  await cutLevels(client, episodes);
  await client.query("drop index search_episodes_lexemes");
  await client.query("select search_write_shows(array(select show_id from shows))");
  const used = await Promise.all(clients.map(usedBy));
  const start = performance.now();
  let next = 0;
  const work = async (worker: pg.Client) => {
    while (next < episodes) {
      const from = next;
      next += BATCH;
      await worker.query(DOCUMENTS, [from, from + BATCH]);
    }
  };
  await Promise.all(clients.map(work));
  const written = performance.now();
  const since = await Promise.all(clients.map(usedBy));
  await client.query("set maintenance_work_mem = '1GB'");
  await client.query(
    "create index search_episodes_lexemes on search_episodes using gin (lexemes) with (fastupdate = on, gin_pending_list_limit = 256)",
  );
  const built = performance.now();
  await client.query("vacuum (analyze) search_episodes, search_shows, search_words");
  await client.query("checkpoint");
  await Promise.all(clients.map((one) => one.end()));
  const sum = (each: readonly number[]) => each.reduce((all, one) => all + one, 0);
  return {
    documents: (written - start) / 1000,
    processor: (sum(since) - sum(used)) / 1000,
    gin: (built - written) / 1000,
  };
}

async function usedBy(client: pg.Client): Promise<number> {
  const { rows } = await client.query("select pg_backend_pid() as pid");
  return cpuOf(rows[0].pid);
}

async function connect(target: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(target);
  await client.connect();
  return client;
}

const DOCUMENTS = `
  with new as (
    insert into search_episodes
    select d.* from search_episode_documents(array(
      select episode_id from episodes where episode_id > $1 and episode_id <= $2)) d
    returning title)
  select search_learn(array(select title from new))`;

/** Sets the floors of the levels from the ranks that the documents will have. */
async function cutLevels(client: pg.Client, episodes: number): Promise<void> {
  let place = 0;
  const places = levelSizes(episodes).map((size) => {
    place += size;
    return place;
  });
  await client.query(
    `insert into search_levels (kind, level, floor)
    select 'episodes', chr(96 + (array_position($1::int[], place::int))), rank from (
      select rank, row_number() over (order by rank desc) as place from (
        select search_rank(quality, followers_count + likes_count, published_at) as rank
        from episodes join shows using (show_id) join show_counts using (show_id)) each) ranked
    where place = any($1::int[])`,
    [places],
  );
}
