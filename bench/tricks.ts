/** `npm run bench -- tricks`: what each trick in a hot path saves, compared with plain code (docs/decisions/tricks.md). */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import { loadConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import { columns } from "./report.ts";
import { makeRow, median, type Row, ratiosOf, reportRows, spreadOf } from "./rows.ts";
import { cacheComparisons } from "./tricks/caches.ts";
import { callComparisons } from "./tricks/calls.ts";
import { parsingComparisons } from "./tricks/parsing.ts";
import { statementComparisons } from "./tricks/statements.ts";
import { type Comparison, type Costs, compare } from "./tricks/turns.ts";

const STATEMENTS = ["recordset", "prepared"];

const command = new Command("tricks")
  .argument("[names...]", "only comparisons whose name begins so, for instance hmac or cache")
  .option("--rounds <number>", "turns of each variant", "15")
  .action(async (names: string[], options: { rounds: string }) => {
    await using opened = new AsyncDisposableStack();
    const isChosen = (name: string) =>
      names.length === 0 || names.some((begin) => name.startsWith(begin));
    const chosen = [...callComparisons(), ...parsingComparisons(), ...cacheComparisons()];
    if (
      names.length === 0 ||
      names.some((begin) => STATEMENTS.some((name) => begin.startsWith(name)))
    )
      chosen.push(...(await statementComparisons(await openTarget(opened), opened)));
    const rows = [["", "ns of processor time", "of the plain one"]];
    for (const comparison of chosen.filter(({ name }) => isChosen(name))) {
      process.stderr.write(`measuring: ${comparison.name}\n`);
      const costs = await compare(comparison, Number(options.rounds));
      rows.push(...linesOf(comparison, costs));
      reportRows(rowsOf(comparison, costs));
    }
    process.stdout.write(`${columns(rows)}\n`);
  });

/** An empty database of its own. */
async function openTarget(opened: AsyncDisposableStack) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-tricks-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const deps = await openDeps(loadConfig({ DATA_DIR: folder, LOG_LEVEL: "warn" }));
  opened.defer(() => deps.close());
  return deps.target;
}

function linesOf({ name, what }: Comparison, costs: Costs): string[][] {
  const [plain = []] = Object.values(costs);
  return [
    [`${name}: ${what}`, "", ""],
    ...Object.entries(costs).map(([variant, cost]) => [
      `  ${variant}`,
      median(cost).toFixed(0),
      `${((median(cost) / median(plain)) * 100).toFixed(0)} %`,
    ]),
  ];
}

/** Each variant but the plain one. */
function rowsOf({ name }: Comparison, costs: Costs): Row[] {
  const [[peer, plain] = ["", []], ...others] = Object.entries(costs);
  return others.map(([variant, cost]) =>
    makeRow({
      name: `tricks: ${name}, ${variant}`,
      peer,
      ratio: ratiosOf(plain, cost),
      figure: spreadOf(cost),
      unit: "ns",
      better: "less",
      processor: median(cost) / 1000,
    }),
  );
}

await command.parseAsync();
