/** The request log: one line a request, nothing of the person who made it. */
import type { FastifyInstance } from "fastify";

/**
 * Logs each answer: the route's pattern in place of its address, and no query, address of the
 * caller, user agent, token or id. A server error is told at `warn`, everything else at `info`.
 */
export function logRequests(app: FastifyInstance): void {
  app.laneListeners.push(({ ms, ...answer }) =>
    app.log.info({ ...answer, ms: Math.round(ms * 10) / 10 }, "request"),
  );
  app.addHook("onResponse", (request, reply, done) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (reply.statusCode >= 500) request.log.warn(line, "request");
    else request.log.info(line, "request");
    done();
  });
}
