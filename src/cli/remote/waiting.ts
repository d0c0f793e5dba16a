/** Waits for work of the server. */
import { wait } from "../../../clients/typescript/src/retries.ts";

/** How often the server is asked, in seconds. */
const PAUSE = 1;

/** What `read` returns as soon as that is `done`. */
export async function readUntil<T>(
  read: () => Promise<T>,
  done: (found: T) => boolean,
): Promise<T> {
  for (;;) {
    const found = await read();
    if (done(found)) return found;
    await wait(PAUSE);
  }
}
