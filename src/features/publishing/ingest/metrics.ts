/** Metrics of encoding: attempts, and how many seconds of audio a second of encoding makes. */
import type { Count, Measures } from "../../../platform/metrics/measures.ts";
import type { Metric, MetricGroup } from "../../../platform/metrics/metric.ts";

const ENCODINGS: Metric = {
  name: "longwave_encodings_total",
  type: "counter",
  help: "Attempts at encoding an upload: `done`, or `failed`, which includes files that are not audio and attempts that were interrupted.",
  labels: { outcome: ["done", "failed"] },
};
const AUDIO_SECONDS: Metric = {
  name: "longwave_encoded_audio_seconds_total",
  type: "counter",
  help: "Seconds of audio that were encoded, once for each delivery profile. Divided by the next one: the speed of encoding.",
};
const SECONDS: Metric = {
  name: "longwave_encoding_seconds_total",
  type: "counter",
  help: "Seconds that encoding this audio took, from probing to the finished file.",
};

export const encodingMetrics: MetricGroup = {
  title: "Encoding",
  metrics: [ENCODINGS, AUDIO_SECONDS, SECONDS],
};

export type EncodingCounts = Readonly<{
  done: Count;
  failed: Count;
  audioSeconds: Count;
  seconds: Count;
}>;

export const openEncodingCounts = (measures: Measures): EncodingCounts => ({
  done: measures.count(ENCODINGS, { outcome: "done" }),
  failed: measures.count(ENCODINGS, { outcome: "failed" }),
  audioSeconds: measures.count(AUDIO_SECONDS),
  seconds: measures.count(SECONDS),
});
