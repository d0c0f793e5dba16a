/** The HTTP server of `node:http` with its budgets: time for headers, bodies and answers, and connections. */
import http from "node:http";
import type { Socket } from "node:net";
import { type Limit, reportExceeded } from "../limits.ts";
import { addressReader, callerNetwork, peerOf, type TrustProxy, trustOf } from "./address.ts";
import { answerBrokenRequest, type EarlyRefusal, refuseEarly } from "./broken.ts";
import { createConnections, TOO_MANY } from "./connections.ts";
import { hasGoodHost } from "./origin.ts";
import { watchConnections } from "./stalls.ts";

/** What one connection or address may take. Times in ms; 0 connections: no bound. */
export type WireBudgets = Readonly<{
  /** From the first byte, or from the connection, to the end of the headers. */
  headersMs: number;
  /** After an answer, until the next request on the same connection. */
  idleMs: number;
  /** Within which a body that stalls, or stays below `bodyBytesPerSecond`, is ended. */
  bodyMs: number;
  bodyBytesPerSecond: number;
  /**
   * For which a client may take nothing of an answer that is ready for it. The kernel tells of progress in
   * steps of up to 1.4 MB (a third of `tcp_wmem`), which who listens to 32 kbit/s takes in 350 s.
   */
  answerMs: number;
  connectionsPerAddress: number;
  /** Of all addresses; fewer where the process may not open twice as many files. */
  connections: number;
}>;

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

export type WireOptions = Readonly<{
  budgets: WireBudgets;
  trustProxy: TrustProxy;
  /** Called for each request that carries `X-Forwarded-For` from a peer that is no trusted proxy. */
  onUntrustedForward?: (() => void) | undefined;
}>;

/** The limits of `budgets`, as `docs/limits.md` lists them. */
export const wireLimits = (budgets: WireBudgets): Limit[] => Object.values(limitsOf(budgets));

/** The same by what they bound. */
function limitsOf(budgets: WireBudgets) {
  return {
    headers: {
      ...{ name: "headers-time", value: budgets.headersMs / 1000, unit: "s" },
      bounds:
        "From the opening of a connection, or the first byte of a request, to the end of its headers.",
      beyond: "408 `request-timeout`; the connection is closed, at most 5 s later",
      setting: "HEADERS_TIMEOUT",
    },
    idle: {
      ...{ name: "idle-time", value: budgets.idleMs / 1000, unit: "s" },
      bounds: "From the end of an answer to the next request on the same connection.",
      beyond: "the connection is closed",
      setting: "IDLE_TIMEOUT",
    },
    body: {
      ...{ name: "body-time", value: budgets.bodyMs / 1000, unit: "s" },
      bounds: `How long the body of a request may stall, or bring less than ${budgets.bodyBytesPerSecond} bytes a second on average (\`BODY_MIN_RATE\`). A body that keeps coming may take as long as it needs.`,
      beyond: "408 `request-timeout`; the connection is closed",
      setting: "BODY_TIMEOUT",
    },
    answer: {
      ...{ name: "answer-time", value: budgets.answerMs / 1000, unit: "s" },
      bounds:
        "How long a client may take no byte of an answer that is ready for it. One that takes a little now and then may be as slow as it likes.",
      beyond: "the connection is closed",
      setting: "ANSWER_TIMEOUT",
    },
    perAddress: {
      ...{
        name: "connections-per-address",
        value: budgets.connectionsPerAddress,
        unit: "connections",
      },
      bounds:
        "Connections open at a time from one address (an IPv6 /64 is one), and never more than half of all. Of a trusted proxy (`TRUST_PROXY`) not the connections are bounded but the requests at a time of each client behind it.",
      beyond: "429 `too-many-connections`; the connection is closed",
      setting: "CONNECTIONS_PER_ADDRESS",
    },
    total: {
      ...{ name: "connections", value: budgets.connections, unit: "connections" },
      bounds:
        "Connections open at a time, and never more than half of the files that the process may open (`ulimit -n`).",
      beyond:
        "the longest idle connection of the address with the most makes room; without one the new connection is answered 503 `unavailable` and closed",
      setting: "MAX_CONNECTIONS",
    },
  } as const satisfies Record<string, Limit>;
}

/** Refused here for all that build addresses, libraries included (RFC 9112 §3.2). */
const BAD_HOST: EarlyRefusal = {
  code: 400,
  type: "malformed-request",
  message: "The Host header must be a host with or without a port.",
};

/** The most time between two looks at all connections, ms. */
const LOOK_EVERY_MS = 5000;

/** A server that hands each request to `handle`. It listens when the caller says so. */
export function createWireServer(options: WireOptions, handle: Handler): http.Server {
  const { budgets } = options;
  const limits = limitsOf(budgets);
  const shortest = Math.min(budgets.headersMs, budgets.bodyMs, budgets.idleMs);
  const lookEveryMs = Math.min(LOOK_EVERY_MS, Math.ceil(shortest / 12));
  const server = http.createServer({
    headersTimeout: budgets.headersMs,
    // An upload takes as long as its line is slow: `watchConnections` ends those that do not move.
    requestTimeout: 0,
    keepAliveTimeout: budgets.idleMs,
    connectionsCheckingInterval: lookEveryMs,
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

/** Node calls this when nothing has moved on a connection for the time that was set for it. */
function endIfWaiting(socket: Socket, isBusy: boolean, limit: Limit): void {
  if (!isBusy) return void socket.destroy();
  // The answer is still being made: that has budgets of its own.
  if (socket.writableLength === 0) return void socket.setTimeout(limit.value * 1000);
  reportExceeded(limit);
  socket.destroy();
}

/** Bounds the requests at a time of each client behind trusted proxies; tells of proxies that are not trusted. */
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
