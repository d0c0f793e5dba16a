/** The tables whose closed months can be archived, their columns in files, and the manifest of a month. */
import type { ParquetColumn } from "../../../../platform/parquet/columns.ts";
import type { RowSum } from "../../../../platform/parquet/write.ts";

export type LedgerName = "downloads" | "impressions" | "media_parcels";

/** Raise it when a table gets a column, and keep the columns of earlier versions: their files are still read. */
export const VERSION = 1;

type Ledger = Readonly<{
  columns: readonly ParquetColumn[];
  /** Columns that order the rows of a file. */
  order: readonly string[];
  /** The order is the primary key. */
  isKey: boolean;
}>;

const column = (
  name: string,
  type: ParquetColumn["type"],
  rest: Pick<ParquetColumn, "nullable" | "sorted"> = {},
): ParquetColumn => ({ name, type, ...rest });

const BEGINNING = [
  column("window_start", "timestamptz"),
  column("listener", "bytea", { sorted: true }),
];

/** The columns of version 1. */
export const LEDGERS: Readonly<Record<LedgerName, Ledger>> = {
  downloads: {
    order: ["window_start", "listener", "episode_id", "correction"],
    isKey: true,
    columns: [
      ...BEGINNING,
      column("episode_id", "bigint"),
      column("correction", "smallint"),
      column("quantity", "smallint"),
      column("batch_id", "bigint"),
      column("at", "timestamptz"),
      column("show_id", "bigint"),
      column("author_id", "bigint"),
      column("organization_id", "bigint", { nullable: true }),
      column("digest", "bytea", { nullable: true }),
      column("purpose", "text"),
      column("source", "text"),
      column("device", "text"),
      column("os", "text"),
      column("os_kind", "text"),
      column("country", "text", { nullable: true }),
    ],
  },
  impressions: {
    order: ["window_start", "listener", "digest", "segment", "correction"],
    isKey: true,
    columns: [
      ...BEGINNING,
      column("digest", "bytea"),
      column("segment", "smallint"),
      column("correction", "smallint"),
      column("quantity", "smallint"),
      column("batch_id", "bigint"),
      column("at", "timestamptz"),
      column("lineitem_id", "bigint"),
      column("campaign_id", "bigint"),
      column("team_id", "bigint"),
      column("creative_id", "bigint"),
      column("episode_id", "bigint"),
      column("show_id", "bigint"),
      column("price", "bigint"),
    ],
  },
  media_parcels: {
    order: ["slice", "lines"],
    isKey: false,
    columns: [
      column("day", "timestamptz"),
      column("slice", "smallint"),
      column("records", "integer"),
      column("lines", "bytea"),
    ],
  },
};

/** A part of a month: a ledger, or a day of packed lines. */
export type Part = Readonly<{
  ledger: LedgerName;
  /** YYYY-MM-DD; the first of the month for ledgers. */
  day: string;
}>;

/** A part in the media store. */
export type ArchivedFile = Part &
  RowSum &
  Readonly<{ file_key: string; bytes: number; version: number }>;

/** The archive cannot be used as it is. The message says what to do. */
export class DamagedHistory extends Error {
  override name = "DamagedHistory";
}

/** Something forbids it now. The message says what. */
export class HistoryRefusal extends Error {
  override name = "HistoryRefusal";
}
