/** Reads the rows of a Parquet file back, as PostgreSQL's binary COPY takes them, one row group in memory at a time. */
import { createHash } from "node:crypto";
import { zstdDecompressSync } from "node:zlib";
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead } from "hyparquet";
import type { ParquetColumn } from "./columns.ts";
import { COPY_HEADER, COPY_TRAILER, tuplesOf, type Value } from "./tuples.ts";
import type { RowSum } from "./write.ts";

/** Values as they are stored: moments in microseconds since 1970, texts as bytes. */
const PARSERS = {
  timestampFromMicroseconds: (value: bigint) => value,
  stringFromBytes: (bytes: Uint8Array) => bytes,
};
const COMPRESSORS = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)) };

export type ReadRows = Readonly<{
  /** For COPY … FROM STDIN (FORMAT binary). Read it to its end. */
  copy: AsyncGenerator<Buffer>;
  /** Of what has been read so far. */
  sum(): RowSum;
}>;

/** The rows of `file`, which `writeParquet` wrote with the same columns. */
export function readParquet(file: string, columns: readonly ParquetColumn[]): ReadRows {
  const digest = createHash("sha256");
  let rows = 0;
  async function* copy() {
    yield COPY_HEADER;
    for await (const group of readGroups(file, columns)) {
      const bytes = tuplesOf(columns, group.lists, group.rows);
      digest.update(bytes);
      rows += group.rows;
      yield bytes;
    }
    yield COPY_TRAILER;
  }
  return { copy: copy(), sum: () => ({ rows, digest: digest.copy().digest("hex") }) };
}

async function* readGroups(path: string, columns: readonly ParquetColumn[]) {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file, { parsers: PARSERS as never });
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rows = Number(num_rows);
    const lists = columns.map((): Value[] => []);
    await parquetRead({
      file,
      metadata,
      rowStart,
      rowEnd: rowStart + rows,
      compressors: COMPRESSORS,
      parsers: PARSERS as never,
      utf8: false,
      onChunk({ columnName, columnData }) {
        const list = lists[columns.findIndex(({ name }) => name === columnName)];
        for (const value of columnData) list?.push(value as Value);
      },
    });
    yield { rows, lists };
    rowStart += rows;
  }
}
