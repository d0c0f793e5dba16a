/** Metrics of delivery: redirects to audio, responses with audio, and their bytes. */
import type { Count, Measures } from "../../../platform/metrics/measures.ts";
import type { Metric, MetricGroup } from "../../../platform/metrics/metric.ts";

/** How a listener's rendition was found. */
const OUTCOMES = ["pinned", "decided", "without-ads", "external"] as const;
type Outcome = (typeof OUTCOMES)[number];

const PLAYS: Metric = {
  name: "longwave_plays_total",
  type: "counter",
  help: "Redirects to the audio of an episode: to the rendition `pinned` for the listener, to one `decided` now, to one `without-ads` (previews, bots and probes), or to an `external` host.",
  labels: { outcome: OUTCOMES },
};
const LABELS = { answer: ["whole", "range"], audio: ["plain", "stitched"] } as const;
const BYTES: Metric = {
  name: "longwave_delivered_bytes_total",
  type: "counter",
  help: "Bytes of audio that the kernel has accepted for listeners, in whole files or ranges of audio without (`plain`) or with ads (`stitched`).",
  labels: LABELS,
};
const RESPONSES: Metric = {
  name: "longwave_delivery_responses_total",
  type: "counter",
  help: "Responses with audio that have ended, completely or not.",
  labels: LABELS,
};
const IN_PROGRESS: Metric = {
  name: "longwave_delivery_responses_in_progress",
  type: "gauge",
  help: "Responses with audio that are being sent now.",
};

export const deliveryMetrics: MetricGroup = {
  title: "Delivery",
  metrics: [PLAYS, BYTES, RESPONSES, IN_PROGRESS],
};

type Kind = Readonly<{ bytes: Count; responses: Count }>;

/** The counters of one process, made once: counting a response must cost nothing. */
export type DeliveryCounts = Readonly<{
  plays: Readonly<Record<Outcome, Count>>;
  inProgress: Count;
  /** The counters of a response. */
  of(answer: Readonly<{ status: number }>, audio: Readonly<{ isStitched: boolean }>): Kind;
}>;

export function openDeliveryCounts(measures: Measures): DeliveryCounts {
  const kind = (answer: string, audio: string): Kind => ({
    bytes: measures.count(BYTES, { answer, audio }),
    responses: measures.count(RESPONSES, { answer, audio }),
  });
  const whole = { plain: kind("whole", "plain"), stitched: kind("whole", "stitched") };
  const range = { plain: kind("range", "plain"), stitched: kind("range", "stitched") };
  const play = (outcome: Outcome) => measures.count(PLAYS, { outcome });
  return {
    plays: {
      pinned: play("pinned"),
      decided: play("decided"),
      "without-ads": play("without-ads"),
      external: play("external"),
    },
    inProgress: measures.count(IN_PROGRESS),
    of({ status }, { isStitched }) {
      const sort = status === 206 ? range : whole;
      return isStitched ? sort.stitched : sort.plain;
    },
  };
}
