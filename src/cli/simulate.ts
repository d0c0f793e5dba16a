/** `longwave simulate`: a month of invented traffic against the real ad decision, and what came of it. */
import { type Command, InvalidArgumentError } from "commander";
import { type Audit, audit, type Line } from "../features/adserving/simulation/audit.ts";
import { invent, type Scale } from "../features/adserving/simulation/invented.ts";
import { simulate } from "../features/adserving/simulation/run.ts";
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
    .description("run invented traffic through the ad decision, in memory, and report on it")
    .option("--seed <number>", "the same number, the same traffic", count, 1)
    .option("--lineitems <number>", "line items to invent", count, 200)
    .option("--days <number>", "days to simulate", count, 30)
    .option("--downloads <number>", "downloads a day", count, 5000)
    .option("--hostile", "add plays by programs that change their user agent and listen to nothing")
    .option("--json", "print the result as JSON")
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
  // A broken cap is a fault of the decision, never of the traffic.
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
  for (const breach of breaches) print(`Broken: ${breach}.`);
  if (breaches.length === 0) print("No cap, budget, goal or separation was broken.");
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

/** 10⁻⁸ of the currency as a decimal. */
function amount(units: bigint): string {
  const digits = units.toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
