/** `longwave feed check`: checks a show's feed and reports what is missing. */
import { type Command, InvalidArgumentError } from "commander";
import { checkShow } from "../features/distribution/feeds/actions.ts";
import type { Finding } from "../features/distribution/feeds/schema.ts";
import { publicAddress } from "./address.ts";
import { print, printJson, withDeps } from "./deps.ts";

export function registerFeed(program: Command): void {
  const feed = program.command("feed").description("Work with podcast feeds");
  feed
    .command("check")
    .description("Check a show's feed against RSS 2.0, PSP-1 and Apple's rules")
    .argument("<show_id>", "Id of the show", showId)
    .option("--json", "Print the report as JSON")
    .action((show_id: number, options: { json?: true }) =>
      withDeps(async (deps) => {
        const report = await checkShow(deps, show_id, await publicAddress(deps.config));
        if (options.json) printJson(report);
        else for (const line of linesOf(report)) print(line);
        // A violated “must” sets the exit code, so that scripts can stop.
        if (!report.passed) process.exitCode = 1;
      }),
    );
}

function showId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be the id of a show.");
}

type Report = Awaited<ReturnType<typeof checkShow>>;

function linesOf({ feed_url, items_count, findings, passed }: Report): string[] {
  const verdict = passed ? "passes" : "does not pass";
  return [
    `${feed_url} (episodes: ${items_count}) ${verdict}.`,
    ...findings.map(
      (finding) => `  ${finding.level} (${finding.source}): ${finding.message}${named(finding)}`,
    ),
  ];
}

function named({ items, items_count }: Finding): string {
  if (items_count === 0) return "";
  const more = items_count > items.length ? " …" : "";
  return ` ${items_count}: ${items.join(", ")}${more}`;
}
