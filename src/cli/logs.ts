/** `longwave logs`: counts what edges, CDNs and caching proxies, have sent, from their logs. */
import { stat } from "node:fs/promises";
import { type Command, Option } from "commander";
import type { OpenDeps } from "../deps.ts";
import { type LogImporter, openLogImporter } from "../features/measurement/edgelogs/actions.ts";
import type { Tally } from "../features/measurement/edgelogs/batches.ts";
import { followLog } from "../features/measurement/edgelogs/following.ts";
import { openReader } from "../features/measurement/edgelogs/formats/formats.ts";
import { lookAt } from "../features/measurement/edgelogs/places/looking.ts";
import { openLogPlace } from "../features/measurement/edgelogs/places/open.ts";
import { openRounds } from "../features/measurement/edgelogs/places/rounds.ts";
import type { Look } from "../features/measurement/edgelogs/places/schema.ts";
import { SKIPPED, type Skipped } from "../features/measurement/edgelogs/schema.ts";
import { type PlaceName, parsePlace } from "../platform/archive/open.ts";
import { explain } from "../platform/explain.ts";
import {
  FIELDS,
  type FieldMap,
  FORMATS,
  type FormatName,
  parseFieldMap,
} from "../platform/net/accesslogs.ts";
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
    .command("import <logs...>")
    .description(
      "Count logs, compressed or not: files, folders, and buckets (s3://bucket/prefix); what was counted before is left out",
    )
    .addOption(format())
    .option(...map)
    .option("--json", "Print the counts as JSON")
    .action((named: string[], options: Options) => runImport(named, options));
  logs
    .command("follow <file>")
    .description("Count a log while it is written, through rotations, until Ctrl-C")
    .addOption(format())
    .option(...map)
    .action((file: string, options: Options) => runFollow(file, options));
}

function mapOf(text: string): FieldMap {
  const map = parseFieldMap(text);
  if (map !== null) return map;
  throw new UsageError(`--map needs pairs such as bytes=sent, of the fields ${FIELDS.join(", ")}.`);
}

async function withImporter(
  work: (importer: LogImporter, signal: AbortSignal, deps: OpenDeps) => Promise<void>,
): Promise<void> {
  await withDeps(
    async (deps, signal) => {
      const importer = await openLogImporter(deps);
      try {
        await work(importer, signal, deps);
      } finally {
        await importer.close();
      }
    },
    { stops: true },
  );
}

/** The place that `text` names; null if it names a file. Throws `UsageError`. */
async function placeOf(text: string): Promise<PlaceName | null> {
  const place = parsePlace(text);
  if (typeof place === "string") throw new UsageError(`${text.split("?")[0]} ${place}.`);
  const isFile = "folder" in place && !(await stat(place.folder).catch(() => null))?.isDirectory();
  return isFile ? null : place;
}

const fault = (name: string, why: string): void => {
  process.stderr.write(`${name}: ${why}\n`);
  process.exitCode = 1;
};

/** A log that cannot be read to its end does not keep the others from being counted. */
async function runImport(named: readonly string[], { format, map, json }: Options): Promise<void> {
  const places = await Promise.all(named.map(placeOf));
  return withImporter(async (importer, signal, { db, clock }) => {
    const total: Tally = { counted: 0 };
    const looks: Look[] = [];
    const open = () => openReader(format, map);
    const count = async (name: string, place: PlaceName | null) => {
      if (place === null) return importer.count({ file: name, name, openReader: open }, total);
      const now = clock();
      const look = await lookAt(
        {
          ...{ db, now, signal, place: await openLogPlace(place), openReader: open },
          importer: async () => importer,
          listing: openRounds().next(now.getTime()),
          onTrouble: (trouble) => fault(trouble.name, trouble.why),
        },
        total,
      );
      looks.push(look);
    };
    for (const [at, name] of named.entries()) {
      signal.throwIfAborted();
      const shown = name.replace(/\/\/[^/@]*@/, "//");
      await count(name, places[at] ?? null).catch((error: unknown) => {
        signal.throwIfAborted();
        fault(shown, explain(error));
      });
    }
    const logs = logsOf(looks);
    if (json) return printJson(logs === null ? total : { ...total, logs });
    for (const line of sentencesOf(total)) print(line);
    if (logs === null) return;
    print(`Counted ${logs.counted} logs.`);
    if (logs.old > 0) print(`Left out ${logs.old} logs: last changed more than three days ago.`);
  });
}

/** The sums of all places; null if only files were named. */
function logsOf(looks: readonly Look[]) {
  if (looks.length === 0) return null;
  const sum = (key: "counted" | "damaged" | "waiting" | "old") =>
    looks.reduce((all, look) => all + look[key], 0);
  return {
    counted: sum("counted"),
    damaged: sum("damaged"),
    unread: sum("waiting"),
    old: sum("old"),
  };
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
