/** Reads what each table takes on the disk, and prints it for one download. */
import { columns } from "../report.ts";
import { median } from "../rows.ts";

/** Bytes. */
export type Sizes = Readonly<{ rows: number; indexes: number; toast: number }>;

/** By table; partitions are added up. `toast` includes its index. */
export async function readSizes(pool: {
  query(text: string): Promise<{ rows: ({ table: string } & Sizes)[] }>;
}): Promise<Map<string, Sizes>> {
  await pool.query("vacuum");
  const { rows } = await pool.query(SIZES);
  return new Map(rows.map(({ table, ...sizes }) => [table, sizes]));
}

const SIZES = `
  select coalesce(pg_partition_root(oid), oid)::regclass::text as table,
    sum(pg_relation_size(oid))::float8 as rows, sum(pg_indexes_size(oid))::float8 as indexes,
    sum(pg_table_size(oid) - pg_relation_size(oid))::float8 as toast
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1`;

/** Smaller tables are one line. */
const LEAST_BYTES = 5;

/** The medians of the days' bytes for a download, the largest table first. */
export function sizesTable(days: readonly ReadonlyMap<string, Sizes>[]): string {
  const tables = [...new Set(days.flatMap((day) => [...day.keys()]))].map((table) => {
    const of = (part: keyof Sizes) => median(days.map((day) => day.get(table)?.[part] ?? 0));
    const sizes = { rows: of("rows"), indexes: of("indexes"), toast: of("toast") };
    return { table, ...sizes, all: sizes.rows + sizes.indexes + sizes.toast };
  });
  const large = tables.filter(({ all }) => all >= LEAST_BYTES).sort((a, b) => b.all - a.all);
  const small = tables.filter(({ all }) => all < LEAST_BYTES);
  const sum = (list: typeof tables, table: string) => ({
    table,
    rows: list.reduce((total, { rows }) => total + rows, 0),
    indexes: list.reduce((total, { indexes }) => total + indexes, 0),
    toast: list.reduce((total, { toast }) => total + toast, 0),
    all: list.reduce((total, { all }) => total + all, 0),
  });
  const lines = [...large, sum(small, `${small.length} others`), sum(tables, "all")];
  return columns([
    ["bytes a download", "all", "rows", "indexes", "TOAST"],
    ...lines.map(({ table, all, rows, indexes, toast }) => [
      table,
      ...[all, rows, indexes, toast].map((bytes) => bytes.toFixed(0)),
    ]),
  ]);
}
