/** Ends connections whose requests do not arrive: bodies that stall or drip, and bytes that begin nothing. */
import type { Server } from "node:http";
import { type Limit, reportExceeded } from "../limits.ts";
import { LATE, refuseOnSocket } from "./broken.ts";
import type { Connection, Connections } from "./connections.ts";

type Options = Readonly<{
  headersMs: number;
  idleMs: number;
  bodyMs: number;
  bodyBytesPerSecond: number;
  lookEveryMs: number;
  limits: Readonly<{ body: Limit; idle: Limit }>;
}>;

/** A stretch of a body's way here. */
type Stretch = { request: Connection["request"]; startedAt: number; bytes: number };

/** Looks at all connections every `lookEveryMs` while `server` listens. */
export function watchConnections(server: Server, connections: Connections, options: Options): void {
  const look = createLook(options);
  server.on("listening", () => {
    let lookedAt = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      for (const connection of connections.all()) look(connection, now, now - lookedAt);
      lookedAt = now;
    }, options.lookEveryMs).unref();
    server.once("close", () => clearInterval(timer));
  });
}

/**
 * A body is measured in stretches of less than half of `bodyMs`: whenever it begins to stall, the
 * stretch after that has too few bytes. Time for which this server takes nothing in does not count.
 */
function createLook(options: Options) {
  const { headersMs, idleMs, bodyMs, bodyBytesPerSecond, lookEveryMs, limits } = options;
  const stretchMs = bodyMs / 2 - lookEveryMs;
  const stretches = new WeakMap<Connection, Stretch>();
  const isLate = (connection: Connection, now: number, sinceLookMs: number): boolean => {
    const { request, socket } = connection;
    const stretch = stretches.get(connection);
    if (stretch?.request !== request) {
      stretches.set(connection, { request, startedAt: now, bytes: socket.bytesRead });
      return false;
    }
    if (socket.isPaused()) stretch.startedAt += sinceLookMs;
    const ms = now - stretch.startedAt;
    if (ms < stretchMs) return false;
    if (socket.bytesRead - stretch.bytes < (ms / 1000) * bodyBytesPerSecond) return true;
    stretch.startedAt = now;
    stretch.bytes = socket.bytesRead;
    return false;
  };
  return (connection: Connection, now: number, sinceLookMs: number): void => {
    if (connection.request?.complete) connection.request = null;
    if (connection.request !== null) {
      if (isLate(connection, now, sinceLookMs))
        refuseOnSocket(connection.socket, LATE, limits.body);
    } else if (connection.running === 0 && now - connection.idleSince > idleMs + headersMs) {
      // Node ends what is idle and what is half a header; empty lines between requests are neither.
      reportExceeded(limits.idle);
      connection.socket.destroy();
    }
  };
}
