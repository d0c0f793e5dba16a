/** What `node bench/media.ts` prints and reports: the rounds of the three servers as tables and rows. */
import type { Figures } from "../load.ts";
import { columns } from "../report.ts";
import { makeRow, median, type Row, ratiosOf, spreadOf } from "../rows.ts";

/** `cpu`: microseconds of the server's own processor time per request. */
export type Measured = Figures & { cpu: number };

/** The servers in the order of their turns; all but the first are yardsticks. */
const SERVERS = ["longwave", "bare", "nginx"] as const;
type ServerName = (typeof SERVERS)[number];
export type Round = Readonly<Record<ServerName, Measured>>;

export type Result = Readonly<{
  title: string;
  /** What Longwave should reach of nginx. */
  aim: number;
  rounds: readonly Round[];
  /** Longwave's resident memory at the end, in MiB. */
  memory: number;
}>;

const TITLES: Readonly<Record<ServerName, string>> = {
  longwave: "Longwave",
  bare: "bare node:http, from memory",
  nginx: "nginx, one file",
};

const HEAD = ["req/s", "p50 ms", "p99 ms", "CPU µs", "load %", "errors", "of nginx", "quiet"];

export const mediaTable = (results: readonly Result[]): string =>
  columns([["", ...HEAD, "of bare"], ...results.flatMap(linesOf)]);

const linesOf = ({ title, rounds }: Result): string[][] => [
  [title, ...HEAD.map(() => ""), ""],
  ...SERVERS.map((name) => [
    `  ${TITLES[name]}`,
    ...cells(rounds.map((round) => round[name])),
    name === "nginx" ? "" : ratioOf(rounds, name, "nginx").median.toFixed(2),
    name === "nginx" ? "" : quietRatioOf(rounds, name).toFixed(2),
    name === "longwave" ? ratioOf(rounds, name, "bare").median.toFixed(2) : "",
  ]),
];

/**
 * Medians of the rounds, and the sum of errors. `load`: share of one processor that the generator used; near 100 the
 * server could do more.
 */
const cells = (rounds: readonly Measured[]): string[] => [
  median(rounds.map(({ perSecond }) => perSecond)).toFixed(0),
  median(rounds.map(({ p50 }) => p50)).toFixed(1),
  median(rounds.map(({ p99 }) => p99)).toFixed(1),
  median(rounds.map(({ cpu }) => cpu)).toFixed(0),
  (median(rounds.map(({ busy }) => busy)) * 100).toFixed(0),
  String(errorsOf(rounds)),
];

const errorsOf = (rounds: readonly Measured[]): number =>
  rounds.reduce((sum, { errors }) => sum + errors, 0);

const ratesOf = (rounds: readonly Round[], name: ServerName): number[] =>
  rounds.map((round) => round[name].perSecond);

const ratioOf = (rounds: readonly Round[], name: ServerName, peer: ServerName) =>
  ratiosOf(ratesOf(rounds, name), ratesOf(rounds, peer));

/** Of the upper quartiles: the rounds that other work disturbed least. */
const quietRatioOf = (rounds: readonly Round[], name: ServerName): number =>
  quartileOf(ratesOf(rounds, name)) / quartileOf(ratesOf(rounds, "nginx"));

const quartileOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.75)] ?? Number.NaN;

/** Beside nginx with the aim, and beside what a server in Node can do at most without one. */
export function rowsOf({ title, aim, rounds, memory }: Result): Row[] {
  const own = rounds.map(({ longwave }) => longwave);
  const row = makeRow({
    name: `media: ${title}`,
    peer: TITLES.nginx,
    ratio: ratioOf(rounds, "longwave", "nginx"),
    aim: { of: "ratio", value: aim },
    figure: spreadOf(ratesOf(rounds, "longwave")),
    unit: "per s",
    better: "more",
    processor: median(own.map(({ cpu }) => cpu)),
    memory,
    p50: median(own.map(({ p50 }) => p50)),
    p99: median(own.map(({ p99 }) => p99)),
    errors: errorsOf(own),
  });
  const ratio = ratioOf(rounds, "longwave", "bare");
  return [row, { ...row, name: `${row.name}, of Node`, peer: TITLES.bare, ratio, aim: null }];
}
