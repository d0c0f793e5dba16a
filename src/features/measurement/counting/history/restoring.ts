/** Brings archived months back into the database, for good or for as long as a rebuild reads them. */
import type { Deps } from "../../../../deps.ts";
import { targetOf } from "../../../../platform/db/session.ts";
import { makeWorkFolder } from "../../../../platform/media/workfolder.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";
import { lockPartitions } from "../aggregation/store.ts";
import { whenUnlocked } from "./archiving.ts";
import { fetchFile, requireSame } from "./fetching.ts";
import { openFileWorker } from "./filework.ts";
import { withHistory } from "./locking.ts";
import { nameOf, partitionOf } from "./rules.ts";
import { type ArchivedFile, HistoryRefusal, LEDGERS } from "./schema.ts";
import {
  attachStaging,
  createStaging,
  dropStaging,
  indexStaging,
  isArchived,
  limitLocks,
  listArchived,
  listFiles,
  markRestored,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "pool" | "media" | "clock" | "log">;
type Readers = Omit<Needs, "clock">;

/** A month that was restored, and its rows. */
type Restored = Readonly<{ month: string; rows: number }>;

/** Brings a month back. Throws `HistoryRefusal` if it is not archived, and `DamagedHistory`. */
export const restoreMonth = (deps: Needs, month: Day, signal: AbortSignal): Promise<Restored> =>
  withHistory(deps, "wait", () => restore(deps, month, signal), signal);

/** Brings those of `months` back that are archived. */
export async function restoreArchived(
  deps: Needs,
  months: readonly Day[] | "all",
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (const { month } of await listArchived(deps.db))
    if (months === "all" || months.includes(month)) await restoreMonth(deps, month, signal);
}

async function restore(deps: Needs, month: Day, signal: AbortSignal): Promise<Restored> {
  const { db, clock } = deps;
  if (!(await isArchived(db, month)))
    throw new HistoryRefusal(
      `${nameOf(month)} is not archived; longwave history list shows the months that are.`,
    );
  const files = await listFiles(db, month);
  const nameOfStaging = (file: ArchivedFile) => `restoring_${partitionOf(file)}`;
  await stage(deps, files, nameOfStaging, signal);
  signal.throwIfAborted();
  await whenUnlocked(signal, () =>
    db.transaction().execute(async (tx) => {
      await limitLocks(tx);
      await lockPartitions(tx);
      for (const file of files) await attachStaging(tx, nameOfStaging(file), file);
      await markRestored(tx, month, clock());
    }),
  );
  return { month: nameOf(month), rows: files.reduce((sum, { rows }) => sum + rows, 0) };
}

/** Loads files into tables of their own, and proves that those have the rows that were archived. */
async function stage(
  { db, pool, media }: Readers,
  files: readonly ArchivedFile[],
  nameOfStaging: (file: ArchivedFile) => string,
  signal: AbortSignal,
): Promise<void> {
  await using work = await makeWorkFolder(media.tmpDir, "history");
  await using worker = openFileWorker(signal);
  for (const archived of files) {
    const table = nameOfStaging(archived);
    const { columns } = LEDGERS[archived.ledger];
    const file = await fetchFile(media, archived.file_key, work.path);
    await createStaging(db, table, archived.ledger);
    const task = { work: "load", target: targetOf(pool), file, columns, table } as const;
    requireSame(archived, await worker.run(task));
    await indexStaging(db, table, archived.ledger);
  }
}

/** The tables that have the rows of a month. */
export type LedgerTables = Readonly<{ downloads: string; impressions: string }>;

/** Where months are that are not archived. */
export const PRESENT: LedgerTables = { downloads: "downloads", impressions: "impressions" };

/** Runs `work` with the tables that have a month's rows: for an archived one, copies that are dropped afterwards. */
export const withMonth = <T>(
  deps: Readers,
  month: Day,
  work: (tables: LedgerTables) => Promise<T>,
): Promise<T> =>
  withHistory(deps, "wait", async () => {
    if (!(await isArchived(deps.db, month))) return work(PRESENT);
    const files = (await listFiles(deps.db, month)).filter(
      (file) => file.ledger !== "media_parcels",
    );
    const nameOfStaging = (file: ArchivedFile) => `reading_${partitionOf(file)}`;
    const tables = Object.fromEntries(files.map((file) => [file.ledger, nameOfStaging(file)]));
    try {
      await stage(deps, files, nameOfStaging, new AbortController().signal);
      return await work({ ...PRESENT, ...tables });
    } finally {
      for (const file of files) await dropStaging(deps.db, nameOfStaging(file));
    }
  });
