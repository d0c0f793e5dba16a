/** Metrics of requests and exceeded limits, and those that the library collects of the process itself. */
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics } from "prom-client";
import { onExceeded } from "../limits.ts";
import type { Measures } from "../metrics/measures.ts";
import type { Metric, MetricGroup } from "../metrics/metric.ts";
import { patternOf } from "./othermethods.ts";

const SECONDS: Metric = {
  name: "http_request_duration_seconds",
  type: "histogram",
  help: "Time to answer a request; responses with audio end when the listener has taken them.",
  labels: {
    method: "the method",
    route: "the pattern of the route, such as `/v2/shows/:show_id`",
    status: "the status",
  },
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
};
const EXCEEDED: Metric = {
  name: "longwave_limit_exceeded_total",
  type: "counter",
  help: "Requests, jobs and connections that went beyond a [limit](limits.md).",
  labels: { limit: "the name of the limit" },
};

export const requestMetrics: MetricGroup = { title: "Requests", metrics: [SECONDS, EXCEEDED] };

/** Collects the memory, processor time, garbage collection and event-loop delay of this process. */
export const collectProcess = ({ register }: Measures): void => collectDefaultMetrics({ register });

/** Counts every limit that is exceeded in this process; returns a function that stops it. */
export const countExceeded = (measures: Measures): (() => void) =>
  onExceeded(({ name }) => {
    measures.count(EXCEEDED, { limit: name }).value += 1;
  });

/** Times every response of `app`, which must not be ready yet. */
export function timeRequests(measures: Measures, app: FastifyInstance): void {
  app.laneListeners.push(({ ms, method, route, status }) =>
    measures.observe(SECONDS, ms / 1000, { method, route, status: String(status) }),
  );
  app.addHook("onResponse", (request, reply, done) => {
    // The pattern instead of the URL: one series per route, and no personal data.
    const route = patternOf(request) ?? "none";
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    measures.observe(SECONDS, reply.elapsedTime / 1000, labels);
    done();
  });
}
