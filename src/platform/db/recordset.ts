/** Rows as a table in a statement, one parameter per column. */
import { type RawBuilder, sql } from "kysely";
import {
  bigintColumn,
  booleanColumn,
  bytesColumn,
  type Column,
  dateColumn,
  doubleColumn,
  integerColumn,
  rangesColumn,
  realColumn,
  smallintColumn,
  textColumn,
  timeColumn,
} from "./columns.ts";

/** What a column of each type takes. */
type Values = {
  bigint: number | bigint;
  integer: number;
  smallint: number;
  real: number;
  float8: number;
  boolean: boolean;
  /** Hex digits, or bytes as they are. */
  bytea: string | Uint8Array;
  text: string;
  /** Whole days since 1970. */
  date: number;
  /** ms since 1970. */
  timestamptz: number | Date;
  /** A flat list of sorted pairs [first, after]. */
  int8multirange: readonly number[];
};

type ColumnType = keyof Values;

const ENCODERS: { [T in ColumnType]: (values: Column<Values[T]>) => Buffer } = {
  bigint: bigintColumn,
  integer: integerColumn,
  smallint: smallintColumn,
  real: realColumn,
  float8: doubleColumn,
  boolean: booleanColumn,
  bytea: bytesColumn,
  text: textColumn,
  date: dateColumn,
  timestamptz: timeColumn,
  int8multirange: rangesColumn,
};

/**
 * The fields of `rows` that `columns` names with their types, as a table for `from`, which needs an alias. Rows keep
 * their order.
 *
 * Each column is one binary array, unnested in the select list. For 2,000 rows that takes this process and PostgreSQL
 * 9.6 ms instead of 26 ms with `jsonb_to_recordset`; for 20 rows, 0.21 ms instead of 0.30 ms with `unnest` in `from`
 * (`npm run bench -- tricks recordset`).
 */
export function recordset<const C extends Readonly<Record<string, ColumnType>>>(
  rows: readonly { readonly [K in keyof C]: Values[C[K]] | null }[],
  columns: C,
): RawBuilder<unknown> {
  const unnested = Object.entries(columns).map(([name, type]) => {
    const encode = ENCODERS[type] as (values: Column<unknown>) => Buffer;
    const values = rows.map((row) => row[name] ?? null);
    return sql`unnest(${encode(values)}::${sql.raw(type)}[]) as ${sql.id(name)}`;
  });
  return sql`(select ${sql.join(unnested)})`;
}
