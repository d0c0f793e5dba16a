/** `longwave history`: archives closed months of the ledgers as Parquet files, lists them, and restores them. */
import type { Command } from "commander";
import { archiveMonth } from "../features/measurement/counting/history/archiving.ts";
import { monthsToArchive } from "../features/measurement/counting/history/jobs.ts";
import { restoreMonth } from "../features/measurement/counting/history/restoring.ts";
import { monthOf, nameOf } from "../features/measurement/counting/history/rules.ts";
import {
  listArchived,
  listFiles,
  listPresent,
} from "../features/measurement/counting/history/store.ts";
import type { Database } from "../platform/db/database.ts";
import { print, printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";

type Json = { json?: true };

export function registerHistory(program: Command): void {
  const history = program
    .command("history")
    .description("Archive closed months of the ledgers in the media store, and restore them");
  history
    .command("archive")
    .description(
      "Archive a closed month, or all but the last HISTORY_MONTHS; run it again if it was interrupted",
    )
    .option("--month <month>", "Month (YYYY-MM)")
    .option("--dry-run", "Print which months would be archived")
    .option("--json", "Print the result as JSON")
    .action(archive);
  history
    .command("list")
    .description("List the months of the ledgers, and where their rows are")
    .option("--json", "Print them as JSON")
    .action(({ json }: Json) => withDeps(({ db }) => list(db, json === true)));
  history
    .command("restore <month>")
    .description("Bring an archived month (YYYY-MM) back into the database")
    .option("--json", "Print the result as JSON")
    .action(restore);
}

function monthFrom(text: string): string {
  const month = monthOf(text);
  if (month === null) throw new UsageError("The month must be like 2026-08.");
  return month;
}

type ArchiveOptions = Json & { month?: string; dryRun?: true };

async function archive({ month, dryRun, json }: ArchiveOptions): Promise<void> {
  const named = month === undefined ? null : monthFrom(month);
  await withDeps(
    async (deps, signal) => {
      const kept = deps.config.historyMonths;
      if (named === null && kept === null)
        throw new UsageError("Set HISTORY_MONTHS, or add --month with a month such as 2026-08.");
      const months = named === null ? await monthsToArchive(deps, kept ?? 0) : [named];
      if (dryRun) return planned(deps.db, months, json === true);
      const archived = [];
      for (const one of months) {
        const done = await archiveMonth(deps, one, signal);
        archived.push(done);
        if (!json) print(`Archived ${done.month}: ${done.rows} rows in ${megabytes(done.bytes)}.`);
      }
      if (json) printJson(archived);
      else if (months.length === 0) print("There is no month to archive.");
    },
    { stops: true },
  );
}

async function planned(db: Database, months: readonly string[], json: boolean): Promise<void> {
  const rows = [];
  for (const month of months) rows.push(await presentMonth(db, month));
  if (json) return printJson(rows);
  for (const { month, bytes } of rows)
    print(`${month} would be archived: ${megabytes(bytes)} in the database.`);
  if (rows.length === 0) print("There is no month to archive.");
}

async function presentMonth(db: Database, month: string) {
  const parts = await listPresent(db, month);
  return {
    month: nameOf(month),
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
  };
}

type Listed = Readonly<{
  month: string;
  /** null: its rows are in the database. */
  archived_at: string | null;
  bytes: number;
  downloads?: number;
  impressions?: number;
}>;

async function list(db: Database, json: boolean): Promise<void> {
  const rows: Listed[] = [];
  for (const { month, archived_at } of await listArchived(db)) {
    const files = await listFiles(db, month);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const rowsOf = (ledger: string) =>
      files.reduce((sum, file) => sum + (file.ledger === ledger ? file.rows : 0), 0);
    rows.push({
      month: nameOf(month),
      archived_at: archived_at?.toISOString() ?? null,
      bytes,
      downloads: rowsOf("downloads"),
      impressions: rowsOf("impressions"),
    });
  }
  const present = (await listPresent(db)).filter(({ ledger }) => ledger !== "media_parcels");
  for (const month of new Set(present.map(({ day }) => day)))
    rows.push({ ...(await presentMonth(db, month)), archived_at: null });
  rows.sort((a, b) => (a.month < b.month ? -1 : 1));
  if (json) return printJson(rows);
  for (const { month, bytes, archived_at } of rows)
    print(`${month}  ${archived_at === null ? "database" : "archive "}  ${megabytes(bytes)}`);
}

async function restore(text: string, { json }: Json): Promise<void> {
  const month = monthFrom(text);
  await withDeps(
    async (deps, signal) => {
      const restored = await restoreMonth(deps, month, signal);
      if (json) return printJson(restored);
      print(`Restored ${restored.month}: ${restored.rows} rows.`);
    },
    { stops: true },
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
