/** `longwave reports list|resolve`: messages that people have reported. */
import type { Command } from "commander";
import { resolveReports } from "../features/messages/actions.ts";
import { listReported } from "../features/messages/store.ts";
import { reportedView } from "../features/messages/views.ts";
import { print, printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";

/** So many at a time: those behind them come when these are resolved. */
const SHOWN = 200;

export function registerReports(program: Command): void {
  const reports = program.command("reports").description("reported messages");
  reports
    .command("list")
    .description(`list reported messages that wait for a decision, at most ${SHOWN}`)
    .option("--json", "print them as JSON, whole and with each report")
    .action(({ json }: { json?: true }) =>
      withDeps(async ({ db }) => {
        const found = (await listReported(db, SHOWN)).map(reportedView);
        if (json) return printJson(found);
        for (const one of found) print(lineOf(one));
      }),
    );
  reports
    .command("resolve <message_id>")
    .description("decide about a reported message, and print the decision as JSON")
    .option("--keep", "show it to everyone again")
    .option("--remove", "delete it")
    .action((message_id: string, { keep, remove }: { keep?: true; remove?: true }) => {
      if (keep === remove) throw new UsageError("Say either --keep or --remove.");
      if (!/^[1-9]\d{0,14}$/.test(message_id))
        throw new UsageError("The message_id must be a number, as `reports list` shows it.");
      const decision = keep ? "keep" : "remove";
      return withDeps(async (deps) => {
        await resolveReports(deps, Number(message_id), decision);
        printJson({ message_id: Number(message_id), decision });
      });
    });
}

const TEXT_SHOWN = 100;

/** Id, episode, number of reports, whether hidden, writer, reasons, beginning of the text: by tabs. */
function lineOf(one: ReturnType<typeof reportedView>): string {
  const reasons = one.reports.map(({ reason }) => reason).filter((reason) => reason !== null);
  const text = [...one.text.replace(/\s+/g, " ")];
  return [
    one.message_id,
    `episode ${one.episode_id}`,
    one.reports.length === 1 ? "1 report" : `${one.reports.length} reports`,
    one.hidden ? "hidden" : "shown",
    one.author_username,
    reasons.join(" / ") || "-",
    text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN).join("")}…` : text.join(""),
  ].join("\t");
}
