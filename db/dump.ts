/** Writes the schema of a migrated database as SQL text, in a stable order, for review in diffs. */
import type pg from "pg";

/** Tables, sequences, functions, indexes and triggers of `public`, as the server spells them. */
export async function dumpSchema(client: pg.Client): Promise<string> {
  const parts: string[] = [];
  for (const read of [tables, indexes, functions, triggers]) parts.push(...(await read(client)));
  return `-- Generated from db/migrations by \`npm run generate\`. Do not edit.\n\n${parts.join("\n\n")}\n`;
}

const rows = async <T extends pg.QueryResultRow>(client: pg.Client, text: string) =>
  (await client.query<T>(text)).rows;

async function tables(client: pg.Client): Promise<string[]> {
  const columns = await rows<{ table: string; line: string }>(
    client,
    `select c.relname as table, a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
       || case when a.attnotnull then ' not null' else '' end
       || case when a.attidentity <> '' then ' generated always as identity'
               when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
               when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end as line
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     order by c.relname, a.attnum`,
  );
  const constraints = await rows<{ table: string; line: string }>(
    client,
    `select conrelid::regclass::text as table, 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line
     from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid <> 0
     order by 1, contype desc, conname`,
  );
  const lines = Map.groupBy([...columns, ...constraints], ({ table }) => table);
  return [...lines].map(
    ([table, list]) => `create table ${table} (\n  ${list.map(({ line }) => line).join(",\n  ")}\n);`,
  );
}

async function indexes(client: pg.Client): Promise<string[]> {
  const list = await rows<{ line: string }>(
    client,
    `select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace
       and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
     order by c.relname`,
  );
  return [list.map(({ line }) => line).join("\n")];
}

async function functions(client: pg.Client): Promise<string[]> {
  const list = await rows<{ line: string }>(
    client,
    `select pg_get_functiondef(p.oid) || ';' as line from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by p.proname`,
  );
  return list.map(({ line }) => line);
}

async function triggers(client: pg.Client): Promise<string[]> {
  const list = await rows<{ line: string }>(
    client,
    `select pg_get_triggerdef(t.oid) || ';' as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by t.tgname`,
  );
  return [list.map(({ line }) => line).join("\n")];
}
