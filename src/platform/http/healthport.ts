/** Serves the health checks and metrics of a process that serves nothing else by HTTP. */
import { refuseEarly } from "./broken.ts";
import { answerHealth, type HealthOptions } from "./health.ts";
import { type HttpListener, type ListenerOptions, openListener } from "./listener.ts";

/** Listens on `host`:`port`. Throws `ListenError`. */
export async function openHealthPort(
  health: HealthOptions,
  options: Omit<ListenerOptions, "first" | "refuse">,
): Promise<HttpListener> {
  const listener = await openListener({
    ...options,
    first: (phase, request, response) => answerHealth(health, phase, request, response),
  });
  listener.open((_request, response) => refuseEarly(response, NOTHING_ELSE, null));
  return listener;
}

const NOTHING_ELSE = {
  code: 404,
  type: "path-not-found",
  message: "This process runs background jobs. It has /health/live, /health/ready and /metrics.",
} as const;
