/** Declares what a process measures, beside the code that measures it; docs/metrics.md is generated from all of them. */

/** One metric in Prometheus' terms. */
export type Metric = Readonly<{
  /** With the unit as its suffix and, for counters, `_total` (Prometheus' naming conventions). */
  name: string;
  type: "counter" | "gauge" | "histogram";
  /** What it measures, in a sentence. */
  help: string;
  /** The values of each label, or a description of them: few, and never of a person or a record. */
  labels?: Readonly<Record<string, readonly string[] | string>>;
  /** Upper bounds of a histogram. */
  buckets?: readonly number[];
}>;

/** The metrics of one part of Longwave, under their heading in `docs/metrics.md`. */
export type MetricGroup = Readonly<{ title: string; metrics: readonly Metric[] }>;

/** The Markdown of `docs/metrics.md` below its introduction. */
export function metricsMarkdown(groups: readonly MetricGroup[]): string {
  return groups
    .map(({ title, metrics }) => [`## ${title}`, "", ...HEAD, ...metrics.map(rowOf)].join("\n"))
    .join("\n\n");
}

const HEAD = ["| metric | type | labels | measures |", "|---|---|---|---|"];

const rowOf = ({ name, type, labels = {}, help }: Metric): string =>
  `| \`${name}\` | ${type} | ${Object.entries(labels).map(labelText).join("; ")} | ${help} |`;

const labelText = ([label, values]: [string, readonly string[] | string]): string =>
  `\`${label}\`: ${typeof values === "string" ? values : values.map((value) => `\`${value}\``).join(", ")}`;
