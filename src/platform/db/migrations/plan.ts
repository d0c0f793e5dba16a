/** Says what pending migrations would do, without running them. */
import type pg from "pg";
import { inspectSchema, SCHEMA_DIR } from "../migrate.ts";
import { openSession } from "../session.ts";
import type { Effect } from "./effects.ts";
import type { Kind } from "./files.ts";
import { effectsOf } from "./statements.ts";

/** An effect with PostgreSQL's estimate of the table's rows; null: there is no such table yet, or no lock. */
export type PlannedEffect = Effect & Readonly<{ table_rows: number | null }>;

export type PlannedMigration = Readonly<{
  name: string;
  declared: Kind;
  /** Whether it runs outside a transaction, while rows are written. */
  concurrently: boolean;
  effects: readonly PlannedEffect[];
}>;

export type Plan = Readonly<{
  migrations: readonly PlannedMigration[];
  /** Function files that would be applied; they lock no table. */
  functions: readonly string[];
  /** Migrations of a newer release, which this one can live with. */
  newer: readonly string[];
}>;

/** The plan for this database. Throws `UnusableDatabaseError` as `migrate` does. */
export async function planMigrations(target: pg.ClientConfig, folder = SCHEMA_DIR): Promise<Plan> {
  const { pending, functions, newer } = await inspectSchema(target, folder);
  const { client } = await openSession(target);
  try {
    const migrations: PlannedMigration[] = [];
    for (const { name, sql, declared, concurrently } of pending) {
      const effects = await effectsOf(sql);
      const rows = await estimateRows(client, effects);
      migrations.push({
        name,
        declared,
        concurrently: concurrently !== null,
        effects: effects.map((effect) => ({
          ...effect,
          table_rows: rows.get(effect.table ?? "") ?? null,
        })),
      });
    }
    return { migrations, functions, newer };
  } finally {
    await client.end();
  }
}

/** The larger of two estimates, because a table that was never analysed has -1 in `reltuples`; partitions are added up. */
async function estimateRows(
  client: pg.Client,
  effects: readonly Effect[],
): Promise<ReadonlyMap<string, number>> {
  const tables = effects.flatMap(({ table }) => (table === null ? [] : [table]));
  const { rows } = await client.query<{ name: string; rows: string }>(
    `select name, sum(greatest(c.reltuples, s.n_live_tup, 0))::bigint as rows
     from unnest($1::text[]) name
     join pg_class c on c.relkind = 'r' and (c.oid = to_regclass(quote_ident(name))
       or c.oid in (select relid from pg_partition_tree(to_regclass(quote_ident(name)))))
     left join pg_stat_user_tables s on s.relid = c.oid
     group by name`,
    [[...new Set(tables)]],
  );
  return new Map(rows.map((row) => [row.name, Number(row.rows)]));
}
