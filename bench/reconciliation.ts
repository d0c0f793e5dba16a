/** Measures how long a third party's report takes to read and compare, and its memory. No database is asked. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import { compareAll, sumAll } from "../src/features/measurement/reconciliation/comparing.ts";
import { keysBy, namingOf } from "../src/features/measurement/reconciliation/matching.ts";
import { placeOf, sumReport } from "../src/features/measurement/reconciliation/reading/sums.ts";
import { surveyReport } from "../src/features/measurement/reconciliation/reading/survey.ts";
import { dayOf } from "../src/platform/statistics/calendar.ts";
import { makeRow, median, reportRows, spreadOf } from "./rows.ts";

const DAYS = 365;
const FIRST = 20_454;
const MAPPING = {
  columns: { date: null, lineitem: null, impressions: null, revenue: null },
  date_order: "auto",
  decimal_mark: "auto",
} as const;

const { lines, rounds } = new Command("reconciliation")
  .option("--lines <number>", "lines of the report", Number, 100_000)
  .option("--rounds <number>", "how often it is compared", Number, 5)
  .parse()
  .opts<{ lines: number; rounds: number }>();

const items = Array.from({ length: Math.ceil(lines / DAYS) }, (_, at) => ({
  lineitem_id: at + 1,
  name: `Line item, no. ${at + 1}`,
  external_id: null,
}));

/** A local date, a quoted name, thousands with points, decimal commas: the costliest notation. */
const lineOf = (_: unknown, at: number): string => {
  const [year, month, day] = dayOf(FIRST + (at % DAYS)).split("-");
  const { name } = items[Math.floor(at / DAYS)] ?? { name: "" };
  return `${day}/${month}/${year};"${name}";1.${String(at % 1000).padStart(3, "0")};${at % 90},25`;
};

const sold = Array.from({ length: lines }, (_, at) => ({
  date: dayOf(FIRST + (at % DAYS)),
  lineitem_id: Math.floor(at / DAYS) + 1,
  impressions: 1000 + (at % 1000),
  revenue: BigInt(at % 90) * 100_000_000n + 25_000_000n,
}));

const results: { seconds: number; processor: number; memory: number }[] = [];
const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-reconciliation-"));
try {
  const file = path.join(folder, "report.csv");
  const head = "\ufeffDatum;Buchung;Impressionen;Umsatz";
  await writeFile(file, `${[head, ...Array.from({ length: lines }, lineOf)].join("\r\n")}\r\n`);
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const used = process.cpuUsage();
    const survey = await surveyReport(file, MAPPING);
    const naming = namingOf(survey.keys, items);
    const { known, strangers } = await sumReport(file, survey, keysBy(naming, items));
    const rows = compareAll(sold, known, true);
    const sums = sumAll(rows, true);
    const { user, system } = process.cpuUsage(used);
    const isExact =
      rows.length === lines &&
      strangers.length === 0 &&
      known.has(placeOf(dayOf(FIRST), 1)) &&
      sums.sold.revenue === sums.reported.revenue &&
      sums.sold.impressions === sums.reported.impressions;
    if (!isExact) throw new Error("the sums differ");
    const seconds = (performance.now() - start) / 1000;
    const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
    results.push({ seconds, processor: user + system, memory });
    process.stdout.write(
      `${lines.toLocaleString("en")} lines: ${seconds.toFixed(2)} s, processor ${((user + system) / 1e6).toFixed(2)} s, ${memory} MiB resident\n`,
    );
  }
  reportRows([
    makeRow({
      name: `reconciliation: ${lines.toLocaleString("en")} lines`,
      figure: spreadOf(results.map(({ seconds }) => seconds)),
      unit: "s",
      better: "less",
      processor: median(results.map(({ processor }) => processor / lines)),
      memory: Math.max(...results.map(({ memory }) => memory)),
    }),
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
