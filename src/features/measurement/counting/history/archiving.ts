/** Moves a closed month of the ledgers and of packed lines into Parquet files of the media store. */
import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../../../deps.ts";
import { targetOf } from "../../../../platform/db/session.ts";
import { makeWorkFolder } from "../../../../platform/media/workfolder.ts";
import { type Day, dayAt } from "../../../../platform/statistics/calendar.ts";
import { keepStaged, type StagedFile, stageFile } from "../../../publishing/media/actions.ts";
import { beginRecount } from "../recounting/store.ts";
import { verifyFile } from "./fetching.ts";
import { type FileWorker, openFileWorker } from "./filework.ts";
import { withHistory } from "./locking.ts";
import { isClosed, nameOf, partitionOf } from "./rules.ts";
import { type ArchivedFile, HistoryRefusal, LEDGERS, type Part, VERSION } from "./schema.ts";
import {
  countRows,
  dropPart,
  insertMonth,
  isUnread,
  limitLocks,
  listPresent,
  requireColumns,
} from "./store.ts";

type Needs = Pick<Deps, "db" | "pool" | "media" | "clock" | "log">;

/** A month that was archived: its rows, and the bytes of its files. */
export type Archived = Readonly<{ month: string; rows: number; bytes: number }>;

/**
 * Archives a month: writes its files, reads them back from the media store, and only then drops its partitions, in the
 * transaction that records the files. Killed at any moment, the month is in its partitions, or in verified files. Throws
 * `HistoryRefusal`.
 */
export const archiveMonth = (deps: Needs, month: Day, signal: AbortSignal): Promise<Archived> =>
  withHistory(deps, "refuse", () => archive(deps, month, signal));

async function archive(deps: Needs, month: Day, signal: AbortSignal): Promise<Archived> {
  const { db, media, clock } = deps;
  const parts = await requireReady(deps, month);
  await using work = await makeWorkFolder(media.tmpDir, "history");
  await using worker = openFileWorker(signal);
  const staged: StagedFile[] = [];
  const files: ArchivedFile[] = [];
  for (const part of parts) {
    const made = await writePart(deps, part, work.path, worker);
    staged.push(made.staged);
    files.push(made.file);
  }
  for (const file of files) await verifyFile(media, file, work.path, worker);
  const manifest = path.join(work.path, "manifest.json");
  await writeFile(manifest, manifestOf(month, clock(), files), { flag: "wx", mode: 0o600 });
  const described = await stageFile(media, { path: manifest, kind: "history", extension: "json" });
  signal.throwIfAborted();
  await whenUnlocked(signal, () =>
    db.transaction().execute(async (tx) => {
      await limitLocks(tx);
      await keepStaged(tx, media, [...staged, described]);
      await insertMonth(tx, month, described.key, clock(), files);
      // From here on nothing is added to the ledgers, so it is as short as possible.
      await beginRecount(tx);
      for (const file of files)
        if ((await countRows(tx, file)) !== file.rows)
          throw new HistoryRefusal(
            `Rows were added to ${nameOf(month)} while it was archived. Nothing was changed; try again.`,
          );
      for (const part of files) await dropPart(tx, part);
    }),
  );
  const sum = (of: (file: ArchivedFile) => number) =>
    files.reduce((all, file) => all + of(file), 0);
  return { month: nameOf(month), rows: sum(({ rows }) => rows), bytes: sum(({ bytes }) => bytes) };
}

/** The partitions of a month that can be archived now. Throws `HistoryRefusal`. */
async function requireReady({ db, clock }: Needs, month: Day): Promise<readonly Part[]> {
  const name = nameOf(month);
  if (!isClosed(month, dayAt(clock())))
    throw new HistoryRefusal(
      `${name} is not closed: a month can be archived 8 days after its end.`,
    );
  const parts = await listPresent(db, month);
  if (!parts.some(({ ledger }) => ledger !== "media_parcels"))
    throw new HistoryRefusal(`The database has no ledgers of ${name}.`);
  if (await isUnread(db, parts))
    throw new HistoryRefusal(
      `Rows of ${name} are not in the statistics yet. Try again when the server has caught up.`,
    );
  return parts;
}

async function writePart(
  { db, pool, media }: Needs,
  part: Part,
  folder: string,
  worker: FileWorker,
) {
  const { columns, order } = LEDGERS[part.ledger];
  await requireColumns(db, part.ledger);
  const table = partitionOf(part);
  const file = path.join(folder, `${table}.parquet`);
  const target = targetOf(pool);
  const sum = await worker.run({ work: "write", target, table, order, file, columns });
  const incoming = { path: file, kind: "history", extension: "parquet" };
  const staged = await stageFile(media, incoming);
  const { size: bytes } = await stat(file);
  const archived: ArchivedFile = {
    ledger: part.ledger,
    day: part.day,
    ...sum,
    file_key: staged.key,
    bytes,
    version: VERSION,
  };
  return { staged, file: archived };
}

/** Describes the files to whoever reads them without this database. */
const manifestOf = (month: Day, at: Date, files: readonly ArchivedFile[]): string =>
  JSON.stringify({
    format: 1,
    month: nameOf(month),
    archived_at: at.toISOString(),
    files: files.map(({ ledger, day, file_key, bytes, rows, digest, version }) => ({
      table: ledger,
      day,
      key: file_key,
      bytes,
      rows,
      rows_sha256: digest,
      schema_version: version,
      columns: LEDGERS[ledger].columns.map(({ name, type, nullable = false }) => ({
        name,
        type,
        nullable,
      })),
    })),
  });

/** PostgreSQL, appendix A: `lock_not_available` and `deadlock_detected`. */
const LOCKED = ["55P03", "40P01"];
const TRIES = 60;
const PAUSE_MS = 5_000;

/** Repeats a transaction that a reader of the partitions, such as a backup, has kept waiting for two seconds. */
export async function whenUnlocked(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (!LOCKED.includes(code) || tries === TRIES) throw error;
      await sleep(PAUSE_MS, undefined, { signal });
    }
}
