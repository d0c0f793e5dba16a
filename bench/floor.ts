/**
 * The limits of writes: how often PostgreSQL commits a bare insert of the same row, without index, trigger or HTTP; the
 * same behind a bare server (`inserter.ts`); and what Longwave answers if nothing follows from a show.
 */
import pg from "pg";
import type { Effort } from "./measure.ts";

/** Table of this benchmark, in the data that it was generated for; removed afterwards. */
const TABLE = "bench_floor";

/** Runs `work` while nothing follows from new and changed shows but the row of counts that the response reads. */
export async function withoutTriggers<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  await pool.query("alter table shows disable trigger user");
  try {
    await pool.query("alter table shows enable trigger shows_make_counts");
    return await work();
  } finally {
    await pool.query("alter table shows enable trigger user");
  }
}

/** The statement that inserts a copy of the newest show into a table with the same columns. */
export type Insert = Readonly<{ text: string; values: unknown[] }>;

/** Creates the table for `work`, and drops it afterwards. */
export async function withFloor<T>(
  target: pg.ClientConfig,
  work: (insert: Insert) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    await client.query(`drop table if exists ${TABLE}; create table ${TABLE} (like shows)`);
    return await work(await readInsert(client));
  } finally {
    await client.query(`drop table if exists ${TABLE}`);
    await client.end();
  }
}

/** Needs the table. */
export async function readInsert(client: Pick<pg.Client, "query">): Promise<Insert> {
  const row = await client.query("select * from shows order by show_id desc limit 1");
  const names = row.fields.map(({ name }) => `"${name}"`);
  const blanks = names.map((_, index) => `$${index + 1}`);
  const text = `insert into ${TABLE} (${names}) values (${blanks})`;
  return { text, values: Object.values(row.rows[0]) };
}

/** Inserts with one commit each, from `connections` connections. Returns commits per second. */
export async function insertsPerSecond(
  target: pg.ClientConfig,
  { text, values }: Insert,
  { connections, seconds }: Pick<Effort, "connections" | "seconds">,
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(target);
      await client.connect();
      return client;
    }),
  );
  try {
    const end = performance.now() + seconds * 1000;
    let commits = 0;
    await Promise.all(
      clients.map(async (client) => {
        for (; performance.now() < end; commits += 1)
          await client.query({ name: "floor", text, values });
      }),
    );
    return commits / seconds;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
