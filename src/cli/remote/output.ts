/** Prints what a server answered; its text never reaches the terminal as control characters. */

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** `text` on one line, without characters that terminals obey. */
export const plain = (text: string): string =>
  text.replace(/\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, " ");

/** JSON of `data`; what `JSON.stringify` leaves as it is and terminals obey is escaped. */
export const jsonOf = (data: unknown): string =>
  JSON.stringify(data ?? null, null, 2).replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

export const writeLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The values of `columns` of a record, separated by tabs. */
export const rowOf = (record: unknown, columns: readonly string[]): string =>
  columns
    .map((column) => plain(String((record as Record<string, unknown>)[column] ?? "")))
    .join("\t");

/** A list as one JSON array that is written while it arrives. */
export async function writeJsonList(items: AsyncIterable<unknown>): Promise<void> {
  let count = 0;
  for await (const item of items) {
    const text = jsonOf(item).replaceAll("\n", "\n  ");
    process.stdout.write(`${count === 0 ? "[" : ","}\n  ${text}`);
    count += 1;
  }
  writeLine(count === 0 ? "[]" : "\n]");
}

/** Writes a file or a CSV as it arrives. */
export async function writeBody(response: Response): Promise<void> {
  if (response.body === null) return;
  await pipeline(Readable.fromWeb(response.body), process.stdout, { end: false });
}
