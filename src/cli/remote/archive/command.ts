/** `longwave --server <url> show export` and `show import`: a show as one file, and back. */
import type { Command } from "commander";
import type { Longwave } from "../../../../clients/typescript/src/client.ts";
import type { Connection } from "../connection.ts";
import { EXIT } from "../failures.ts";
import { jsonOf, plain, writeLine } from "../output.ts";
import { type EpisodeRecord, filesOf } from "./format.ts";
import { type Change, importShow, type Left, type Plan, planImport } from "./importing.ts";
import { openArchive } from "./reading.ts";
import { listEpisodeIds, type Paths, readEpisode, readShow } from "./server.ts";
import { writeArchive } from "./writing.ts";

type ExportFlags = { json?: true };
type ImportFlags = { json?: true; dryRun?: true };

export function registerArchives(show: Command, connection: () => Connection): void {
  show
    .command("export")
    .description("Write a show with its episodes, covers and original audio into one tar file")
    .argument("<show_id>", "Id of a show that you can edit")
    .argument("<file>", "The file to write, such as night-trains.tar")
    .option("--json", "Print what was written as JSON")
    .action(async (show_id: string, file: string, flags: ExportFlags) => {
      const { longwave } = connection();
      const written = await exportShow(longwave, Number(show_id), file);
      if (flags.json) return writeLine(jsonOf({ file, ...written }));
      writeLine(
        plain(`${file}: ${written.title}, ${written.episodes} episodes, ${written.files} files`),
      );
    });
  show
    .command("import")
    .description("Create a show from such a file, or finish what an earlier import began")
    .argument("<file>", "A file that `show export` wrote")
    .option("--dry-run", "Check the file, print what would change, and change nothing")
    .option("--json", "Print the changes as JSON")
    .action(async (file: string, flags: ImportFlags) => {
      const archive = await openArchive(file);
      const { longwave } = connection();
      const plan = await planImport(longwave, archive);
      if (flags.dryRun) return writeLine(flags.json ? jsonOf(plan) : linesOf(plan).join("\n"));
      const { show_id, left } = await importShow(longwave, archive, progress);
      if (flags.json) writeLine(jsonOf({ ...plan, show_id, left }));
      else writeLine([...linesOf(plan), `The show is ${show_id}.`].join("\n"));
      for (const one of left) process.stderr.write(`${leftText(one)}\n`);
      if (left.length > 0) process.exitCode = EXIT.failure;
    });
}

async function exportShow(longwave: Longwave, show_id: number, file: string) {
  const paths: Paths = new Map();
  const show = await readShow(longwave, show_id, paths);
  const ids = await listEpisodeIds(longwave, show_id);
  const episodes: EpisodeRecord[] = [];
  for (const [at, id] of ids.entries()) {
    progress(`Reading episode ${at + 1} of ${ids.length}`);
    const { record, encoding } = await readEpisode(longwave, id, paths);
    if (encoding.isRunning)
      throw new Error(`Episode ${id} is being encoded. Export the show when that has ended.`);
    episodes.push(record);
  }
  const archive = { show, episodes };
  const open = async (sha256: string) => {
    const { body } = await longwave.send(paths.get(sha256) ?? "/");
    return body ?? new Blob([]).stream();
  };
  await writeArchive(file, archive, open, (done, all) =>
    progress(`Writing entry ${done} of ${all}`),
  );
  const { guid, fields } = show;
  const files = filesOf(archive).length;
  return { guid, title: String(fields.title), episodes: episodes.length, files };
}

/** Replaces the line in which a terminal shows what is done. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

const linesOf = ({ changes, unchanged }: Plan): string[] => [
  ...changes.map(lineOf),
  `${changes.length} to change, ${unchanged} unchanged.`,
];

const lineOf = ({ record, title, action, parts }: Change): string =>
  plain(
    `${action === "create" ? "+" : "~"} ${record} ${title}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`,
  );

const leftText = ({ title, parts }: Left): string =>
  plain(`${title}: the server does not have this as the file has it: ${parts.join(", ")}.`);
