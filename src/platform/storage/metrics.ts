/** Metrics of the disk below `DATA_DIR`. */
import type { Measures } from "../metrics/measures.ts";
import type { Metric, MetricGroup } from "../metrics/metric.ts";
import type { Disk } from "./disk.ts";

const gauge = (name: string, help: string): Metric => ({ name, type: "gauge", help });

const FREE = gauge(
  "longwave_disk_free_bytes",
  "Free bytes of the fullest file system below `DATA_DIR`.",
);
const RESERVED = gauge(
  "longwave_disk_reserved_bytes",
  "Bytes set aside for uploads and encodings that are under way.",
);
const KEPT = gauge(
  "longwave_disk_kept_free_bytes",
  "Bytes that must stay free; with fewer, low-disk mode begins (`DISK_RESERVE_BYTES`).",
);
const LOW = gauge(
  "longwave_disk_low",
  "1 while writes are refused because the disk is almost full, else 0.",
);

export const diskMetrics: MetricGroup = { title: "Disk", metrics: [FREE, RESERVED, KEPT, LOW] };

/** Measures `disk` whenever the metrics are read. */
export function watchDisk(measures: Measures, disk: Disk): void {
  measures.watch(diskMetrics.metrics, async () => {
    const { free, reserved, isLow } = await disk.state();
    return [
      { metric: FREE, value: free },
      { metric: RESERVED, value: reserved },
      { metric: KEPT, value: await disk.reserveBytes() },
      { metric: LOW, value: Number(isLow) },
    ];
  });
}
