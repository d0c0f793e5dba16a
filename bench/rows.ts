/** The results of each benchmark as rows of one type, for the table of `npm run bench -- all`. */

/** The median, least and most of some rounds. With one round nothing says how much a repetition would differ. */
export type Spread = Readonly<{ median: number; least: number; most: number; rounds: number }>;

/** What a row should reach: at least this ratio, or this figure at its better side or nearer. */
type Aim = Readonly<{ of: "ratio" | "figure"; value: number }>;

export type Row = Readonly<{
  /** Benchmark and case. A row is compared with the one of the same name in an earlier run. */
  name: string;
  /** What did the same work in the same run, or a limit that nothing can exceed; null if there is none. */
  peer: string | null;
  /** Compared with the peer, round by round; more is better. */
  ratio: Spread | null;
  figure: Spread;
  unit: string;
  better: "more" | "less";
  aim: Aim | null;
  /** Processor time of one operation in µs; null if it was not measured. Whose time it is, docs/benchmarks.md says. */
  processor: number | null;
  /** Resident memory of Longwave at the end, or at most, in MiB. */
  memory: number | null;
  /** Latencies in ms. */
  p50: number | null;
  p99: number | null;
  /** Requests that failed. */
  errors: number;
}>;

type Given = Pick<Row, "name" | "figure" | "unit" | "better"> & Partial<Row>;

/** A row of which only what was measured is given. */
export const makeRow = (given: Given): Row => ({
  peer: null,
  ratio: null,
  aim: null,
  processor: null,
  memory: null,
  p50: null,
  p99: null,
  errors: 0,
  ...given,
});

/** Hands rows to `bench -- all`, if it has started this benchmark; otherwise does nothing. */
export function reportRows(rows: readonly Row[]): void {
  process.send?.(rows);
}

export function spreadOf(rounds: readonly number[]): Spread {
  const sorted = rounds.toSorted((a, b) => a - b);
  return {
    median: median(rounds),
    least: sorted[0] ?? Number.NaN,
    most: sorted.at(-1) ?? Number.NaN,
    rounds: rounds.length,
  };
}

/** Of many single samples: the median of each of five parts is a round. One sample says too little. */
export const partsOf = (samples: readonly number[]): number[] =>
  Array.from({ length: PARTS }, (_, part) =>
    median(
      samples.slice(
        Math.floor((part * samples.length) / PARTS),
        Math.floor(((part + 1) * samples.length) / PARTS),
      ),
    ),
  );
const PARTS = 5;

/** The spread of each round's share: of `rounds`, and the figure of the same round in `peers`. */
export const ratiosOf = (rounds: readonly number[], peers: readonly number[]): Spread =>
  spreadOf(rounds.map((figure, round) => figure / (peers[round] ?? Number.NaN)));

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
