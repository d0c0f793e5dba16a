/** The columns of a table as Parquet stores them, for rows in PostgreSQL's binary COPY format. */
import type { SchemaElement } from "hyparquet";
import type { ColumnSource } from "hyparquet-writer";

/** A column of PostgreSQL, by its name and type. */
export type ParquetColumn = Readonly<{
  name: string;
  type: "timestamptz" | "bytea" | "bigint" | "integer" | "smallint" | "text";
  nullable?: true;
  /** Values rise, or begin like the one before: differences are stored. */
  sorted?: true;
}>;

type Stored = Pick<SchemaElement, "type" | "converted_type" | "logical_type">;

const STORED: Record<ParquetColumn["type"], Stored> = {
  timestamptz: {
    type: "INT64",
    converted_type: "TIMESTAMP_MICROS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" },
  },
  bytea: { type: "BYTE_ARRAY" },
  bigint: { type: "INT64" },
  integer: { type: "INT32" },
  smallint: { type: "INT32", converted_type: "INT_16" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
};

/** The schema of a file with these columns. */
export const schemaOf = (columns: readonly ParquetColumn[]): SchemaElement[] => [
  { name: "rows", num_children: columns.length },
  ...columns.map(
    ({ name, type, nullable }): SchemaElement => ({
      name,
      ...STORED[type],
      repetition_type: nullable ? "OPTIONAL" : "REQUIRED",
    }),
  ),
];

/** How the values of a column are encoded; undefined: with a dictionary if that halves them, or else as they are. */
export function encodingOf({ type, sorted }: ParquetColumn): ColumnSource["encoding"] {
  if (!sorted) return undefined;
  return type === "bytea" || type === "text" ? "DELTA_BYTE_ARRAY" : "DELTA_BINARY_PACKED";
}
