/** The bytes of logs as their readers see them: of a file, or of an object in a bucket. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";

/** A log, compressed or not. */
export type LogBytes = Readonly<{
  /** Its bytes from `from` on, as they are stored. Rejects, or ends with an error, if it cannot be read. */
  read(from: number): Promise<Readable>;
  /** Whether it never grows, so that what follows its last line feed is a line. */
  isComplete: boolean;
}>;

const READ_BYTES = 2 ** 20;

/** A file that may grow. */
export const fileBytes = (file: string): LogBytes => ({
  read: async (start) => createReadStream(file, { start, highWaterMark: READ_BYTES }),
  isComplete: false,
});

/** A compressed log is cut, damaged, or far too large: the same bytes will never say more. The message completes “it …”. */
export class DamagedLog extends Error {
  override name = "DamagedLog";
}

/** Whether zlib says that bytes make no sense or end too early; all other errors come from where they are stored. */
export const isDamage = (error: unknown): error is Error =>
  /^(?:Z_|ZSTD_)/.test(String((error as NodeJS.ErrnoException).code));
