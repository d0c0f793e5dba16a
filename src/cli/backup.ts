/** `longwave backup` and `longwave restore`: make, verify and list backups, and restore one. */
import type { Command } from "commander";
import { type Config, ConfigError, loadConfig } from "../config.ts";
import { openLog } from "../deps.ts";
import { LACKS_FILES } from "../features/operations/backup/jobs.ts";
import { listSets, readManifest } from "../features/operations/backup/manifest.ts";
import { restoreBackup } from "../features/operations/backup/restoring.ts";
import { takeBackup } from "../features/operations/backup/taking.ts";
import { verifyBackup } from "../features/operations/backup/verifying.ts";
import { type Archive, openArchive } from "../platform/archive/archive.ts";
import { openPlace, parsePlace } from "../platform/archive/open.ts";
import { print, printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";
import { openRestoring, openThrowaway } from "./stores.ts";

type PlaceOption = { to?: string; from?: string };
const PLACE =
  "A folder, or a bucket in the form of MEDIA_URL (default: the setting BACKUP_TO, which keeps secrets out of the list of processes)";

export function registerBackup(program: Command): void {
  const backup = program
    .command("backup")
    .enablePositionalOptions()
    .description(
      "Back up database, audio, images and uncounted deliveries, also of a running server",
    )
    .option("--to <place>", PLACE)
    .option("--keep <number>", "Number of backups to keep (default: the setting BACKUP_KEEP)")
    .option("--json", "Print the result as JSON")
    .action(take);
  backup
    .command("verify")
    .description("Restore the database into a throw-away cluster, and check every file")
    .option("--from <place>", PLACE)
    .option("--set <name>", "Name of the backup (default: the newest)")
    .option("--json", "Print the result as JSON")
    .action(verify);
  backup
    .command("list")
    .description("List the backups, oldest first")
    .option("--from <place>", PLACE)
    .option("--json", "Print them as JSON")
    .action(list);
}

export function registerRestore(program: Command): void {
  program
    .command("restore")
    .description(
      "Restore a backup into an empty DATA_DIR and database; run it again if it was interrupted",
    )
    .option("--from <place>", PLACE)
    .option("--set <name>", "Name of the backup (default: the newest)")
    .option("--skip-damaged", "Restore without the files that are damaged in the backup")
    .option("--json", "Print the result as JSON")
    .action(restore);
}

type TakeOptions = { to?: string; keep?: string; json?: true };

async function take(options: TakeOptions): Promise<void> {
  const keep = options.keep === undefined ? null : Number(options.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep >= 1))
    throw new UsageError("The number of backups to keep must be at least 1.");
  await withDeps(
    async (deps, signal) => {
      const archive = await open(deps.config, options, true);
      const taken = await takeBackup(deps, archive, keep ?? deps.config.backup.keep, signal);
      if (options.json) printJson(taken);
      else {
        print(
          `Backup ${taken.name} in ${archive.place.label}: ${taken.files} files, ${taken.added_files} of them new; ${megabytes(taken.added_bytes)} added.`,
        );
        for (const name of taken.removed) print(`Removed the backup ${name}.`);
        for (const key of taken.missing) print(`The media store lacks ${key}, or it is damaged.`);
      }
      if (taken.missing.length > 0) process.exitCode = LACKS_FILES;
    },
    { stops: true },
  );
}

type ReadOptions = { from?: string; set?: string; json?: true };

async function verify(options: ReadOptions): Promise<void> {
  const config = loadConfig();
  const archive = await open(config, options, false);
  const manifest = await readManifest(archive, options.set ?? null);
  await using opened = new AsyncDisposableStack();
  const throwaway = await openThrowaway(config, openLog({ ...config, logLevel: "fatal" }), opened);
  const verified = await verifyBackup(archive, manifest, throwaway);
  if (options.json) printJson({ name: manifest.name, ...verified });
  else {
    for (const fault of verified.faults) print(`BAD  ${fault}`);
    const { tables, rows, files, faults } = verified;
    print(
      faults.length > 0
        ? `Backup ${manifest.name} has ${faults.length} faults.`
        : `Backup ${manifest.name} is whole: ${rows} rows of ${tables} tables, ${files} files.`,
    );
  }
  if (verified.faults.length > 0) process.exitCode = 1;
}

async function list(options: ReadOptions): Promise<void> {
  const sets = await listSets(await open(loadConfig(), options, false));
  if (options.json) return printJson(sets.map(({ name, complete }) => ({ name, complete })));
  for (const { name, complete } of sets) print(complete ? name : `${name}  unfinished`);
  if (sets.length === 0) print("There are no backups.");
}

async function restore(options: ReadOptions & { skipDamaged?: true }): Promise<void> {
  const config = loadConfig();
  const archive = await open(config, options, false);
  const manifest = await readManifest(archive, options.set ?? null);
  await using opened = new AsyncDisposableStack();
  const log = openLog({ ...config, logLevel: "error" });
  const restored = await restoreBackup(
    openRestoring(config, log, opened),
    archive,
    manifest,
    options.skipDamaged === true,
  );
  if (options.json) return printJson({ name: manifest.name, ...restored });
  print(`Restored the backup ${manifest.name}: ${restored.files} files. longwave serve starts it.`);
  for (const key of restored.missing) print(`The backup lacks ${key}.`);
  if (config.statistics !== null)
    print("Drop the ClickHouse database, start the server, and run longwave statistics backfill.");
}

async function open(config: Config, options: PlaceOption, create: boolean): Promise<Archive> {
  const text = options.to ?? options.from;
  const name = text === undefined ? config.backup.to : parsePlace(text);
  if (typeof name === "string") throw new UsageError(`The place cannot be used: it ${name}.`);
  if (name === null)
    throw new ConfigError(
      `Set BACKUP_TO, or add ${create ? "--to" : "--from"} with a folder or a bucket.`,
    );
  return openArchive(await openPlace(name), config.backup.passphrase, create);
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
