/** `longwave recount` and `longwave network …`: corrections to counting by the operator. */
import { type Command, Option } from "commander";
import ipaddr from "ipaddr.js";
import { openClassifier } from "../features/measurement/counting/classifying.ts";
import {
  deleteNetwork,
  listNetworks,
  upsertNetwork,
} from "../features/measurement/counting/networks/store.ts";
import { recount } from "../features/measurement/counting/recounting/actions.ts";
import { print, printJson, withDeps } from "./deps.ts";
import { UsageError } from "./errors.ts";

type Json = { json?: true };

export function registerCounting(program: Command): void {
  program
    .command("recount")
    .description("Count days again with the current lists and append the differences")
    .requiredOption("--from <date>", "First day (YYYY-MM-DD, UTC)")
    .requiredOption("--to <date>", "Last day (YYYY-MM-DD, UTC)")
    .option("--json", "Print the figures before and after as JSON")
    .action((options: { from: string; to: string } & Json) => runRecount(options));
  registerNetworks(program);
}

function runRecount({ from, to, json }: { from: string; to: string } & Json): Promise<void> {
  const [first, last] = [dayOf("--from", from), dayOf("--to", to)];
  if (last < first) throw new UsageError("--to must not be before --from.");
  return withDeps(async (deps) => {
    const row = await recount(deps, openClassifier(deps.config), first, last);
    if (json) return printJson(row);
    print(
      `Downloads: ${row.downloads_before} before, ${row.downloads_after} now. Ads: ${row.impressions_before} before, ${row.impressions_after} now. Lists: ${row.lists}.`,
    );
  });
}

function dayOf(option: string, text: string): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text)
    throw new UsageError(`${option} must be a date such as 2026-05-31.`);
  return day;
}

function registerNetworks(program: Command): void {
  const network = program
    .command("network")
    .description("Manage the list of networks that many people share or that only programs use");
  network
    .command("list")
    .description("Print the listed networks")
    .option("--json", "Print them as JSON")
    .action(({ json }: Json) =>
      withDeps(async ({ db }) => {
        const rows = await listNetworks(db);
        if (json) return printJson(rows);
        for (const row of rows)
          print(`${row.network}  ${row.kind}  ${row.validated_at.toISOString()}  ${row.reason}`);
      }),
    );
  network
    .command("set <network>")
    .description("Add a network, or confirm its entry")
    .addOption(
      new Option("--kind <kind>", "Kind of network")
        .choices(["shared", "excluded"])
        .makeOptionMandatory(),
    )
    .requiredOption("--reason <text>", "Reason, stored with the network")
    .action((named: string, { kind, reason }: { kind: "shared" | "excluded"; reason: string }) => {
      const checked = networkOf(named);
      return withDeps(({ db }) => upsertNetwork(db, { network: checked, kind, reason }));
    });
  network
    .command("remove <network>")
    .description("Remove a network from the list")
    .action((named: string) => {
      const checked = networkOf(named);
      return withDeps(async ({ db }) => {
        if (!(await deleteNetwork(db, checked))) throw new Error(`${named} is not listed.`);
      });
    });
}

/** A network in the form that PostgreSQL's `cidr` accepts: no bits set beyond its prefix length. */
function networkOf(text: string): string {
  const full = text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`;
  if (!ipaddr.isValidCIDR(full))
    throw new UsageError(`${text} is not a network such as 192.0.2.0/24.`);
  const of = full.includes(":") ? ipaddr.IPv6 : ipaddr.IPv4;
  return `${of.networkAddressFromCIDR(full)}/${full.split("/")[1]}`;
}
