/** Prints results as tables. */
import type { Figures } from "./load.ts";
import type { Result } from "./measure.ts";
import { makeRow, median, type Row, ratiosOf, type Spread, spreadOf } from "./rows.ts";
import type { Speed, Transcoded } from "./transcode.ts";

/** Above this share of a core, the load generator limits the result, not the server. */
const SATURATED = 0.95;

const HEAD = ["", "bytes", "req/s", "p50 ms", "p99 ms", "errors"];

export function tableOf(results: readonly Result[]): string {
  const rows = [
    ["", "", "Longwave", "", "", "", "bare", "", "", "", ""],
    [...HEAD, ...HEAD.slice(2), "ratio"],
    ...results.map(({ title, bytes, longwave, bare, ratio }) => [
      title,
      String(bytes),
      ...cells(longwave),
      ...cells(bare),
      ratio.toFixed(3),
    ]),
  ];
  return [columns(rows), ...limitsOf(results), ...warnings(results)].join("\n");
}

/** Of writes, the peer is the floor: what PostgreSQL commits without Longwave. */
export const rowsOf = (results: readonly Result[]): Row[] =>
  results.map(({ title, aim, longwave, bare, spread, limits, processor, memory }) =>
    makeRow({
      name: `api: ${title}`,
      peer: limits === null ? "bare node:http" : "bare inserts of PostgreSQL",
      ratio: spread.ratio,
      figure: spread.perSecond,
      unit: "per s",
      better: "more",
      aim: { of: "ratio", value: aim },
      processor,
      memory,
      p50: longwave.p50,
      p99: longwave.p99,
      errors: longwave.errors + bare.errors,
    }),
  );

/** Aligns cells in columns, the first one left-aligned. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths?.[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  "),
  );
  return lines.join("\n");
}

const cells = ({ perSecond, p50, p99, errors }: Figures): string[] => [
  Math.round(perSecond).toLocaleString("en"),
  p50.toFixed(1),
  p99.toFixed(1),
  String(errors),
];

/** What limits writes, in words. */
const limitsOf = (results: readonly Result[]): string[] =>
  results.flatMap(({ title, limits, spread }) => {
    if (limits === null) return [];
    const { floor, inserter, plain } = limits;
    const answers = (who: string, figures: readonly Figures[]) => {
      const rates = figures.map(({ perSecond }) => perSecond);
      const [p99] = rounded([median(figures.map((each) => each.p99))]);
      return `${title}: ${who} answers ${rounded(rates).join(", ")} a second, p99 ${p99} ms; ratio ${inWords(ratiosOf(rates, floor))}.`;
    };
    return [
      `${title}: PostgreSQL commits ${rounded(floor).join(", ")} bare inserts of the same row a second; ratio ${inWords(spread.ratio)}.`,
      answers("a bare node:http server that only inserts the row", inserter),
      answers("without what follows from a show, Longwave", plain),
    ];
  });

const rounded = (figures: readonly number[]) =>
  figures.map((figure) => Math.round(figure).toLocaleString("en"));

const inWords = ({ median, least, most }: Spread) =>
  `${median.toFixed(3)} (${least.toFixed(3)} to ${most.toFixed(3)})`;

const warnings = (results: readonly Result[]): string[] =>
  results
    .filter(({ bare }) => bare.busy > SATURATED)
    .map(
      ({ title, bare }) =>
        `${title}: the load generator used ${Math.round(bare.busy * 100)} % of a core against the bare server, which may do more.`,
    );

/** Speeds are seconds of audio processed per second. */
export function transcodeTableOf({
  ffmpeg,
  minutes,
  longwave,
  plain,
  encodeOnly,
}: Transcoded): string {
  const speed = ({ wall, cpu }: Speed) =>
    `${wall.toFixed(1).padStart(7)} ${cpu.toFixed(1).padStart(8)}`;
  const ratio = ({ wall, cpu }: Speed) =>
    `${wall.toFixed(3).padStart(8)} ${cpu.toFixed(3).padStart(9)}`;
  return [
    `${minutes} minutes of stereo with ffmpeg ${ffmpeg}, times real time:`,
    "                                 wall      cpu    ratio cpu ratio",
    `Longwave                      ${speed(longwave)}`,
    `ffmpeg, measured and encoded  ${speed(plain)} ${ratio(plain.ratio)}`,
    `ffmpeg, encoded only          ${speed(encodeOnly)} ${ratio(encodeOnly.ratio)}`,
  ].join("\n");
}

export const transcodeRows = ({ minutes, rounds, longwave }: Transcoded): Row[] => [
  makeRow({
    name: "transcode: an upload",
    peer: "ffmpeg, the same passes by hand",
    ratio: ratiosOf(
      rounds.map((round) => 1 / round.longwave.cpu),
      rounds.map((round) => 1 / round.plain.cpu),
    ),
    figure: spreadOf(rounds.map((round) => (minutes * 60) / round.longwave.wall)),
    unit: "× real time",
    better: "more",
    processor: 1e6 / longwave.cpu,
  }),
];
