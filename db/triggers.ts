/** Lists the triggers of a migrated database for `docs/database.md`: what happens behind each table. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";

type Trigger = { table: string; name: string; event: string; function: string };

const LIST = `
  select c.relname as table, t.tgname as name, p.proname as function,
    concat_ws(' or ',
      case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 8 > 0 then 'delete' end,
      case when t.tgtype & 16 > 0 then 'update' end)
      || case when t.tgtype & 1 > 0 then ', each row' else ', each statement' end as event
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  order by c.relname, t.tgname`;

/** A Markdown table: one row a trigger, with the first sentence of its function's comment. */
export async function triggersMarkdown(client: pg.Client, folder: string): Promise<string> {
  const { rows } = await client.query<Trigger>(LIST);
  const sources = await readSources(folder);
  const lines = rows.map(({ table, name, event, function: called }) => {
    const { file, purpose } = sources.get(called) ?? { file: "", purpose: "" };
    return `| ${table} | ${event} | ${name} | [${called}](../db/functions/${file}) | ${purpose} |`;
  });
  const head = ["| table | after | trigger | function | purpose |", "|---|---|---|---|---|"];
  return [...head, ...lines].join("\n");
}

/** Each function by its name: the file it is in, and the first sentence of the comment above it. */
async function readSources(folder: string) {
  const found = new Map<string, { file: string; purpose: string }>();
  for (const file of await readdir(folder)) {
    const text = await readFile(path.join(folder, file), "utf8");
    for (const [, comment = "", name = ""] of text.matchAll(COMMENTED))
      found.set(name, { file, purpose: firstSentence(comment) });
  }
  return found;
}

const COMMENTED = /((?:^--[^\n]*\n)*)^create or replace function (\w+)/gm;

const firstSentence = (comment: string): string =>
  /^.*?\.(?= |$)/.exec(comment.replace(/^-- ?/gm, "").replace(/\n/g, " ").trim())?.[0] ?? "";
