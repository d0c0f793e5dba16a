/** The report of the soak: latencies and resources by window, and whether they are flat. */
import { columns } from "../report.ts";
import { KINDS } from "./kinds.ts";
import type { Window } from "./load.ts";
import type { Readings } from "./probes.ts";
import { medianOf, quantileOf, trendOf } from "./slope.ts";

/** Caches fill and pools open in the beginning: this share of the windows is shown, but judges nothing. */
const WARM_UP = 0.25;

export type Measured = Readonly<{ window: Window; readings: readonly Readings[] }>;

/** The lowest of a window: what stays after a collection of garbage, and after a burst. */
const lowest = (readings: readonly Readings[], name: string): number =>
  Math.min(...readings.map((each) => each[name] ?? Number.NaN));

/** The report, and whether there was no error and everything is flat. */
export function report(
  measured: readonly Measured[],
  { capacity, rate }: Readonly<{ capacity: number | null; rate: number }>,
): Readonly<{ text: string; good: boolean }> {
  const settled = measured.slice(Math.floor(measured.length * WARM_UP));
  const errors = new Map<string, number>();
  for (const { window } of measured)
    for (const [text, count] of window.errors) errors.set(text, (errors.get(text) ?? 0) + count);
  const latencies = KINDS.map(({ name }) => {
    const times = measured.map(({ window }) => window.times.get(name) ?? []);
    const p99s = settled.map(({ window }) => quantileOf(window.times.get(name) ?? [], 0.99));
    const p50s = settled.map(({ window }) => medianOf(window.times.get(name) ?? []));
    // A 99th percentile of fewer requests is the slowest one.
    const enough = times.every((each) => each.length >= 100);
    const trends = [trendOf(p50s), ...(enough ? [trendOf(p99s)] : [])];
    const flat = trends.every((trend) => trend.flat);
    const growth = Math.max(...trends.map((trend) => trend.growth));
    const all = times.flat();
    const cells = [all.length, medianOf(all), quantileOf(all, 0.99), Math.max(...p99s)];
    return {
      flat,
      row: [
        name,
        ...cells.map((cell) => cell.toFixed(0)),
        percent(growth),
        flat ? "flat" : "GROWS",
      ],
    };
  });
  const names = Object.keys(measured[0]?.readings[0] ?? {});
  const resources = names.map((name) => {
    const series = measured.map(({ readings }) => lowest(readings, name));
    const { flat, growth } = trendOf(series.slice(measured.length - settled.length));
    const ends = [
      series[0],
      series[measured.length - settled.length],
      series.at(-1),
      Math.max(...series),
    ];
    const judged = !GROWS_BY_DESIGN.has(name);
    const verdict = judged ? (flat ? "flat" : "GROWS") : "not judged";
    return {
      flat: flat || !judged,
      row: [name, ...ends.map((end) => (end ?? 0).toFixed(0)), percent(growth), verdict],
    };
  });
  const windows = measured.map(({ window }, index) => [
    String(index + 1),
    ...KINDS.map(({ name }) => {
      const times = window.times.get(name) ?? [];
      return `${medianOf(times).toFixed(0)}/${quantileOf(times, 0.99).toFixed(0)}`;
    }),
  ]);
  const sent = measured.reduce((sum, { window }) => sum + window.sent, 0);
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
  const lines = [
    `capacity ${capacity === null ? "not measured" : `${capacity.toFixed(0)}/s`}, load ${rate.toFixed(0)}/s, ${sent} requests, ${failed} errors`,
    ...[...errors].map(([text, count]) => `  ${count} × ${text}`),
    "",
    columns([
      ["latency, ms", "requests", "p50", "p99", "worst window's p99", "trend", ""],
      ...latencies.map(({ row }) => row),
    ]),
    "",
    columns([["p50/p99 by window", ...KINDS.map(({ name }) => name)], ...windows]),
    "",
    columns([
      ["lowest of a window", "first", "warm", "last", "highest", "trend", ""],
      ...resources.map(({ row }) => row),
    ]),
  ];
  const good = failed === 0 && [...latencies, ...resources].every(({ flat }) => flat);
  return { text: lines.join("\n"), good };
}

/** Each counted download is a row, and each upload leaves files until the nightly sweep. */
const GROWS_BY_DESIGN: ReadonlySet<string> = new Set(["database MiB", "files MiB"]);

const percent = (share: number) => `${share >= 0 ? "+" : ""}${(share * 100).toFixed(1)} %`;
