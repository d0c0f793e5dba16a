/**
 * The quick lane: answers that need nobody's name, no database and no schema are sent before the
 * router is asked. Of a range of 64 KiB the way through router and hooks was a third of the cost.
 */
import { randomUUID } from "node:crypto";
import type http from "node:http";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { type AddressOf, addressReader, type TrustProxy } from "./address.ts";
import { everywhere } from "./headers.ts";

/**
 * One route's share of the lane. The route itself stands in the router too, and gets whatever the
 * lane leaves: everything refused, everything unusual.
 */
export type Lane = Readonly<{
  /** The route's pattern, for log and metrics. */
  route: string;
  /** How the path of every request begins that it may answer. */
  prefix: string;
  /**
   * Answers with `head`, flat, among its headers, and resolves when the answer has left. Returns
   * null, or rejects before the head, for what the router shall answer. A query may name a token:
   * one that it does not know it must leave.
   */
  serve(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    head: readonly string[],
    addressOf: AddressOf,
  ): Promise<void> | null;
}>;

/** An answer that the lane has given. */
export type LaneAnswer = Readonly<{ method: string; route: string; status: number; ms: number }>;

declare module "fastify" {
  interface FastifyInstance {
    /** Where requests come in: through the lanes, then the router. */
    entrance(request: http.IncomingMessage, response: http.ServerResponse): void;
    /** Who is told of the lanes' answers: they pass no hook. */
    laneListeners: ((answer: LaneAnswer) => void)[];
  }
}

type Options = Readonly<{
  log: Logger;
  lanes?: readonly Lane[];
  publicUrl: string | null;
  trustProxy: TrustProxy;
}>;

/** Gives `app` its entrance. */
export function putLanesInFront(app: FastifyInstance, options: Options): void {
  const { log, lanes = [], publicUrl } = options;
  const addressOf = addressReader(options.trustProxy);
  const headers = Object.entries(everywhere(publicUrl)).flat();
  app.decorate("laneListeners", []);
  app.decorate("entrance", (request, response) => {
    if (!isQuick(request)) return app.routing(request, response);
    const start = performance.now();
    for (const lane of lanes) {
      if (!request.url?.startsWith(lane.prefix)) continue;
      const id = randomUUID();
      const sent = lane.serve(request, response, [...headers, "x-request-id", id], addressOf);
      if (sent === null) continue;
      const { method = "" } = request;
      const tell = () => {
        const answer = { route: lane.route, method, status: response.statusCode };
        const ms = performance.now() - start;
        for (const listener of app.laneListeners) listener({ ...answer, ms });
      };
      sent.then(tell, (err: Error) => {
        // Nothing of an answer is out: the router tells the failure as it tells all others.
        if (!response.headersSent) return app.routing(request, response);
        log.error({ err, request_id: id }, "request failed");
        response.destroy();
      });
      return;
    }
    app.routing(request, response);
  });
}

/** A token sends a request to the router: a bad one is refused wherever it comes. */
const isQuick = ({ method, headers }: http.IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && headers.authorization === undefined;
