/** Results as a table for people. */
import type { Figures } from "./load.ts";
import type { Result } from "./measure.ts";
import type { Transcoded } from "./transcode.ts";

/** Above this share of a core the load generator, not the server, decides. */
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
  return [columns(rows), ...warnings(results)].join("\n");
}

/** Rows of cells under each other, the first column to the left. */
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

const warnings = (results: readonly Result[]): string[] =>
  results
    .filter(({ bare }) => bare.busy > SATURATED)
    .map(
      ({ title, bare }) =>
        `${title}: the load generator used ${Math.round(bare.busy * 100)} % of a core against the bare server, which may do more.`,
    );

/** Speeds are seconds of sound made in one second. */
export function transcodeTableOf(result: Transcoded): string {
  const { ffmpeg, minutes, longwave, plain, encodeOnly, ratio, ratioToEncodeOnly } = result;
  return [
    `${minutes} minutes of stereo with ffmpeg ${ffmpeg}, times real time:`,
    `  Longwave                      ${longwave.toFixed(1)}`,
    `  ffmpeg, measured and encoded  ${plain.toFixed(1)}   ratio ${ratio.toFixed(3)}`,
    `  ffmpeg, encoded only          ${encodeOnly.toFixed(1)}   ratio ${ratioToEncodeOnly.toFixed(3)}`,
  ].join("\n");
}
