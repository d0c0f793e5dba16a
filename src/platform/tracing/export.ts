/** Makes spans with OpenTelemetry and sends them by OTLP over HTTP. Only loaded if traces are wanted. */
import {
  type Span as ApiSpan,
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import type { Span, TraceParent, Tracing } from "./tracing.ts";

/** How often an unreachable collector is logged. */
const COMPLAIN_EVERY_MS = 60_000;

export function openExport(
  { endpoint, share }: Readonly<{ endpoint: string; share: number }>,
  log: Pick<Logger, "warn">,
): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "longwave" }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: openExporter(endpoint, log) })],
  });
  const tracer = provider.getTracer("longwave");
  const spanIn = (name: string, context: Context, attributes = {}): Span =>
    wrap(tracer.startSpan(name, { attributes }, context));
  const wrap = (span: ApiSpan): Span => ({
    traceparent: textOf(span.spanContext()),
    child: (name, attributes) => spanIn(name, trace.setSpan(ROOT_CONTEXT, span), attributes),
    end(attributes = {}) {
      span.setAttributes(attributes);
      span.end();
    },
  });
  return {
    start(name, attributes = {}) {
      const span = tracer.startSpan(name, { attributes }, ROOT_CONTEXT);
      return span.isRecording() ? wrap(span) : null;
    },
    resume(name, parent, attributes) {
      const context = contextOf(parent);
      return context === null ? null : spanIn(name, context, attributes);
    },
    record({ name, parent, from, to, attributes = {} }) {
      const context = contextOf(parent);
      if (context === null) return;
      tracer.startSpan(name, { attributes, startTime: from }, context).end(to);
    },
    close: () => provider.shutdown(),
  };
}

/** An exporter whose failures are logged once in a while: a trace is not worth a line each. */
function openExporter(endpoint: string, log: Pick<Logger, "warn">): OTLPTraceExporter {
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url });
  const send = exporter.export.bind(exporter);
  let complainedAt = Number.NEGATIVE_INFINITY;
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      if (result.error !== undefined && performance.now() - complainedAt > COMPLAIN_EVERY_MS) {
        complainedAt = performance.now();
        log.warn({ reason: result.error.message, spans: spans.length }, "traces could not be sent");
      }
      done(result);
    });
  return exporter;
}

const textOf = ({ traceId, spanId }: SpanContext): TraceParent => `00-${traceId}-${spanId}-01`;

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

function contextOf(parent: TraceParent): Context | null {
  const [, traceId, spanId] = PARENT.exec(parent) ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  const from = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, from);
}
