/** Closes connections whose requests do not arrive: stalled or trickling bodies, and bytes that start no request. */
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

/** A period of a body's transmission. */
type Stretch = { request: Connection["request"]; startedAt: number; bytes: number };

/** Checks all connections every `lookEveryMs` while `server` listens. */
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
 * A body is measured over periods shorter than half of `bodyMs`: whenever it begins to stall, the following period has
 * too few bytes. Time during which this server reads nothing does not count.
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
      // Node closes idle connections and incomplete headers, but not connections that only send empty lines.
      reportExceeded(limits.idle);
      connection.socket.destroy();
    }
  };
}
