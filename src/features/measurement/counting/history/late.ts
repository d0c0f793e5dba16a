/** Records of an archived month: they wait in their journal until the month is restored. */
import type { Deps } from "../../../../deps.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";
import { nameOf } from "./rules.ts";
import { HistoryRefusal } from "./schema.ts";
import { wantArchived } from "./store.ts";

/**
 * Throws `HistoryRefusal` if one of these months is archived, and has a job restore it: the row of a download that was
 * counted before must be found there, or it would be counted again.
 */
export async function requirePresent(db: Deps["db"], months: readonly Day[]): Promise<void> {
  const archived = await wantArchived(db, months);
  if (archived.length > 0)
    throw new HistoryRefusal(
      `Records of ${archived.map(nameOf).join(", ")} wait until that month is restored from the archive.`,
    );
}
