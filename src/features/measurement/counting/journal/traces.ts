/**
 * Lines of a journal that continue the trace of a delivery. They stand between the records, so that versions that do not
 * know them skip them and still count every record.
 */
import type { TraceParent, Tracing } from "../../../../platform/tracing/tracing.ts";

/** A traced delivery, and when it was recorded (ms since 1970). */
export type Traced = Readonly<{ trace: TraceParent; at: number }>;

const MARK = '["trace",';

/** The line of a traced delivery, with its line feed. */
export const traceLine = ({ trace, at }: Traced): string => `${MARK}${at},"${trace}"]\n`;

const LINE = /^\["trace",(\d+),"([0-9a-f-]+)"\]$/gm;

/** The traced deliveries in `text`. */
export const tracedIn = (text: string): Traced[] =>
  text.includes(MARK)
    ? [...text.matchAll(LINE)].map(([, at, trace = ""]) => ({ trace, at: Number(at) }))
    : [];

/** The transaction that wrote traced deliveries to the ledgers, in ms since 1970. */
export type CountedTraces = Readonly<{ traced: readonly Traced[]; from: number; to: number }>;

/** Ends the traces of deliveries that have reached the ledgers. */
export function recordCounted(
  tracing: Pick<Tracing, "record">,
  { traced, from, to }: CountedTraces,
): void {
  for (const { trace: parent, at } of traced) {
    tracing.record({ name: "wait in journal", parent, from: at, to: Math.max(at, from) });
    tracing.record({ name: "write to ledger", parent, from, to });
  }
}
