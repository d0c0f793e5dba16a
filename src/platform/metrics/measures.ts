/**
 * Counts and times what one process does. Code that counts holds a plain object and adds to it, which costs an
 * addition; the library for metrics reads the objects when somebody reads the metrics.
 */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Metric } from "./metric.ts";

/** The value of one series; whoever counts adds to it. */
export type Count = { value: number };

type Labels = Readonly<Record<string, string>>;

/** The value of one series of a gauge at this moment. */
export type Reading = Readonly<{ metric: Metric; labels?: Labels; value: number }>;

export type Measures = Readonly<{
  /** Shows counters and histograms that have no series yet. */
  declare(metrics: readonly Metric[]): void;
  /** The series of a counter or gauge: the same object for the same labels. */
  count(metric: Metric, labels?: Labels): Count;
  /** Records a value of a histogram. */
  observe(metric: Metric, value: number, labels?: Labels): void;
  /** Gauges that are measured whenever the metrics are read; if that fails or takes too long, they are left out. */
  watch(metrics: readonly Metric[], read: () => Promise<readonly Reading[]>): void;
  /** For metrics of libraries. */
  register: Registry;
  /** All metrics as objects, for a process that puts those of several together. */
  figures(): ReturnType<Registry["getMetricsAsJSON"]>;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
}>;

type Series = Map<string, { labels: Labels; count: Count }>;
type Watch = Readonly<{
  gauges: ReadonlyMap<string, Readonly<{ gauge: Gauge; isLabelled: boolean }>>;
  read: () => Promise<readonly Reading[]>;
}>;

/** Half of the time that Prometheus waits for metrics by default. */
const PATIENCE_MS = 5000;

export function createMeasures(): Measures {
  const register = new Registry();
  const counted = new Map<string, Series>();
  const timed = new Map<string, Histogram>();
  const watches = new Map<string, Watch>();
  const seriesOf = (metric: Metric): Series => {
    const series = counted.get(metric.name) ?? exportSeries(register, metric);
    counted.set(metric.name, series);
    return series;
  };
  const histogramFor = (metric: Metric): Histogram => {
    const histogram = timed.get(metric.name) ?? histogramOf(register, metric);
    timed.set(metric.name, histogram);
    return histogram;
  };
  const readWatches = () => Promise.all([...watches.values()].map(readGauges));
  return {
    register,
    declare(metrics) {
      for (const metric of metrics)
        if (metric.type === "counter") seriesOf(metric);
        else if (metric.type === "histogram") histogramFor(metric);
    },
    count(metric, labels = {}) {
      const series = seriesOf(metric);
      const key = JSON.stringify(Object.entries(labels));
      const known = series.get(key) ?? { labels, count: { value: 0 } };
      series.set(key, known);
      return known.count;
    },
    observe(metric, value, labels = {}) {
      histogramFor(metric).observe(labels, value);
    },
    watch(metrics, read) {
      const gauges = new Map(
        metrics.map((metric) => [
          metric.name,
          { gauge: gaugeOf(register, metric), isLabelled: metric.labels !== undefined },
        ]),
      );
      watches.set([...gauges.keys()].join(), { gauges, read });
    },
    async figures() {
      await readWatches();
      return register.getMetricsAsJSON();
    },
    async text() {
      await readWatches();
      return register.metrics();
    },
  };
}

const optionsOf = ({ name, help, labels = {} }: Metric) => ({
  name,
  help,
  labelNames: Object.keys(labels),
});

/** Shows the series of a metric to the library whenever it is read. */
function exportSeries(register: Registry, metric: Metric): Series {
  const series: Series = new Map();
  const options = { ...optionsOf(metric), registers: [register] };
  if (metric.type === "gauge")
    new Gauge({
      ...options,
      collect() {
        for (const { labels, count } of series.values()) this.set(labels, count.value);
      },
    });
  else
    new Counter({
      ...options,
      collect() {
        this.reset();
        for (const { labels, count } of series.values()) this.inc(labels, count.value);
      },
    });
  return series;
}

const histogramOf = (register: Registry, metric: Metric): Histogram =>
  new Histogram({
    ...optionsOf(metric),
    registers: [register],
    ...(metric.buckets && { buckets: [...metric.buckets] }),
  });

/** A part of a process that is opened again continues the gauge of the one before. */
const gaugeOf = (register: Registry, metric: Metric): Gauge =>
  (register.getSingleMetric(metric.name) as Gauge | undefined) ??
  new Gauge({ ...optionsOf(metric), registers: [register] });

/** What cannot be measured now is not shown at all: an old or invented value would look like a true one. */
async function readGauges({ gauges, read }: Watch): Promise<void> {
  const patience = Promise.withResolvers<readonly Reading[]>();
  const late = setTimeout(() => patience.resolve([]), PATIENCE_MS).unref();
  const readings = await Promise.race([read().catch(() => []), patience.promise]);
  clearTimeout(late);
  for (const { gauge, isLabelled } of gauges.values()) {
    gauge.reset();
    // Without labels, it has a series with the value 0 after that.
    if (!isLabelled) gauge.remove();
  }
  for (const { metric, labels = {}, value } of readings)
    gauges.get(metric.name)?.gauge.set(labels, value);
}
