/** Reads from PostgreSQL's catalog what a dump needs besides the migrations: tables, partitions, functions, sequences. */
import type pg from "pg";
import { z } from "zod";

const table = z.object({
  schema: z.string(),
  name: z.string(),
  /** All columns but generated ones. */
  columns: z.array(z.string()),
});

/** The parts of a schema that change while a server runs, and the names of its tables. */
export const structureSchema = z.object({
  /** Number of applied migrations. */
  migrations: z.number().int().nonnegative(),
  /** Complete `create function` statements. */
  functions: z.array(z.string()),
  partitions: z.array(
    z.object({
      name: z.string(),
      parent: z.string(),
      /** Such as `FOR VALUES FROM (…) TO (…)`. */
      bound: z.string(),
      /** Storage options such as `fillfactor=60`. */
      options: z.array(z.string()),
    }),
  ),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), value: z.string(), called: z.boolean() }),
  ),
  tables: z.array(table),
});

export type Structure = z.infer<typeof structureSchema>;
export type Table = z.infer<typeof table>;

/** Longwave's own tables, and those of the job queue. */
const SCHEMAS = ["public", "graphile_worker"];

/** Reads the structure in the transaction that `client` is in. Bounds of partitions depend on its time zone. */
export async function readStructure(client: pg.ClientBase): Promise<Structure> {
  const rows = async (text: string) => (await client.query(text, [SCHEMAS])).rows;
  const [applied] = (await client.query("select count(*)::integer as n from schema_migrations"))
    .rows;
  const sequences: Structure["sequences"] = [];
  for (const { schema, name } of await rows(SEQUENCES)) {
    const { rows: found } = await client.query(
      `select last_value::text as value, is_called as called from ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`,
    );
    sequences.push({ schema, name, ...found[0] });
  }
  return structureSchema.parse({
    migrations: applied.n,
    functions: (await client.query(FUNCTIONS)).rows.map(({ text }) => text),
    partitions: (await client.query(PARTITIONS)).rows,
    sequences,
    tables: await rows(TABLES),
  });
}

/** The migrations of the queue belong to the library that reads them, not to the data. Unlogged tables are copies. */
const TABLES = `
  select n.nspname as schema, c.relname as name,
    (select json_agg(a.attname order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
    and (n.nspname, c.relname) <> ('graphile_worker', 'migrations')
  order by 1, 2`;

const SEQUENCES = `
  select n.nspname as schema, c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind = 'S' order by 1, 2`;

const PARTITIONS = `
  select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
    coalesce(to_json(c.reloptions), '[]') as options
  from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
  where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r' order by 1`;

const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as text from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname, p.oid`;
