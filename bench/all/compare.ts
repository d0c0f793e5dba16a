/** Says what changed since an earlier run, and what did not because rounds differ as much by themselves. */
import { columns } from "../report.ts";
import type { Row, Spread } from "../rows.ts";
import { isSameMachine, machineLine } from "./machine.ts";
import { digits, type Run } from "./table.ts";

const HEAD = ["", "of", "before", "spread", "now", "spread", "change", ""];

export function comparison(before: Run, now: Run): string {
  const comparable = isSameMachine(before.machine, now.machine);
  const earlier = new Map(before.rows.map((row) => [row.name, row]));
  const lines = now.rows.map((row) => lineOf(earlier.get(row.name), row, comparable));
  const names = new Set(now.rows.map(({ name }) => name));
  const gone = before.rows.filter(({ name }) => !names.has(name));
  return [
    `compared with ${before.date.slice(0, 16).replace("T", " ")} UTC; ${machineLine(before.machine)}`,
    ...(comparable ? [] : ["Another machine: only ratios are compared."]),
    ...(before.quick === now.quick ? [] : ["One of the two was quick: amounts of data differ."]),
    "",
    columns([HEAD, ...lines, ...gone.map(({ name }) => [name, "", "", "", "", "", "", "gone"])]),
  ].join("\n");
}

/** Compares ratios if both have one, because other load affects both sides of a ratio. */
function lineOf(before: Row | undefined, now: Row, comparable: boolean): string[] {
  if (before === undefined) return [now.name, "", "", "", "", "", "", "new"];
  const ofRatio = before.ratio !== null && now.ratio !== null;
  const [one, other] = ofRatio ? [before.ratio, now.ratio] : [before.figure, now.figure];
  const change = `${((other.median / one.median - 1) * 100).toFixed(1)} %`;
  const verdict =
    ofRatio || comparable
      ? verdictOf(one, other, ofRatio ? "more" : now.better)
      : "another machine";
  return [
    now.name,
    ofRatio ? "ratio" : now.unit,
    digits(one.median),
    spreadText(one),
    digits(other.median),
    spreadText(other),
    change.startsWith("-") ? change : `+${change}`,
    verdict,
  ];
}

/** Rounds that overlap could come from the same code. */
function verdictOf(before: Spread, now: Spread, better: Row["better"]): string {
  if (now.least <= before.most && now.most >= before.least) return "no change";
  if (before.rounds < 2 || now.rounds < 2) return "one round: spread unknown";
  return now.median > before.median === (better === "more") ? "better" : "worse";
}

const spreadText = ({ least, most, rounds }: Spread): string =>
  rounds > 1 ? `${digits(least)} to ${digits(most)}` : "";
