/** Creates the HTTP server of `node:http` with its limits: time for headers, bodies and responses, and connections. */
import http from "node:http";
import type { Socket } from "node:net";
import { type Limit, reportExceeded } from "../limits.ts";
import { addressReader, callerNetwork, peerOf, type TrustProxy, trustOf } from "./address.ts";
import { answerBrokenRequest, type EarlyRefusal, refuseEarly } from "./broken.ts";
import { createConnections, TOO_MANY } from "./connections.ts";
import { hasGoodHost } from "./origin.ts";
import { watchConnections } from "./stalls.ts";

/** Limits for one connection or address. Times in ms; 0 connections: no limit. */
export type ConnectionLimits = Readonly<{
  /** From the first byte, or from the opening of the connection, to the end of the headers. */
  headersMs: number;
  /** From the end of a response to the next request on the same connection. */
  idleMs: number;
  /** Time after which a body that stalls, or stays below `bodyBytesPerSecond`, is ended. */
  bodyMs: number;
  bodyBytesPerSecond: number;
  /**
   * How long a client may read nothing of a response that is ready for it. The kernel reports progress in steps of up
   * to 1.4 MB (a third of `tcp_wmem`), for which a listener at 32 kbit/s takes 350 s.
   */
  answerMs: number;
  connectionsPerAddress: number;
  /** Total for all addresses; lower if the process may not open twice as many files. */
  connections: number;
}>;

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

export type WireOptions = Readonly<{
  budgets: ConnectionLimits;
  trustProxy: TrustProxy;
  /** Called for each request with `X-Forwarded-For` from a peer that is not a trusted proxy. */
  onUntrustedForward?: (() => void) | undefined;
}>;

/** The limits of `budgets`, as listed in `docs/limits.md`. */
export const wireLimits = (budgets: ConnectionLimits): Limit[] => Object.values(limitsOf(budgets));

/** The same limits by their purpose. */
function limitsOf(budgets: ConnectionLimits) {
  return {
    headers: {
      name: "headers-time",
      value: budgets.headersMs / 1000,
      unit: "s",
      bounds:
        "From the opening of a connection, or the first byte of a request, to the end of its headers.",
      beyond: "408 `request-timeout`; the connection is closed, at most 5 s later",
      setting: "HEADERS_TIMEOUT",
    },
    idle: {
      name: "idle-time",
      value: budgets.idleMs / 1000,
      unit: "s",
      bounds: "From the end of a response to the next request on the same connection.",
      beyond: "the connection is closed",
      setting: "IDLE_TIMEOUT",
    },
    body: {
      name: "body-time",
      value: budgets.bodyMs / 1000,
      unit: "s",
      bounds: `How long the body of a request may stall, or deliver less than ${budgets.bodyBytesPerSecond} bytes per second on average (\`BODY_MIN_RATE\`). A body that keeps arriving may take as long as it needs.`,
      beyond: "408 `request-timeout`; the connection is closed",
      setting: "BODY_TIMEOUT",
    },
    answer: {
      name: "answer-time",
      value: budgets.answerMs / 1000,
      unit: "s",
      bounds:
        "How long a client may read nothing of a response that is ready for it. A client that reads a little now and then may be as slow as it likes.",
      beyond: "the connection is closed",
      setting: "ANSWER_TIMEOUT",
    },
    perAddress: {
      name: "connections-per-address",
      value: budgets.connectionsPerAddress,
      unit: "connections",
      bounds:
        "Concurrent connections from one address (an IPv6 /64 counts as one), and never more than half of the total. For a trusted proxy (`TRUST_PROXY`), the limit applies to the concurrent requests of each client behind it, not to connections.",
      beyond: "429 `too-many-connections`; the connection is closed",
      setting: "CONNECTIONS_PER_ADDRESS",
    },
    total: {
      name: "connections",
      value: budgets.connections,
      unit: "connections",
      bounds:
        "Concurrent connections, and never more than half of the files that the process may open (`ulimit -n`).",
      beyond:
        "the connection that has been idle longest, of the address with the most connections, is closed; if none is idle, the new connection gets 503 `unavailable` and is closed",
      setting: "MAX_CONNECTIONS",
    },
  } as const satisfies Record<string, Limit>;
}

/** Checked before any other code, because we and the libraries build URLs from Host (RFC 9112 §3.2). */
const BAD_HOST: EarlyRefusal = {
  code: 400,
  type: "malformed-request",
  message: "The Host header must be a host with or without a port.",
};

/** Maximum interval in ms between two checks of all connections. */
const LOOK_EVERY_MS = 5000;

/** A server that passes each request to `handle`. It does not listen yet. */
export function createWireServer(options: WireOptions, handle: Handler): http.Server {
  const { budgets } = options;
  const limits = limitsOf(budgets);
  const shortest = Math.min(budgets.headersMs, budgets.bodyMs, budgets.idleMs);
  const lookEveryMs = Math.min(LOOK_EVERY_MS, Math.ceil(shortest / 12));
  const server = http.createServer({
    headersTimeout: budgets.headersMs,
    // An upload may take as long as a slow line needs: `watchConnections` ends stalled ones.
    requestTimeout: 0,
    keepAliveTimeout: budgets.idleMs,
    connectionsCheckingInterval: lookEveryMs,
    // Without it, Node runs through the life of a stream that holds nothing, for every GET.
    optimizeEmptyRequests: true,
  });
  server.timeout = budgets.answerMs;
  const connections = createConnections(limits, options.trustProxy);
  const admitRequest = requestGate(options, limits.perAddress);
  server.on("connection", connections.admit);
  server.on("request", (request, response) => {
    connections.begin(request, response);
    if (!hasGoodHost(request)) return refuseEarly(response, BAD_HOST, null);
    if (admitRequest(request, response)) handle(request, response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const late = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    answerBrokenRequest(error, socket, late ? limits.headers : null);
  });
  server.on("timeout", (socket) => endIfWaiting(socket, connections.isBusy(socket), limits.answer));
  watchConnections(server, connections, { ...budgets, lookEveryMs, limits });
  return server;
}

/** Node calls this when a connection has been inactive for its timeout. */
function endIfWaiting(socket: Socket, isBusy: boolean, limit: Limit): void {
  if (!isBusy) return void socket.destroy();
  // The response is not ready yet; other limits apply to that.
  if (socket.writableLength === 0) return void socket.setTimeout(limit.value * 1000);
  reportExceeded(limit);
  socket.destroy();
}

/** Limits the concurrent requests of each client behind trusted proxies; reports proxies that are not trusted. */
function requestGate({ trustProxy, onUntrustedForward }: WireOptions, limit: Limit) {
  const trust = trustOf(trustProxy);
  const addressOf = addressReader(trustProxy);
  const running = new Map<string, number>();
  return (request: http.IncomingMessage, response: http.ServerResponse): boolean => {
    if (request.headers["x-forwarded-for"] === undefined) return true;
    if (!trust(peerOf(request), 0)) {
      onUntrustedForward?.();
      return true;
    }
    if (limit.value === 0) return true;
    const client = callerNetwork(addressOf(request));
    const count = running.get(client) ?? 0;
    if (count >= limit.value) {
      refuseEarly(response, TOO_MANY, limit);
      return false;
    }
    running.set(client, count + 1);
    response.once("close", () => {
      const left = (running.get(client) ?? 1) - 1;
      if (left > 0) running.set(client, left);
      else running.delete(client);
    });
    return true;
  };
}
