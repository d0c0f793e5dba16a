/** Keeps the temporary files of a test run in memory, because clusters and media are copied and deleted all the time. */
import { statfs } from "node:fs/promises";

const MEMORY = "/dev/shm";
/** Twice what all tests use at once. */
const ROOM_BYTES = 2 * 2 ** 30;

/** Only where there is such a folder with enough room: containers may have 64 MB of it. */
export async function setup(): Promise<void> {
  const found = await statfs(MEMORY).catch(() => null);
  if (found !== null && found.bavail * found.bsize >= ROOM_BYTES) process.env.TMPDIR = MEMORY;
}
