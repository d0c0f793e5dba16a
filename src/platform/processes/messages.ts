/** Defines the messages between the processes of one server, over the channel that Node opens to a child. */
import type { Registry } from "prom-client";

/** Requests charged to callers since the last message. */
type Charges = readonly (readonly [caller: string, requests: number])[];

/** The metrics of one process. */
export type MetricFigures = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export type ToMember =
  /** Finish what runs, take nothing new, and end. */
  | { kind: "stop" }
  /** What the other members have charged. */
  | { kind: "charges"; charges: Charges }
  | { kind: "read-metrics"; question: number }
  | { kind: "metrics"; question: number; text: string };

export type FromMember =
  | { kind: "ready"; address: string }
  | { kind: "charges"; charges: Charges }
  | { kind: "metrics-wanted"; question: number }
  | { kind: "metrics-read"; question: number; figures: MetricFigures };
