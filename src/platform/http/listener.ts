/** The HTTP listener: listens before the application is ready, and closes without interrupting requests. */
import type http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { refuseEarly } from "./broken.ts";
import { createWireServer, type Handler, type WireOptions } from "./wire.ts";

export type Phase = "starting" | "ready" | "draining";

export type HttpListener = {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  address: string;
  /** The address for programs on this machine: `localhost` if it listens on every interface. */
  localAddress: string;
  phase(): Phase;
  /** From now on requests go to `handler` instead of being refused with 503. */
  open(handler: Handler): void;
  /**
   * Takes no new connections; resolves when the last running request has its complete response. `serve`: requests that
   * arrive meanwhile on open connections are served, because another process takes the new ones; otherwise refused.
   */
  drain(meanwhile?: "refuse" | "serve"): Promise<void>;
};

/** The configured host and port cannot be used. The message is a complete sentence. */
class ListenError extends Error {
  override name = "ListenError";
}

/** `first` receives every request in every phase and returns whether it has handled it. */
export type ListenerOptions = WireOptions &
  Readonly<{
    host: string;
    port: number;
    first(phase: Phase, ...exchange: Parameters<Handler>): boolean;
    /** Handles a request during start or stop, or returns false for the 503. */
    refuse?(...exchange: Parameters<Handler>): boolean;
  }>;

/** While draining, a client that takes nothing of its response for so long is disconnected: it would delay the end. */
const STALLED_MS = 10_000;
/** While draining, a connection that has just been opened may still send its request. */
const FRESH_MS = 2000;

/** An open socket. `isFresh`: it has sent no request yet; `ended`: called when a response has ended. */
type Use = { requests: number; isFresh: boolean; readonly ended: () => void };

/** Listens on `host`:`port`. Throws `ListenError`. */
export async function openListener(options: ListenerOptions): Promise<HttpListener> {
  const { host, port, first } = options;
  let phase: Phase = "starting";
  const refuse: Handler = (request, response) => {
    if (options.refuse?.(request, response) !== true) refuseAll(request, response);
  };
  let handle: Handler = refuse;
  const sockets = new Map<Socket, Use>();
  const useOf = (socket: Socket): Use => {
    const use: Use = {
      requests: 0,
      isFresh: true,
      ended() {
        use.requests -= 1;
        if (use.requests === 0 && phase === "draining") socket.destroySoon();
      },
    };
    return use;
  };
  const server = createWireServer(options, (request, response) => {
    const { socket } = request;
    if (phase === "draining") {
      response.shouldKeepAlive = false;
      socket.setTimeout(STALLED_MS);
    }
    const use = sockets.get(socket);
    if (use !== undefined) {
      use.requests += 1;
      use.isFresh = false;
      response.on("close", use.ended);
    }
    if (!first(phase, request, response)) handle(request, response);
  });
  server.on("connection", (socket: Socket) => {
    sockets.set(socket, useOf(socket));
    socket.once("close", () => sockets.delete(socket));
  });
  await listen(server, host, port);
  return {
    address: addressOf(server, host),
    localAddress: addressOf(server, EVERY_INTERFACE.has(host) ? "localhost" : host),
    phase: () => phase,
    open(handler) {
      phase = "ready";
      handle = handler;
    },
    async drain(meanwhile = "refuse") {
      phase = "draining";
      if (meanwhile === "refuse") handle = refuse;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const [socket, { requests, isFresh }] of sockets)
        if (requests > 0) socket.setTimeout(STALLED_MS);
        else if (meanwhile === "serve" && isFresh) socket.setTimeout(FRESH_MS);
        else socket.destroySoon();
      await closed;
    },
  };
}

const refuseAll: Handler = (_request, response) =>
  refuseEarly(
    response,
    {
      code: 503,
      type: "unavailable",
      message: "The server is starting or stopping. Try again shortly.",
    },
    null,
    { "retry-after": "2", connection: "close" },
  );

const WHY: Record<string, string> = {
  EADDRINUSE: "another program listens there",
  EACCES: "that takes more rights",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "the name of the host is unknown",
  EAI_AGAIN: "the name of the host is unknown",
};

/**
 * Maximum number of connections that the kernel queues until they are accepted; its own limit may be lower
 * (`net.core.somaxconn`). If the queue is full, further connection attempts fail after some seconds.
 */
const BACKLOG = 4096;

async function listen(server: http.Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = WHY[error.code ?? ""] ?? error.message;
      reject(new ListenError(`Longwave cannot listen on ${hostIn(host)}:${port}: ${why}.`));
    });
    server.listen({ host, port, backlog: BACKLOG }, resolve);
  });
  server.removeAllListeners("error");
}

const EVERY_INTERFACE: ReadonlySet<string> = new Set(["0.0.0.0", "::", ""]);

const hostIn = (host: string) => (host.includes(":") ? `[${host}]` : host);

function addressOf(server: http.Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${hostIn(host)}:${port}`;
}
