/** Traces of single plays, sent to a collector by OTLP if the operator wants them; otherwise they cost nothing. */
/** Continues a trace elsewhere: W3C's `traceparent`. */
export type TraceParent = string;

/** What a span may say. Never anything about a listener. */
type Attributes = Readonly<Record<string, string | number | boolean>>;

/** One step of a trace. */
export type Span = Readonly<{
  traceparent: TraceParent;
  /** Starts a step inside this one. */
  child(name: string, attributes?: Attributes): Span;
  end(attributes?: Attributes): void;
}>;

/** A step that is over. */
type PastSpan = Readonly<{
  name: string;
  parent: TraceParent;
  /** ms since 1970. */
  from: number;
  to: number;
  attributes?: Attributes;
}>;

export type Tracing = Readonly<{
  /** Starts a trace; null if it is not among those that are sampled, or if nothing is traced. */
  start(name: string, attributes?: Attributes): Span | null;
  /** Continues a trace. */
  resume(name: string, parent: TraceParent, attributes?: Attributes): Span | null;
  record(span: PastSpan): void;
  /** Sends what is still to be sent. */
  close(): Promise<void>;
}>;

/** Traces nothing. */
export const NO_TRACING: Tracing = {
  start: () => null,
  resume: () => null,
  record() {},
  close: async () => {},
};

export type TracingOptions = Readonly<{
  /** The collector's base URL; null: nothing is traced, and the library is not loaded. */
  endpoint: string | null;
  /** The share of plays that are traced, from 0 to 1. */
  share: number;
}>;
