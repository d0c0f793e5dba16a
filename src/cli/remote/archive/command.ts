/** `longwave --server <url> show export` and `show import`, and the same of an organization: one file, and back. */
import type { Command } from "commander";
import { UsageError } from "../../errors.ts";
import type { Connection } from "../connection.ts";
import { EXIT } from "../failures.ts";
import { jsonOf, plain, writeLine } from "../output.ts";
import type { AdvertisingPlan } from "./advertising/planning.ts";
import { exportOrganization, exportShow } from "./exporting.ts";
import { findShowId } from "./finding.ts";
import { type Change, importShow, type Left, planShow } from "./importing.ts";
import { importOrganization, type OrganizationPlan, planOrganization } from "./organizations.ts";
import { openOrganization, openShow } from "./reading.ts";

type ExportFlags = { json?: true };
type ImportFlags = { json?: true; dryRun?: true };
type IntoFlags = ImportFlags & { into?: string; author?: string; activate?: true };

const WRITTEN = ["--json", "Print what was written as JSON"] as const;
const DRY_RUN = [
  "--dry-run",
  "Check the file, print what would change, and change nothing",
] as const;
const CHANGES = ["--json", "Print the changes as JSON"] as const;

export function registerArchives(show: Command, connection: () => Connection): void {
  show
    .command("export")
    .description("Write a show with its episodes, covers and original audio into one tar file")
    .argument("<show_id>", "Id of a show that you can edit")
    .argument("<file>", "The file to write, such as night-trains.tar")
    .option(...WRITTEN)
    .action(async (show_id: string, file: string, flags: ExportFlags) => {
      const { longwave } = connection();
      const written = await exportShow(longwave, Number(show_id), file, progress);
      if (flags.json) return writeLine(jsonOf({ file, ...written }));
      writeLine(
        plain(`${file}: ${written.title}, ${written.episodes} episodes, ${written.files} files`),
      );
    });
  show
    .command("import")
    .description("Create a show from such a file, or finish what an earlier import began")
    .argument("<file>", "A file that `show export` wrote")
    .option(...DRY_RUN)
    .option(...CHANGES)
    .action(async (file: string, flags: ImportFlags) => {
      const archive = await openShow(file);
      const { longwave } = connection();
      const found = await findShowId(longwave, archive.show.guid);
      const plan = await planShow(longwave, archive, found);
      const lines = linesOf(plan.changes, plan.unchanged);
      if (flags.dryRun) return writeLine(flags.json ? jsonOf(plan) : lines.join("\n"));
      const { show_id, left } = await importShow(longwave, archive, { show_id: found }, progress);
      if (flags.json) writeLine(jsonOf({ ...plan, show_id, left }));
      else writeLine([...lines, `The show is ${show_id}.`].join("\n"));
      reportLeft(left);
    });
}

export function registerOrganizationArchives(
  organization: Command,
  connection: () => Connection,
): void {
  organization
    .command("export")
    .description(
      "Write an organization, all its shows as of `show export`, and its advertising into one tar file",
    )
    .argument("<organization_id>", "Id of an organization whose admin you are")
    .argument("<file>", "The file to write, such as harbour-network.tar")
    .option(...WRITTEN)
    .action(async (organization_id: string, file: string, flags: ExportFlags) => {
      const { longwave } = connection();
      const id = Number(organization_id);
      const written = await exportOrganization(longwave, id, file, progress, notice);
      if (flags.json) return writeLine(jsonOf({ file, ...written }));
      const { name, shows, episodes, lineitems, files } = written;
      const counts = `${shows} shows, ${episodes} episodes, ${lineitems} line items, ${files} files`;
      writeLine(plain(`${file}: ${name}, ${counts}`));
    });
  organization
    .command("import")
    .description("Make an organization what such a file says, or finish what an import began")
    .argument("<file>", "A file that `organization export` wrote")
    .option("--into <organization_id>", "Id of the organization to change, whose admin you are")
    .option("--author <user_id>", "User of its networks for whom shows are created")
    .option("--activate", "Start the line items that are active in the file; otherwise none is")
    .option(...DRY_RUN)
    .option(...CHANGES)
    .action(async (file: string, flags: IntoFlags) => {
      const archive = await openOrganization(file);
      const { longwave } = connection();
      const author = flags.author === undefined ? undefined : Number(flags.author);
      const activate = flags.activate ?? false;
      const plan = await planOrganization(longwave, archive, intoOf(flags), { author, activate });
      const lines = [...linesOfPlan(plan), ...linesOfLineitems(plan.advertising)];
      if (flags.dryRun) return writeLine(flags.json ? jsonOf(plan) : lines.join("\n"));
      const done = await importOrganization(longwave, archive, plan, activate, progress);
      const { show_ids, left } = done;
      const shows = plan.shows.map((one, at) => ({ ...one, show_id: show_ids[at] }));
      if (flags.json) writeLine(jsonOf({ ...plan, shows, left }));
      else writeLine([...lines, `The shows are ${show_ids.join(", ")}.`].join("\n"));
      reportLeft(left);
    });
}

function intoOf({ into }: IntoFlags): number {
  if (into !== undefined) return Number(into);
  throw new UsageError(
    "Add --into <organization_id>: an import changes an organization that exists, because the API cannot create one. An operator of the server does that with `longwave organization create`.",
  );
}

/** Replaces the line in which a terminal shows what is done. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${plain(text)}`);
}

const linesOfPlan = ({ changes, shows, advertising, unchanged }: OrganizationPlan): string[] =>
  linesOf(
    [...changes, ...shows.flatMap((show) => show.changes), ...advertising.changes],
    unchanged,
  );

/** What begins to deliver, and what does not. */
const linesOfLineitems = ({ started, paused }: AdvertisingPlan): string[] => [
  ...(started > 0 ? [`Line items that start: ${started}.`] : []),
  ...(paused > 0
    ? [
        `Line items that are active in the file and stay paused: ${paused}. To start them, import again with --activate, or start each with \`longwave call updateLineItem lineitem_id=<id> active=true\`.`,
      ]
    : []),
];

const linesOf = (changes: readonly Change[], unchanged: number): string[] => [
  ...changes.map(lineOf),
  `${changes.length} to change, ${unchanged} unchanged.`,
];

const lineOf = ({ record, title, action, parts }: Change): string =>
  plain(
    `${action === "create" ? "+" : "~"} ${record} ${title}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`,
  );

/** Says on stderr what an export leaves out. */
function notice(text: string): void {
  process.stderr.write(`${plain(text)}\n`);
}

/** Names what the server keeps in another form. */
function reportLeft(left: readonly Left[]): void {
  for (const { title, parts } of left)
    process.stderr.write(
      `${plain(`${title}: the server does not have this as the file has it: ${parts.join(", ")}.`)}\n`,
    );
  if (left.length > 0) process.exitCode = EXIT.failure;
}
