/** Limits on what one request, record or user may cost, declared beside the code that enforces them. */
import { channel } from "node:diagnostics_channel";

/** One limit, as listed in `docs/limits.md`. */
export type Limit = Readonly<{
  /** Stable and kebab-case: the name in errors, in the `Longwave-Limit` header and in metrics. */
  name: string;
  value: number;
  /** Unit of `value`: `ms`, `bytes`, `requests`, `entries`, … */
  unit: string;
  /** What is limited, in a sentence. */
  bounds: string;
  /** What happens to a request, job or connection that exceeds it, in a sentence. */
  beyond: string;
  /** The setting that changes it, if there is one. */
  setting?: string;
}>;

/** The limits of one part of Longwave, under their heading in `docs/limits.md`. */
export type LimitGroup = Readonly<{ title: string; limits: readonly Limit[] }>;

const exceeded = channel("longwave.limit-exceeded");

/** Reports that `limit` was exceeded, for metrics. A `Failure` with a limit is reported by its response. */
export const reportExceeded = (limit: Limit): void => exceeded.publish(limit);

/** Calls `listener` for each report in this process; returns a function that stops it. */
export function onExceeded(listener: (limit: Limit) => void): () => void {
  const receive = (limit: unknown) => listener(limit as Limit);
  exceeded.subscribe(receive);
  return () => exceeded.unsubscribe(receive);
}

/** The Markdown of `docs/limits.md` below its introduction. */
export function limitsMarkdown(groups: readonly LimitGroup[]): string {
  return groups
    .map(({ title, limits }) => [`## ${title}`, "", ...HEAD, ...limits.map(rowOf)].join("\n"))
    .join("\n\n");
}

const HEAD = ["| limit | default | bounds | beyond it | setting |", "|---|---|---|---|---|"];

const rowOf = ({ name, value, unit, bounds, beyond, setting }: Limit): string =>
  `| \`${name}\` | ${value.toLocaleString("en")} ${unit} | ${bounds} | ${beyond} | ${setting ? `\`${setting}\`` : ""} |`;
