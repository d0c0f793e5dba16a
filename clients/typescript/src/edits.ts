/** Changes a record that others may change at the same time. */
import type { Operations } from "./api.ts";
import type { Longwave, Name } from "./client.ts";
import { LongwaveError } from "./errors.ts";

/** How often a change is decided again before the conflict is reported. */
const ATTEMPTS = 5;

/**
 * Reads a record, lets `change` decide from it what to write, and writes it with `If-Match`. If somebody else wrote in
 * between, it reads and decides again. `change` returns null to leave the record as it is.
 */
export async function edit<R extends Name, W extends Name>(
  longwave: Longwave,
  read: R,
  input: Operations[R]["input"],
  write: W,
  change: (answer: Operations[R]["answer"]) => Operations[W]["input"] | null,
): Promise<Operations[W]["answer"] | null> {
  for (let attempt = 1; ; attempt += 1) {
    const { answer, etag } = await longwave.call(read, input);
    const changed = change(answer);
    if (changed === null) return null;
    const ifMatch = etag === null ? {} : { ifMatch: etag };
    try {
      return (await longwave.call(write, changed, ifMatch)).answer;
    } catch (error) {
      const isConflict = error instanceof LongwaveError && error.status === 412;
      if (!isConflict || attempt >= ATTEMPTS) throw error;
    }
  }
}
