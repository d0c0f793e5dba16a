/** Reads the lines of a CSV file as a stream, whatever its delimiter, with the numbers of its lines. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Limit } from "../../../../platform/limits.ts";
import { ReportRefused } from "./refusals.ts";

/** Maximum size of a report in bytes. */
export const MAX_REPORT_BYTES = 20_000_000;

export const REPORT_LINES: Limit = {
  name: "report-lines",
  value: 200_000,
  unit: "lines",
  bounds: "Lines of a third party's report that is compared with a campaign.",
  beyond: "400 `invalid-parameter`",
};

/** Maximum size of one line, in bytes. */
const LONGEST_LINE = 65_536;
const MOST_COLUMNS = 200;
/** Bytes in which the header is looked for. */
const HEAD = 65_536;
/** Bytes that are parsed before other requests get their turn. */
const CHUNK = 65_536;

type Dialect = Readonly<{ delimiter: string; firstLine: number }>;

export type Visitor = Readonly<{
  header(names: readonly string[], line: number): void;
  row(cells: readonly string[], line: number): void;
}>;

/** Shows the visitor the header and each line that has values. Throws `ReportRefused`, or what the visitor throws. */
export async function readRows(path: string, { header, row }: Visitor): Promise<void> {
  // Loaded with the first report: few servers read any.
  const { CsvError, parse } = await import("csv-parse");
  const { delimiter, firstLine } = await findDialect(path);
  let rows = -1;
  // csv-parse 7.0 counts CR LF within quotes as two lines.
  let surplus = 0;
  const parser = parse({
    bom: true,
    delimiter,
    from_line: firstLine,
    record_delimiter: ["\r\n", "\n", "\r"],
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LONGEST_LINE,
    on_record(cells: string[], { lines }) {
      const breaks = breaksIn(cells);
      surplus += breaks.pairs;
      const line = lines - surplus - breaks.lines;
      rows += 1;
      if (rows > REPORT_LINES.value)
        throw new ReportRefused("too_long", { value: String(REPORT_LINES.value) });
      if (cells.length > MOST_COLUMNS)
        throw new ReportRefused("too_wide", { line, value: String(MOST_COLUMNS) });
      if (rows === 0) header(cells, line);
      else row(cells, line);
      return null;
    },
  });
  parser.resume();
  try {
    await pipeline(createReadStream(path, { highWaterMark: CHUNK }), parser);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ReportRefused("malformed", { line: Number(error.lines ?? 0) - surplus });
  }
  if (rows < 1) throw new ReportRefused("empty");
}

/** The line breaks within quoted cells, and how many of them are CR LF. */
function breaksIn(cells: readonly string[]): { lines: number; pairs: number } {
  let lines = 0;
  let pairs = 0;
  for (const cell of cells) {
    if (!cell.includes("\n") && !cell.includes("\r")) continue;
    lines += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
    pairs += cell.match(/\r\n/g)?.length ?? 0;
  }
  return { lines, pairs };
}

/** From the header, or from the line `sep=;` before it that Excel writes. */
async function findDialect(path: string): Promise<Dialect> {
  const head = await readHead(path);
  if (head[0] === 0xfe && head[1] === 0xff) throw new ReportRefused("utf16");
  const isWide = head[0] === 0xff && head[1] === 0xfe;
  const text = new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(head);
  const told = /^sep=([,;\t|])\r?\n/i.exec(text)?.[1];
  return told === undefined
    ? { delimiter: delimiterOf(text), firstLine: 1 }
    : { delimiter: told, firstLine: 2 };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The most frequent candidate in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const [first = ""] = text
    .replace(/"[^"]*"/g, "")
    .trimStart()
    .split(/[\r\n]/, 1);
  const countOf = (mark: string) => first.split(mark).length;
  return [",", ";", "\t", "|"].reduce((most, mark) =>
    countOf(mark) > countOf(most) ? mark : most,
  );
}
