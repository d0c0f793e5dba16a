/** Writes rows that PostgreSQL copies out into a Parquet file, one row group in memory at a time. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { zstdCompressSync } from "node:zlib";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { encodingOf, type ParquetColumn, schemaOf } from "./columns.ts";
import { COPY_HEADER, COPY_TRAILER, tupleReader, type Value } from "./tuples.ts";

/** How many rows there are, and the SHA-256 (hex) of their bytes in PostgreSQL's binary COPY format, without header and trailer. */
export type RowSum = Readonly<{ rows: number; digest: string }>;

/** A group ends with this many rows, or with these bytes of the copy; only one group is in memory. */
const GROUP = 65_536;
const GROUP_BYTES = 33_554_432;

/** Writes what a binary COPY of these columns yields to the new file `file`, and syncs it. */
export async function writeParquet(
  file: string,
  columns: readonly ParquetColumn[],
  copied: AsyncIterable<Buffer>,
  createdBy: string,
): Promise<RowSum> {
  await using handle = await open(file, "wx", 0o600);
  const sink = new ByteWriter();
  const flush = async () => {
    await handle.writeFile(new Uint8Array(sink.buffer, 0, sink.index));
    sink.index = 0;
  };
  const writer = new ParquetWriter({
    writer: Object.assign(sink, { flush, finish: flush }),
    schema: schemaOf(columns),
    codec: "ZSTD",
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    statistics: false,
    createdBy,
  });
  const digest = createHash("sha256");
  let rows = 0;
  for await (const group of groupsOf(columns, copied)) {
    digest.update(group.bytes);
    if (group.rows > 0) await writer.write({ columnData: group.columns, rowGroupSize: GROUP });
    rows += group.rows;
  }
  await writer.finish();
  await handle.sync();
  return { rows, digest: digest.digest("hex") };
}

/** Columns of up to `GROUP` rows, with the bytes that they were read from since the last group. */
async function* groupsOf(columns: readonly ParquetColumn[], copied: AsyncIterable<Buffer>) {
  const read = tupleReader(columns);
  const empty = () => columns.map((): Value[] => []);
  let lists = empty();
  let count = 0;
  let size = 0;
  let rest: Buffer = Buffer.alloc(0);
  let skip = COPY_HEADER.length;
  for await (const piece of copied) {
    let bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    if (skip > 0 && bytes.length >= skip) {
      bytes = bytes.subarray(skip);
      skip = 0;
    }
    while (skip === 0) {
      const { rows, end } = read(bytes, lists, GROUP - count);
      count += rows;
      size += end;
      const full = count === GROUP || size >= GROUP_BYTES;
      const data = full ? lists : null;
      yield { bytes: bytes.subarray(0, end), ...groupOf(columns, data) };
      if (full) [lists, count, size] = [empty(), 0, 0];
      bytes = bytes.subarray(end);
      if (!full) break;
    }
    rest = bytes;
  }
  if (skip > 0 || !rest.equals(COPY_TRAILER))
    throw new Error("the copy of the rows is not complete");
  yield { bytes: Buffer.alloc(0), ...groupOf(columns, lists) };
}

function groupOf(columns: readonly ParquetColumn[], lists: Value[][] | null) {
  if (lists === null) return { rows: 0, columns: [] };
  return {
    rows: lists[0]?.length ?? 0,
    columns: columns.map((column, index) => {
      const encoding = encodingOf(column);
      const data = lists[index] ?? [];
      return { name: column.name, data, ...(encoding === undefined ? {} : { encoding }) };
    }),
  };
}
