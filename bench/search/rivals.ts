/** The same episodes in SQLite's FTS5 with bm25, and with plain ts_rank over a GIN index. */
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type pg from "pg";

/** Returns the ids of the best twenty results of a query. */
export type Rival = { name: string; ask(words: readonly string[]): Promise<number[]> | number[] };

/** The indexed fields: title, show and author, description. Reads one batch by its range of ids. */
const READ = `
  select e.episode_id, e.title, concat_ws(' ', s.title, s.author_name) as byline, e.description
  from episodes e join shows s using (show_id) where e.episode_id > $1 and e.episode_id <= $2
  order by e.episode_id`;
const BATCH = 20_000;

/** Fills `folder` with an FTS5 table unless it exists: titles weigh ten times as much as descriptions. */
export async function openFts5(
  client: pg.Client,
  folder: string,
  episodes: number,
): Promise<Rival & Disposable> {
  const db = new DatabaseSync(path.join(folder, "fts5.sqlite"));
  db.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -262144");
  if (!db.prepare("select 1 from sqlite_master where name = 'documents'").get())
    await fillFts5(client, db, episodes);
  const search = db.prepare(
    "select rowid from documents where documents match ? order by bm25(documents, 10, 5, 1) limit 20",
  );
  return {
    name: "FTS5 bm25",
    ask: (words) =>
      search.all(words.map((word) => `"${word}"`).join(" ")).map(({ rowid }) => Number(rowid)),
    [Symbol.dispose]: () => db.close(),
  };
}

async function fillFts5(client: pg.Client, db: DatabaseSync, episodes: number): Promise<void> {
  db.exec(
    "create virtual table documents using fts5 (title, byline, body, content='', tokenize = 'unicode61 remove_diacritics 2')",
  );
  const insert = db.prepare(
    "insert into documents (rowid, title, byline, body) values (?, ?, ?, ?)",
  );
  for (let start = 0; start < episodes; start += BATCH) {
    const { rows } = await client.query(READ, [start, start + BATCH]);
    db.exec("begin");
    for (const row of rows) insert.run(row.episode_id, row.title, row.byline, row.description);
    db.exec("commit");
  }
  db.exec("insert into documents (documents) values ('optimize')");
}

/** The textbook approach: one weighted tsvector, a GIN index, ts_rank over all matches. Created unless it exists. */
export async function openPlain(client: pg.Client, episodes: number): Promise<Rival> {
  const { rows } = await client.query("select to_regclass('plain') as found");
  if (rows[0].found === null) await fillPlain(client, episodes);
  return {
    name: "plain ts_rank",
    async ask(words) {
      const query = words.map((word) => `'${word}'`).join(" & ");
      const found = await client.query(
        "select episode_id from plain where document @@ $1::tsquery order by ts_rank(document, $1::tsquery) desc limit 20",
        [query],
      );
      return found.rows.map(({ episode_id }) => Number(episode_id));
    },
  };
}

async function fillPlain(client: pg.Client, episodes: number): Promise<void> {
  await client.query("create table plain (episode_id bigint, document tsvector)");
  for (let start = 0; start < episodes; start += BATCH)
    await client.query(
      `insert into plain select episode_id, setweight(to_tsvector('simple', title), 'A')
         || setweight(to_tsvector('simple', byline), 'B') || setweight(to_tsvector('simple', description), 'C')
       from (${READ}) read`,
      [start, start + BATCH],
    );
  await client.query("set maintenance_work_mem = '1GB'");
  await client.query("create index on plain using gin (document)");
  await client.query("vacuum analyze plain");
}
