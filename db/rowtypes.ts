/** Writes the row types of `src/platform/db/rows.ts`: unions out of CHECK constraints, and what JSON columns hold. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { generate, getDialect, RawExpressionNode } from "kysely-codegen";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { JSON_COLUMNS, JSON_TYPES } from "./json.ts";

type Column = { table: string; column: string; nullable: boolean; defaulted: boolean };

/** TypeScript for every table. int8 is read as a number (see platform/db/database.ts). */
export async function rowTypes(target: pg.ClientConfig): Promise<string> {
  const pool = new pg.Pool(target);
  // The server may stop before the pool has said goodbye to it.
  pool.on("error", () => {});
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-rows-"));
  const outFile = path.join(folder, "rows.ts");
  try {
    await generate({
      db,
      dialect: getDialect("postgres"),
      excludePattern: "schema_*",
      typeMapping: { int8: "number", bytea: "Buffer", numeric: "string", date: "string" },
      overrides: { columns: { ...(await unionColumns(pool)), ...(await jsonColumns(pool)) } },
      outFile,
    });
    return `${await readFile(outFile, "utf8")}\n${JSON_TYPES}`;
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true });
  }
}

const COLUMNS = `
  select c.relname as table, a.attname as column, not a.attnotnull as nullable,
    a.atthasdef or a.attidentity <> '' as defaulted`;

/** Columns that a CHECK constraint bounds to a list of values. */
async function unionColumns(pool: pg.Pool): Promise<Record<string, RawExpressionNode>> {
  const { rows } = await pool.query<Column & { check: string }>(`${COLUMNS},
    pg_get_constraintdef(k.oid) as check
    from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'c' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace`);
  return Object.fromEntries(
    rows.flatMap((row) => {
      const values = valuesOf(row.check);
      return values === null ? [] : [[`${row.table}.${row.column}`, typeOf(row, values.join(" | "))]];
    }),
  );
}

/** The texts of `x = ANY (ARRAY['A'::text, 'B'::text])` or `x = 'A'::text`, as literals; null for other checks. */
function valuesOf(check: string): string[] | null {
  const texts = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.*)\]\)|([^()]*))\)\)$/.exec(check);
  const items = (texts?.[1] ?? texts?.[2])?.split(", ");
  if (items === undefined || !items.every((item) => /^'[\w-]+'::text$/.test(item))) return null;
  return items.map((item) => `"${item.slice(1, -"'::text".length)}"`);
}

async function jsonColumns(pool: pg.Pool): Promise<Record<string, RawExpressionNode>> {
  const { rows } = await pool.query<Column>(`${COLUMNS}
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where a.atttypid in ('json'::regtype, 'jsonb'::regtype) and a.attnum > 0 and not a.attisdropped
      and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
  return Object.fromEntries(
    rows.map((row) => {
      const name = `${row.table}.${row.column}`;
      const type = JSON_COLUMNS[name];
      if (type === undefined) throw new Error(`db/json.ts does not say what ${name} holds.`);
      return [name, typeOf(row, `ColumnType<${type}, string, string>`, `ColumnType<${type} | null, string | null, string | null>`)];
    }),
  );
}

/** `type` of a column that must be there, `nullableType` of one that may be null; as Kysely wants defaults. */
function typeOf(
  { nullable, defaulted }: Column,
  type: string,
  nullableType = `${type} | null`,
): RawExpressionNode {
  const either = nullable ? nullableType : type;
  return new RawExpressionNode(defaulted ? `Generated<${either}>` : either);
}
