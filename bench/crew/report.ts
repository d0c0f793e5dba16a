/** What `bench -- crew` prints and reports. */
import os from "node:os";
import type { Figures } from "../load.ts";
import { columns } from "../report.ts";
import { makeRow, median, type Row, ratiosOf, spreadOf } from "../rows.ts";
import type { Cores } from "./processor.ts";

/** Figures of the generator, whose share of a core is `busy`, and the cores in use meanwhile. */
export type Round = Readonly<{ figures: Figures; cores: Cores }>;
export type Pair = Readonly<{ one: Round; many: Round }>;

const HEAD = [
  ...["processes", "per s", "p50 ms", "p99 ms", "errors"],
  ...["cores of Longwave", "each", "of PostgreSQL", "of generator", "of softirq", "of others"],
  ...["CPU µs", "per s and core"],
];

export function crewTable(pairs: readonly Pair[], processes: number): string {
  const ratios = ratiosOf(...ratesOf(pairs));
  const each = pairs.map(({ one, many }) => many.figures.perSecond / one.figures.perSecond);
  return [
    columns([
      HEAD,
      lineOf(
        "1",
        pairs.map(({ one }) => one),
      ),
      lineOf(
        String(processes),
        pairs.map(({ many }) => many),
      ),
    ]),
    `ratio ${ratios.median.toFixed(2)} (${each.map((ratio) => ratio.toFixed(2)).join(", ")})`,
    limitLine(pairs),
  ].join("\n");
}

const lineOf = (name: string, rounds: readonly Round[]): string[] => {
  const of = (read: (round: Round) => number, digits: number) =>
    median(rounds.map(read)).toFixed(digits);
  const errors = rounds.reduce((sum, { figures }) => sum + figures.errors, 0);
  return [
    name,
    of(({ figures }) => figures.perSecond, 1),
    of(({ figures }) => figures.p50, 1),
    of(({ figures }) => figures.p99, 1),
    String(errors),
    of(({ cores }) => longwaveOf(cores), 2),
    eachOf(rounds.map(({ cores }) => cores)),
    of(({ cores }) => cores.postgres, 2),
    of(({ figures }) => figures.busy, 2),
    of(({ cores }) => cores.softirq, 2),
    of((round) => othersOf(round), 2),
    of(microsecondsOf, 0),
    of((round) => 1e6 / microsecondsOf(round), 0),
  ];
};

const longwaveOf = ({ processes }: Cores): number => processes.reduce((sum, one) => sum + one, 0);

/** Processor time of Longwave for one request. */
const microsecondsOf = ({ figures, cores }: Round): number =>
  (longwaveOf(cores) * 1e6) / figures.perSecond;

/** Medians for each process; with several, the supervisor is the first. */
const eachOf = (rounds: readonly Cores[]): string =>
  (rounds[0]?.processes ?? [])
    .map((_, index) => median(rounds.map(({ processes }) => processes[index] ?? 0)).toFixed(2))
    .join(" + ");

/** What takes part in serving a request. */
const takingPart = ({ figures, cores }: Round): number =>
  longwaveOf(cores) + cores.postgres + cores.softirq + figures.busy;

const othersOf = (round: Round): number => Math.max(0, round.cores.all - takingPart(round));

/**
 * If a request always took the same processor time, all cores together could not serve more than this. Beside other
 * work one process does not come as far as it could, so that more seems to be left.
 */
function limitLine(pairs: readonly Pair[]): string {
  const cores = os.availableParallelism();
  const used = median(pairs.map(({ one }) => takingPart(one)));
  const others = median(pairs.map(({ one }) => othersOf(one)));
  const limit = `With one process, requests took ${used.toFixed(2)} of ${cores} cores: at most ${(cores / used).toFixed(2)} times as many fit into them.`;
  return others < QUIET
    ? limit
    : `${limit} Other work took ${others.toFixed(2)}; without it the limit is lower.`;
}
/** Cores. */
const QUIET = 0.1;

const ratesOf = (pairs: readonly Pair[]): [many: number[], one: number[]] => [
  pairs.map(({ many }) => many.figures.perSecond),
  pairs.map(({ one }) => one.figures.perSecond),
];

/** `share` of a core (0 to 1) that each process had. */
export function crewRow(
  pairs: readonly Pair[],
  { processes, mix, share }: Readonly<{ processes: number; mix: string; share: number }>,
): Row {
  const [many, one] = ratesOf(pairs);
  const rounds = pairs.map(({ many }) => many);
  const of = (read: (round: Round) => number) => median(rounds.map(read));
  return makeRow({
    name: `crew: ${processes} processes, ${mix}${share < 1 ? `, ${Math.round(100 * share)} % of a core each` : ""}`,
    peer: "one process",
    ratio: ratiosOf(many, one),
    figure: spreadOf(many),
    unit: "per s",
    better: "more",
    // With a whole core each, PostgreSQL and the generator already use the other one of two.
    aim: os.availableParallelism() > 2 || share < 1 ? { of: "ratio", value: 1.7 } : null,
    processor: of(microsecondsOf),
    p50: of(({ figures }) => figures.p50),
    p99: of(({ figures }) => figures.p99),
    errors: rounds.reduce((sum, { figures }) => sum + figures.errors, 0),
  });
}
