/** Sends rows as CSV (RFC 4180) while they are generated. */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

export type Cell = string | number | boolean | null;
/**
 * `name` is the file name without extension: letters, digits and hyphens. Use `rows`, or `lines` if there are too many
 * cells to build one by one: texts of one or more complete lines whose cells were formatted by `cellText`.
 */
export type Sheet = Readonly<{ name: string; header: readonly string[] }> &
  (
    | Readonly<{ rows: Iterable<readonly Cell[]>; lines?: never }>
    | Readonly<{ lines: Iterable<string>; rows?: never }>
  );

/** Characters that make a spreadsheet treat a cell as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A text that a spreadsheet would evaluate is prefixed with an apostrophe; numbers are unchanged. */
export function cellText(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const own = cell === null ? "" : String(cell);
  const text = FORMULA.test(own) && !NUMBER.test(own) ? `'${own}` : own;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
const lineOf = (cells: readonly Cell[]): string => `${cells.map(cellText).join(",")}\r\n`;

/** Approximate size of a chunk, in characters. */
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

/** The whole sheet as text. */
export const textOfSheet = (sheet: Sheet): string => [...linesOf(sheet)].join("");

/** Responds with the sheet as a download. */
export function sendCsv(reply: FastifyReply, sheet: Sheet): FastifyReply {
  return reply
    .header("content-type", CSV_TYPE)
    .header("content-disposition", `attachment; filename="${sheet.name}.csv"`)
    .header("cache-control", "private, no-store")
    .header("vary", "Authorization")
    .send(Readable.from(chunksOf(sheet)));
}
