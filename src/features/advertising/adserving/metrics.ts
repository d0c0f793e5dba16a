/** Metrics of ad decisions and of how many of the places for ads were filled. */
import type { Count, Measures } from "../../../platform/metrics/measures.ts";
import type { Metric, MetricGroup } from "../../../platform/metrics/metric.ts";
import type { AdRequest } from "./schema.ts";

const OUTCOMES = [
  "filled",
  "partly-filled",
  "unfilled",
  "not-booked",
  "refused",
  "failed",
] as const;
type Outcome = (typeof OUTCOMES)[number];

const DECISIONS: Metric = {
  name: "longwave_ad_decisions_total",
  type: "counter",
  help: "Ad decisions: all places of the breaks `filled`, `partly-filled` or `unfilled`; `not-booked`: no line item matches or there are no breaks; `refused`: a limit on reservations; `failed`: an error, after which the listener gets no ads.",
  labels: { outcome: OUTCOMES },
};
const PLACES: Metric = {
  name: "longwave_ad_places_total",
  type: "counter",
  help: "Places for ads in the breaks that were decided; fill is the share of those with the result `filled`.",
  labels: { result: ["filled", "empty"] },
};
const SECONDS: Metric = {
  name: "longwave_ad_decision_duration_seconds",
  type: "histogram",
  help: "Time to choose and reserve the ads of one listener, where line items match.",
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
};

export const adMetrics: MetricGroup = { title: "Ads", metrics: [DECISIONS, PLACES, SECONDS] };

export type DecisionCounts = Readonly<{
  /** Counts a decision that was made for `request` with `ads` ads; `seconds` if it took a transaction. */
  add(outcome: "decided" | "not-booked" | "refused", request: AdRequest, ads?: number): void;
  failed: Count;
  took(seconds: number): void;
}>;

export function openDecisionCounts(measures: Measures): DecisionCounts {
  const decisions = new Map(
    OUTCOMES.map((outcome) => [outcome, measures.count(DECISIONS, { outcome })] as const),
  );
  const count = (outcome: Outcome): Count => decisions.get(outcome) ?? { value: 0 };
  const filled = measures.count(PLACES, { result: "filled" });
  const empty = measures.count(PLACES, { result: "empty" });
  return {
    add(outcome, { breaks }, ads = 0) {
      const places = breaks.reduce((sum, { ads_max_count }) => sum + ads_max_count, 0);
      filled.value += ads;
      empty.value += Math.max(0, places - ads);
      count(outcome === "decided" ? fillOf(ads, places) : outcome).value += 1;
    },
    failed: count("failed"),
    took: (seconds) => measures.observe(SECONDS, seconds),
  };
}

const fillOf = (ads: number, places: number): Outcome =>
  ads === 0 ? "unfilled" : ads < places ? "partly-filled" : "filled";
