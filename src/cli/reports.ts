/** `longwave reports list|resolve`: messages that users have reported. */
import type { Command } from "commander";
import { decide } from "../features/listening/messages/reports/actions.ts";
import { listReported } from "../features/listening/messages/reports/store.ts";
import { reportedView } from "../features/listening/messages/reports/views.ts";
import { print, printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";

/** Maximum number listed: the next ones appear when these are resolved. */
const SHOWN = 200;

export function registerReports(program: Command): void {
  const reports = program.command("reports").description("Review reported messages");
  reports
    .command("list")
    .description(`List reported messages that are not decided yet, at most ${SHOWN}`)
    .option("--json", "Print the complete messages and reports as JSON")
    .action(({ json }: { json?: true }) =>
      withDeps(async ({ db }) => {
        const rows = await listReported(db, { state: "open", limit: SHOWN, offset: 0 });
        const found = rows.map(reportedView);
        if (json)
          return printJson(found.map((one) => ({ ...one, author_username: one.author.username })));
        for (const one of found) print(lineOf(one));
      }),
    );
  reports
    .command("resolve <message_id>")
    .description("Decide on a reported message and print the decision as JSON")
    .option("--keep", "Keep the message and show it to everyone again")
    .option("--remove", "Delete the message")
    .action((message_id: string, { keep, remove }: { keep?: true; remove?: true }) => {
      if (keep === remove) throw new UsageError("Use either --keep or --remove.");
      if (!/^[1-9]\d{0,14}$/.test(message_id))
        throw new UsageError("The message_id must be a number from `longwave reports list`.");
      const decision = keep ? "keep" : "remove";
      return withDeps(async (deps) => {
        await decide(deps, null, Number(message_id), decision);
        printJson({ message_id: Number(message_id), decision });
      });
    });
}

const TEXT_SHOWN = 100;

/** Tab-separated: id, episode, number of reports, whether hidden, author, reasons, beginning of the text. */
function lineOf(one: ReturnType<typeof reportedView>): string {
  const reasons = one.reports.map(({ reason }) => reason).filter((reason) => reason !== null);
  const text = [...one.text.replace(/\s+/g, " ")];
  return [
    one.message_id,
    `episode ${one.episode_id}`,
    one.reports.length === 1 ? "1 report" : `${one.reports.length} reports`,
    one.hidden ? "hidden" : "shown",
    one.author.username,
    reasons.join(" / ") || "-",
    text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN).join("")}…` : text.join(""),
  ].join("\t");
}
