/** Logs one line per request, without personal data. */
import type { FastifyInstance } from "fastify";
import { patternOf } from "./othermethods.ts";

/**
 * Logs each response with the route's pattern instead of its URL, and without query, client address, user agent, token
 * or ids. Server errors are logged at `warn`, everything else at `info`; so are refusals, whose reason `sendError` logs.
 */
export function logRequests(app: FastifyInstance): void {
  app.laneListeners.push(({ route, method, status, ms }) =>
    app.log.info({ route, method, status, ms: Math.round(ms * 10) / 10 }, "request"),
  );
  app.addHook("onResponse", (request, reply, done) => {
    const line = {
      method: request.method,
      route: patternOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (reply.statusCode >= 500 && reply.statusCode !== 503) request.log.warn(line, "request");
    else request.log.info(line, "request");
    done();
  });
}
