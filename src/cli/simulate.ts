/** `longwave simulate`: runs a month of synthetic traffic through the real ad decision and reports the outcome. */
import { type Command, InvalidArgumentError } from "commander";
import {
  type Audit,
  audit,
  type Line,
} from "../features/advertising/adserving/simulation/audit.ts";
import { invent, type Scale } from "../features/advertising/adserving/simulation/invented.ts";
import { simulate } from "../features/advertising/adserving/simulation/run.ts";
import { print, printJson } from "./deps.ts";

type Options = {
  seed: number;
  lineitems: number;
  days: number;
  downloads: number;
  hostile?: true;
  json?: true;
};

function count(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number above 0.");
}

export function registerSimulate(program: Command): void {
  program
    .command("simulate")
    .description("Run synthetic traffic through the ad decision in memory and report the outcome")
    .option("--seed <number>", "Seed; the same seed gives the same traffic", count, 1)
    .option("--lineitems <number>", "Number of line items", count, 200)
    .option("--days <number>", "Number of days", count, 30)
    .option("--downloads <number>", "Downloads per day", count, 5000)
    .option("--hostile", "Add plays by programs that change their user agent and listen to nothing")
    .option("--json", "Print the result as JSON")
    .action((options: Options) => run(options));
}

function run({ downloads, json, ...rest }: Options): void {
  const scale: Scale = { ...rest, downloads_per_day: downloads };
  const outcome = simulate(invent(scale), (day) => {
    if (process.stderr.isTTY) process.stderr.write(`\rday ${day} of ${scale.days}`);
  });
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  const found = audit(outcome);
  if (json) printJson(toJson(found, outcome.downloads));
  else tell(found, outcome.downloads);
  // A violated cap is a bug in the decision, never in the traffic.
  if (found.breaches.length > 0) process.exitCode = 1;
}

const toJson = ({ lines, breaches, revenue }: Audit, downloads: number) => ({
  downloads,
  impressions: lines.reduce((sum, { delivered }) => sum + delivered, 0),
  revenue_amount: amount(revenue),
  breaches,
  lineitems: lines.map((line) => ({ ...line, revenue: amount(line.revenue) })),
});

function tell({ lines, breaches, revenue }: Audit, downloads: number): void {
  for (const line of lines) print(row(line));
  const delivered = lines.reduce((sum, line) => sum + line.delivered, 0);
  print(`${downloads} downloads, ${delivered} ads delivered, revenue ${amount(revenue)}.`);
  for (const breach of breaches) print(`Violated: ${breach}.`);
  if (breaches.length === 0) print("No cap, budget, goal or separation was violated.");
}

const row = ({ lineitem_id, priority, pacing, goal, delivered }: Line): string => {
  const share = goal === null ? "" : `${((100 * delivered) / goal).toFixed(2)} %`;
  return [
    String(lineitem_id).padStart(6),
    String(priority).padStart(3),
    pacing.padEnd(12),
    String(goal ?? "no goal").padStart(9),
    String(delivered).padStart(9),
    share.padStart(9),
  ].join(" ");
};

/** An amount in 10⁻⁸ of the currency as a decimal. */
function amount(units: bigint): string {
  const digits = units.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
