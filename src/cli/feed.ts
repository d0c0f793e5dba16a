/** `longwave feed check`: tells what a show's feed lacks. */
import { type Command, InvalidArgumentError } from "commander";
import { checkShow } from "../features/feeds/actions.ts";
import type { Finding } from "../features/feeds/schema.ts";
import { publicAddress } from "./address.ts";
import { print, printJson, withDeps } from "./deps.ts";

export function registerFeed(program: Command): void {
  const feed = program.command("feed").description("podcast feeds");
  feed
    .command("check")
    .description("check a show's feed against RSS 2.0, PSP-1 and Apple's rules")
    .argument("<show_id>", "the show", showId)
    .option("--json", "print the report as JSON")
    .action((show_id: number, options: { json?: true }) =>
      withDeps(async (deps) => {
        const report = await checkShow(deps, show_id, await publicAddress(deps.config));
        if (options.json) printJson(report);
        else for (const line of linesOf(report)) print(line);
        // A broken “must” is what a script wants to stop at.
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
