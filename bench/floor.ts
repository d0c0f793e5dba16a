/**
 * The limits of writes: how often PostgreSQL commits a bare insert of the same row, without index, trigger or HTTP; and what
 * Longwave answers if nothing follows from a show.
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

/**
 * Inserts copies of the newest show into a table with the same columns, one commit each, from `connections`
 * connections. Returns commits per second.
 */
export async function insertsPerSecond(
  target: pg.ClientConfig,
  { connections, seconds }: Pick<Effort, "connections" | "seconds">,
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(target);
      await client.connect();
      return client;
    }),
  );
  const [first] = clients;
  if (first === undefined) return 0;
  try {
    await first.query(`drop table if exists ${TABLE}; create table ${TABLE} (like shows)`);
    const row = await first.query("select * from shows order by show_id desc limit 1");
    const names = row.fields.map(({ name }) => `"${name}"`);
    const blanks = names.map((_, index) => `$${index + 1}`);
    const text = `insert into ${TABLE} (${names}) values (${blanks})`;
    const values = Object.values(row.rows[0]);
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
    await first.query(`drop table if exists ${TABLE}`);
    await Promise.all(clients.map((client) => client.end()));
  }
}
