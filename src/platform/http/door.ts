/** The listening socket: open before the application is, and closed without cutting a request. */
import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { answerBrokenRequest } from "./broken.ts";
import { errorAnswer } from "./errors.ts";
import { JSON_TYPE } from "./route.ts";

export type Phase = "starting" | "ready" | "draining";
export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

export type Door = {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  address: string;
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

/**
 * Listens on `host`:`port`. `first` sees every request in every phase and says whether it has
 * answered it. Throws `DoorError`.
 */
export async function openDoor(
  host: string,
  port: number,
  first: (phase: Phase, ...exchange: Parameters<Handler>) => boolean,
): Promise<Door> {
  let phase: Phase = "starting";
  let handle: Handler = refuse;
  /** Open sockets, and how many requests of each are running. */
  const sockets = new Map<Socket, number>();
  const count = (socket: Socket, change: number) => {
    const requests = (sockets.get(socket) ?? 0) + change;
    sockets.set(socket, requests);
    if (requests === 0 && phase === "draining") socket.destroySoon();
  };
  // requestTimeout 0: an upload takes as long as its line is slow. Headers keep Node's 60 s.
  const server = http.createServer({ requestTimeout: 0, keepAliveTimeout: 72_000 });
  server.on("connection", (socket: Socket) => {
    sockets.set(socket, 0);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    count(socket, 1);
    response.once("close", () => count(socket, -1));
    if (!first(phase, request, response)) handle(request, response);
  });
  server.on("clientError", answerBrokenRequest);
  await listen(server, host, port);
  return {
    address: addressOf(server, host),
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

const refuse: Handler = (_request, response) => {
  const body = errorAnswer(503, randomUUID(), {
    type: "unavailable",
    message: "The server is starting or stopping. Try again shortly.",
  });
  response
    .writeHead(503, {
      "access-control-allow-origin": "*",
      "content-type": JSON_TYPE,
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      "retry-after": "2",
      connection: "close",
    })
    .end(body);
};

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

const hostIn = (host: string) => (host.includes(":") ? `[${host}]` : host);

function addressOf(server: http.Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${hostIn(host)}:${port}`;
}
