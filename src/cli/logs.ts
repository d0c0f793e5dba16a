/** `longwave logs`: counts what edges, CDNs and caching proxies, have sent, from their logs. */
import { type Command, Option } from "commander";
import { type LogImporter, openLogImporter } from "../features/measurement/edgelogs/actions.ts";
import type { Tally } from "../features/measurement/edgelogs/batches.ts";
import { followLog } from "../features/measurement/edgelogs/following.ts";
import { openReader } from "../features/measurement/edgelogs/formats/formats.ts";
import { FIELDS, type FieldMap } from "../features/measurement/edgelogs/formats/json.ts";
import {
  FORMATS,
  type FormatName,
  SKIPPED,
  type Skipped,
} from "../features/measurement/edgelogs/schema.ts";
import { explain } from "../platform/explain.ts";
import { print, printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";

type Options = Readonly<{ format: FormatName; map: FieldMap; json?: true }>;

export function registerLogs(program: Command): void {
  const logs = program
    .command("logs")
    .description("Count requests that an edge answered, from its logs");
  const format = () =>
    new Option("--format <name>", "Format of the log").choices(FORMATS).makeOptionMandatory();
  const map = [
    "--map <fields>",
    "With json: names of fields, such as bytes=sent,id=req.id",
    mapOf,
    {},
  ] as const;
  logs
    .command("import <files...>")
    .description("Count log files, compressed or not; what was counted before is left out")
    .addOption(format())
    .option(...map)
    .option("--json", "Print the counts as JSON")
    .action((files: string[], options: Options) => runImport(files, options));
  logs
    .command("follow <file>")
    .description("Count a log while it is written, through rotations, until Ctrl-C")
    .addOption(format())
    .option(...map)
    .action((file: string, options: Options) => runFollow(file, options));
}

/** `field=name,…`. */
function mapOf(text: string): FieldMap {
  const pairs = text.split(",").map((part) => part.split("=", 2) as [string, string | undefined]);
  for (const [field, name] of pairs)
    if (!(FIELDS as readonly string[]).includes(field) || !name)
      throw new UsageError(
        `--map needs pairs such as bytes=sent, of the fields ${FIELDS.join(", ")}.`,
      );
  return Object.fromEntries(pairs) as FieldMap;
}

async function withImporter(
  work: (importer: LogImporter, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await withDeps(
    async (deps, signal) => {
      const importer = await openLogImporter(deps);
      try {
        await work(importer, signal);
      } finally {
        await importer.close();
      }
    },
    { stops: true },
  );
}

/** A file that cannot be read to its end does not keep the others from being counted. */
function runImport(files: readonly string[], { format, map, json }: Options): Promise<void> {
  return withImporter(async (importer, signal) => {
    const total: Tally = { counted: 0 };
    for (const file of files) {
      signal.throwIfAborted();
      await importer
        .count({ file, name: file, openReader: () => openReader(format, map) }, total)
        .catch((error: unknown) => {
          process.stderr.write(`${file}: ${explain(error)}\n`);
          process.exitCode = 1;
        });
    }
    if (json) return printJson(total);
    for (const line of sentencesOf(total)) print(line);
  });
}

function runFollow(file: string, { format, map }: Options): Promise<void> {
  return withImporter((importer, signal) => {
    let said = "";
    return followLog(importer, {
      file,
      openReader: () => openReader(format, map),
      signal,
      onLook(tally) {
        const now = sentencesOf(tally).join(" ");
        if (now !== said) print(now);
        said = now;
      },
    });
  });
}

const sentencesOf = ({ counted, ...skipped }: Tally): string[] => [
  `Counted ${counted} requests.`,
  ...Object.entries(skipped).map(
    ([reason, lines]) => `Left out ${lines}: ${SKIPPED[reason as Skipped]}.`,
  ),
];
