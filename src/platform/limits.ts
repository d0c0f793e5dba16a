/** Budgets: what one request, record or user may cost. Declared beside the code that enforces them. */
import { channel } from "node:diagnostics_channel";

/** One budget, as `docs/limits.md` lists it. */
export type Limit = Readonly<{
  /** Stable and kebab-case: the name in errors, in the `Longwave-Limit` header and in metrics. */
  name: string;
  value: number;
  /** Of `value`: `ms`, `bytes`, `requests`, `entries`, … */
  unit: string;
  /** What is bounded, in a sentence. */
  bounds: string;
  /** What happens to a request, job or connection that goes beyond it, in a sentence. */
  beyond: string;
  /** The setting that changes it; left out where none does. */
  setting?: string;
}>;

/** The limits of one part of Longwave, under the heading that `docs/limits.md` gives them. */
export type LimitGroup = Readonly<{ title: string; limits: readonly Limit[] }>;

const exceeded = channel("longwave.limit-exceeded");

/** Reports that something went beyond `limit`, for metrics. A `Failure` with a limit is reported by its answer. */
export const reportExceeded = (limit: Limit): void => exceeded.publish(limit);

/** Calls `listener` for each report of this process; returns how to stop. */
export function onExceeded(listener: (limit: Limit) => void): () => void {
  const receive = (limit: unknown) => listener(limit as Limit);
  exceeded.subscribe(receive);
  return () => exceeded.unsubscribe(receive);
}

/** The Markdown of `docs/limits.md`, below its introduction. */
export function limitsMarkdown(groups: readonly LimitGroup[]): string {
  return groups
    .map(({ title, limits }) => [`## ${title}`, "", ...HEAD, ...limits.map(rowOf)].join("\n"))
    .join("\n\n");
}

const HEAD = ["| limit | default | bounds | beyond it | setting |", "|---|---|---|---|---|"];

const rowOf = ({ name, value, unit, bounds, beyond, setting }: Limit): string =>
  `| \`${name}\` | ${value.toLocaleString("en")} ${unit} | ${bounds} | ${beyond} | ${setting ? `\`${setting}\`` : ""} |`;
