/** The listening socket: open before the application is, and closed without cutting a request. */
import type http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { refuseEarly } from "./broken.ts";
import { createWireServer, type Handler, type WireOptions } from "./wire.ts";

export type Phase = "starting" | "ready" | "draining";

export type Door = {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  address: string;
  /** The same for programs on this machine: `localhost` where it listens on every interface. */
  localAddress: string;
  phase(): Phase;
  /** From now on requests go to `handler` instead of being refused with 503. */
  open(handler: Handler): void;
  /** Refuses what is new; returns when the last running request has its whole answer. */
  drain(): Promise<void>;
};

/** What the operator asked to listen on cannot be had. The message is a whole sentence. */
export class DoorError extends Error {
  override name = "DoorError";
}

/** `first` sees every request in every phase and says whether it has answered it. */
export type DoorOptions = WireOptions &
  Readonly<{
    host: string;
    port: number;
    first(phase: Phase, ...exchange: Parameters<Handler>): boolean;
    /** Answers a request that comes while the server starts or stops, or leaves it to the 503. */
    refuse?(...exchange: Parameters<Handler>): boolean;
  }>;

/** Listens on `host`:`port`. Throws `DoorError`. */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const { host, port, first } = options;
  let phase: Phase = "starting";
  const refuse: Handler = (request, response) => {
    if (options.refuse?.(request, response) !== true) refuseAll(request, response);
  };
  let handle: Handler = refuse;
  /** Open sockets, and how many requests of each are running. */
  const sockets = new Map<Socket, number>();
  const count = (socket: Socket, change: number) => {
    const requests = (sockets.get(socket) ?? 0) + change;
    sockets.set(socket, requests);
    if (requests === 0 && phase === "draining") socket.destroySoon();
  };
  const server = createWireServer(options, (request, response) => {
    const { socket } = request;
    count(socket, 1);
    response.once("close", () => count(socket, -1));
    if (!first(phase, request, response)) handle(request, response);
  });
  server.on("connection", (socket: Socket) => {
    sockets.set(socket, 0);
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
    async drain() {
      phase = "draining";
      handle = refuse;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const [socket, requests] of sockets) if (requests === 0) socket.destroySoon();
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
 * Connections that the kernel holds until they are taken; it may hold fewer (`net.core.somaxconn`). Of
 * a queue that is full, those that wait for a place in it are broken off after some seconds.
 */
const BACKLOG = 4096;

async function listen(server: http.Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = WHY[error.code ?? ""] ?? error.message;
      reject(new DoorError(`Longwave cannot listen on ${hostIn(host)}:${port}: ${why}.`));
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
