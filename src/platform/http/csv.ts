/** Rows as CSV (RFC 4180), sent as they are made. */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

export type Cell = string | number | boolean | null;
/**
 * `name`: of the file, without its ending; letters, digits and hyphens. Either `rows`, or `lines` where there are
 * so many that cells cost too much: texts of one or more whole lines, their cells by `cellText`.
 */
export type Sheet = Readonly<{ name: string; header: readonly string[] }> &
  (
    | Readonly<{ rows: Iterable<readonly Cell[]>; lines?: never }>
    | Readonly<{ lines: Iterable<string>; rows?: never }>
  );

/** What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A text that a spreadsheet would compute gets an apostrophe in front; a number stays as it is. */
export function cellText(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const own = cell === null ? "" : String(cell);
  const text = FORMULA.test(own) && !NUMBER.test(own) ? `'${own}` : own;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
const lineOf = (cells: readonly Cell[]): string => `${cells.map(cellText).join(",")}\r\n`;

/** Sent at a time, in characters, about. */
const CHUNK = 16_384;

function* linesOf({ header, rows, lines }: Sheet): Generator<string> {
  yield lineOf(header);
  if (lines !== undefined) yield* lines;
  else for (const row of rows) yield lineOf(row);
}

function* chunksOf(sheet: Sheet): Generator<string> {
  let text = "";
  for (const lines of linesOf(sheet)) {
    text += lines;
    if (text.length < CHUNK) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

/** Answers with the sheet as a file to keep. */
export function sendCsv(reply: FastifyReply, sheet: Sheet): FastifyReply {
  return reply
    .header("content-type", CSV_TYPE)
    .header("content-disposition", `attachment; filename="${sheet.name}.csv"`)
    .header("cache-control", "private, no-store")
    .header("vary", "Authorization")
    .send(Readable.from(chunksOf(sheet)));
}
