/** Collects metrics of this process and its requests for Prometheus. */
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { onExceeded } from "../limits.ts";
import type { Disk } from "../storage/disk.ts";

export type Metrics = {
  /** For metrics that other modules add. */
  register: Registry;
  /** Counts every response of `app`, which must not be ready yet. */
  observe(app: FastifyInstance): void;
  /** Measures `disk` whenever the metrics are read. */
  watchDisk(disk: Disk): void;
  contentType: string;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
};

export function createMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer a request, by method, pattern of the route and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  const exceeded = new Counter({
    name: "longwave_limit_exceeded_total",
    help: "Requests, jobs and connections that went beyond a limit of docs/limits.md.",
    labelNames: ["limit"],
    registers: [register],
  });
  return {
    register,
    observe(app) {
      const stop = onExceeded(({ name }) => exceeded.inc({ limit: name }));
      app.addHook("onClose", async () => stop());
      app.laneListeners.push(({ ms, ...labels }) => seconds.observe(labels, ms / 1000));
      app.addHook("onResponse", (request, reply, done) => {
        // The pattern instead of the URL: one series per route, and no personal data.
        const route = request.routeOptions.url ?? "none";
        seconds.observe(
          { method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1000,
        );
        done();
      });
    },
    watchDisk(disk) {
      const figures: [name: string, help: string, read: () => Promise<number>][] = [
        [
          "longwave_disk_free_bytes",
          "Free bytes of the disk that DATA_DIR is on.",
          async () => (await disk.state()).free,
        ],
        [
          "longwave_disk_reserved_bytes",
          "Bytes set aside for uploads and encodings that are under way.",
          async () => (await disk.state()).reserved,
        ],
        [
          "longwave_disk_low",
          "1 while writes are refused because the disk is almost full, else 0.",
          async () => Number((await disk.state()).isLow),
        ],
      ];
      for (const [name, help, read] of figures)
        new Gauge({
          name,
          help,
          registers: [register],
          async collect() {
            this.set(await read());
          },
        });
    },
    contentType: register.contentType,
    text: () => register.metrics(),
  };
}
