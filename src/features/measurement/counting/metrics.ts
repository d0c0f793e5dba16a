/** Metrics of counting: what was recorded, and how far the ledgers are behind. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Count, Measures } from "../../../platform/metrics/measures.ts";
import type { Metric, MetricGroup } from "../../../platform/metrics/metric.ts";

const RECORDS: Metric = {
  name: "longwave_delivery_records_total",
  type: "counter",
  help: "Deliveries that this process has written to its journal.",
};
const LOST: Metric = {
  name: "longwave_delivery_records_lost_total",
  type: "counter",
  help: "Deliveries that will never be counted, because the journal could not be written for a long time.",
};
const LAG: Metric = {
  name: "longwave_counting_lag_seconds",
  type: "gauge",
  help: "Age of the oldest delivery of this process that is not in the ledgers yet; 0 if all are.",
};
const JOURNAL_BYTES: Metric = {
  name: "longwave_journal_bytes",
  type: "gauge",
  help: "Bytes in `DATA_DIR/journal` that are not counted yet, of all processes.",
};
const JOURNAL_OLDEST: Metric = {
  name: "longwave_journal_oldest_seconds",
  type: "gauge",
  help: "How long ago the oldest of these files was last written to.",
};

export const countingMetrics: MetricGroup = {
  title: "Counting",
  metrics: [RECORDS, LOST, LAG, JOURNAL_BYTES, JOURNAL_OLDEST],
};

/** Knows which deliveries of a process are not in the ledgers yet. */
export type LagMeter = Readonly<{
  records: Count;
  lost: Count;
  /** A delivery was recorded. */
  recorded(): void;
  /** Runs `apply`, which puts all deliveries recorded before it began into the ledgers. */
  applying(apply: () => Promise<void>): Promise<void>;
}>;

/** Measures the lag of one process and the journals in `folder`. */
export function openLagMeter(measures: Measures, folder: string): LagMeter {
  /** When the oldest delivery was recorded: of those that are being applied, and of later ones (process time, ms). */
  let applied: number | null = null;
  let later: number | null = null;
  const records = measures.count(RECORDS);
  measures.watch([LAG], async () => {
    const oldest = applied ?? later;
    return [{ metric: LAG, value: oldest === null ? 0 : (performance.now() - oldest) / 1000 }];
  });
  measures.watch([JOURNAL_BYTES, JOURNAL_OLDEST], async () => {
    const { bytes, oldest_seconds } = await measureJournal(folder);
    return [
      { metric: JOURNAL_BYTES, value: bytes },
      { metric: JOURNAL_OLDEST, value: oldest_seconds },
    ];
  });
  return {
    records,
    lost: measures.count(LOST),
    recorded() {
      records.value += 1;
      later ??= performance.now();
    },
    async applying(apply) {
      applied ??= later;
      later = null;
      await apply();
      applied = null;
    },
  };
}

/** What is still to be counted. */
type JournalState = Readonly<{
  files: number;
  bytes: number;
  /** Since the last write to the oldest file; 0 without files. */
  oldest_seconds: number;
}>;

/** Measures the journals in `folder`; there are none if it does not exist. */
export async function measureJournal(folder: string): Promise<JournalState> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return [];
  });
  // A file may be applied and removed meanwhile.
  const found = await Promise.all(
    names.map((name) => stat(path.join(folder, name)).catch(() => null)),
  );
  const files = found
    .filter((one) => one?.isFile() === true)
    .map((one) => one as NonNullable<typeof one>);
  const oldest = Math.min(Date.now(), ...files.map(({ mtimeMs }) => mtimeMs));
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    oldest_seconds: (Date.now() - oldest) / 1000,
  };
}
