/** `longwave import`: imports podcast feeds from files and URLs, and reports on each. */
import { open } from "node:fs/promises";
import { Presets, SingleBar } from "cli-progress";
import { type Command, Option } from "commander";
import type { Deps } from "../deps.ts";
import { findUserId } from "../features/people/users/store.ts";
import { importFeed, type Source } from "../features/publishing/imports/actions.ts";
import { type FeedReader, openReader } from "../features/publishing/imports/feedreader.ts";
import { MAX_FEED_BYTES } from "../features/publishing/imports/fetching.ts";
import { FeedRefused } from "../features/publishing/imports/refusal.ts";
import { MEDIA, type Media } from "../features/publishing/imports/schema.ts";
import type { Author, Report } from "../features/publishing/imports/writing.ts";
import { notFound } from "../platform/failure.ts";
import { print, printJson, withDeps } from "./deps.ts";

type Options = { user: string; media: Media; allowPrivateAddresses?: true; json?: true };
type Imported = { source: string } & (Report | { refused: string });

export function registerImport(program: Command): void {
  program
    .command("import")
    .description("Import podcast feeds: create or update shows and their episodes")
    .argument("<sources...>", "Files, or http and https URLs")
    .requiredOption("--user <username>", "User who will own the shows")
    .addOption(
      new Option(
        "--media <how>",
        "link: play the audio from its current host; copy: fetch and encode it with the server's jobs",
      )
        .choices(MEDIA)
        .default("link"),
    )
    .option("--allow-private-addresses", "Also fetch from this machine and private networks")
    .option("--json", "Print the reports as JSON")
    .action((sources: string[], options: Options) =>
      withDeps(async (deps) => {
        const author_id = await findUserId(deps.db, options.user);
        if (author_id === undefined) throw notFound("user");
        const { media, allowPrivateAddresses: allowPrivate = false } = options;
        const author = { author_id, allowPrivate, media };
        const reports = await importAll(deps, author, sources);
        if (options.json) printJson(reports);
        else for (const report of reports) for (const line of linesOf(report)) print(line);
        tellRefusals(reports);
      }),
    );
}

/** Imports one source after another; a refused source does not stop the others. */
async function importAll(deps: Deps, author: Author, sources: string[]): Promise<Imported[]> {
  const reports: Imported[] = [];
  await using reader = openReader(deps.gates);
  using progress = startProgress(sources.length);
  for (const source of sources) {
    progress.show(source);
    reports.push({ source, ...(await importOne(deps, reader, author, source)) });
    progress.advance();
  }
  return reports;
}

async function importOne(deps: Deps, reader: FeedReader, author: Author, source: string) {
  try {
    return await importFeed(deps, reader, author, await openSource(source));
  } catch (error) {
    if (error instanceof FeedRefused) return { refused: error.message };
    throw error;
  }
}

async function openSource(source: string): Promise<Source> {
  if (/^https?:\/\//i.test(source)) {
    if (URL.canParse(source)) return { address: new URL(source).href };
    throw new FeedRefused("it is not a URL");
  }
  try {
    return { bytes: await readBounded(source) };
  } catch (error) {
    if (error instanceof FeedRefused) throw error;
    const [, reason] = /^[A-Z]+: ([^,]+)/.exec((error as Error).message) ?? [];
    throw new FeedRefused(`the file cannot be read: ${reason ?? (error as Error).message}`);
  }
}

/** Reads at most the limit, whatever the file is: it may be a pipe, or grow. */
async function readBounded(file: string): Promise<Uint8Array> {
  await using handle = await open(file);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_FEED_BYTES)
      throw new FeedRefused(`it has more than ${MAX_FEED_BYTES.toLocaleString("en")} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** A progress bar on stderr, if that is a terminal. */
function startProgress(total: number) {
  const bar = new SingleBar(
    {
      format: "{bar} {value}/{total} {source}",
      clearOnComplete: true,
      noTTYOutput: false,
      stream: process.stderr,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0, { source: "" });
  return {
    show: (source: string) => bar.update({ source: source.slice(-60) }),
    advance: () => bar.increment(),
    [Symbol.dispose]: () => bar.stop(),
  };
}

function linesOf(report: Imported): string[] {
  if ("refused" in report) return [`${report.source}: refused: ${report.refused}.`];
  const { source, title, show, show_id, created, updated, unchanged, skipped, notes } = report;
  const byReason = [...Map.groupBy(skipped, ({ reason }) => reason)].map(
    ([reason, items]) => `  skipped item ${items.map(({ item }) => item).join(", ")}: ${reason}.`,
  );
  return [
    `${source}: ${title}: show ${show_id} ${show}; episodes: created ${created}, updated ${updated}, unchanged ${unchanged}, skipped ${skipped.length}.`,
    ...byReason,
    ...notes.map((note) => `  ${note}`),
  ];
}

/** Sets exit code 1 if not all feeds were imported. */
function tellRefusals(reports: Imported[]): void {
  const refused = reports.filter((report) => "refused" in report);
  if (refused.length === 0) return;
  const names = refused.map(({ source }) => source).join(", ");
  process.stderr.write(`${refused.length} of ${reports.length} feeds were refused: ${names}.\n`);
  process.exitCode = 1;
}
