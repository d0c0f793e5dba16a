/** Tracks a server's open connections: how many each address has, which are busy, and which to close first. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Limit } from "../limits.ts";
import { callerNetwork, type TrustProxy, trustOf } from "./address.ts";
import { type EarlyRefusal, refuseOnSocket } from "./broken.ts";

/** One open connection. */
export type Connection = {
  readonly socket: Socket;
  /** The address whose limit it counts against; null for a trusted proxy. */
  readonly caller: string | null;
  /** The latest request, while its body may still be arriving. */
  request: IncomingMessage | null;
  /** Requests whose response is not complete. */
  running: number;
  /** When it was opened, or when its last response was complete; ms of `performance.now()`. */
  idleSince: number;
  /** The listener of all its responses: one of its own for each of them costs more than what it does. */
  readonly ended: () => void;
};

export type Connections = Readonly<{
  /** Counts a new connection, or refuses it. */
  admit(socket: Socket): void;
  /** Registers a request and, later, the end of its response. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** Whether the connection has a request whose response is not complete. */
  isBusy(socket: Socket): boolean;
  all(): Iterable<Connection>;
}>;

const FULL: EarlyRefusal = {
  code: 503,
  type: "unavailable",
  message: "The server has reached its connection limit. Try again shortly.",
};
/** An address has too many connections, or a client too many concurrent requests. */
export const TOO_MANY: EarlyRefusal = {
  code: 429,
  type: "too-many-connections",
  message: "Too many connections are open from this address. Close some, or reuse open ones.",
};

/** `limits.perAddress` 0 means the same number as in total. A trusted proxy's connections count against no address. */
export function createConnections(
  limits: Readonly<{ perAddress: Limit; total: Limit }>,
  trustProxy: TrustProxy,
): Connections {
  const trust = trustOf(trustProxy);
  const open = new Map<Socket, Connection>();
  const callers = new Map<string, Set<Connection>>();
  const total = Math.min(limits.total.value, connectionsByFiles());
  const perAddress = limits.perAddress.value || total;

  const forget = (connection: Connection) => {
    open.delete(connection.socket);
    if (connection.caller === null) return;
    const own = callers.get(connection.caller);
    own?.delete(connection);
    if (own?.size === 0) callers.delete(connection.caller);
  };
  /** Whether there is room for one more connection, after closing an idle one if necessary. */
  const makeRoom = (): boolean => {
    if (open.size < total) return true;
    const idle = longestIdle(heaviest(callers));
    if (idle === null) return false;
    forget(idle);
    refuseOnSocket(idle.socket, FULL, limits.total);
    return true;
  };
  return {
    admit(socket) {
      const address = socket.remoteAddress ?? "";
      const caller = trust(address, 0) ? null : callerNetwork(address);
      const own = caller === null ? 0 : (callers.get(caller)?.size ?? 0);
      if (caller !== null && own >= Math.min(perAddress, Math.ceil(total / 2)))
        return refuseOnSocket(socket, TOO_MANY, limits.perAddress);
      if (!makeRoom()) return refuseOnSocket(socket, FULL, limits.total);
      const connection = connectionOf(socket, caller);
      open.set(socket, connection);
      if (caller !== null) callers.set(caller, (callers.get(caller) ?? new Set()).add(connection));
      socket.once("close", () => forget(connection));
    },
    begin(request, response) {
      const connection = open.get(request.socket);
      if (connection === undefined) return;
      connection.request = request;
      connection.running += 1;
      response.on("close", connection.ended);
    },
    isBusy: (socket) => (open.get(socket)?.running ?? 0) > 0,
    all: () => open.values(),
  };
}

function connectionOf(socket: Socket, caller: string | null): Connection {
  const connection: Connection = {
    socket,
    caller,
    request: null,
    running: 0,
    idleSince: performance.now(),
    ended() {
      connection.running -= 1;
      connection.idleSince = performance.now();
    },
  };
  return connection;
}

function heaviest(callers: ReadonlyMap<string, Set<Connection>>): Iterable<Connection> {
  let most: Set<Connection> = new Set();
  for (const own of callers.values()) if (own.size > most.size) most = own;
  return most;
}

function longestIdle(connections: Iterable<Connection>): Connection | null {
  let found: Connection | null = null;
  for (const connection of connections)
    if (connection.running === 0 && connection.idleSince < (found?.idleSince ?? Infinity))
      found = connection;
  return found;
}

/** File descriptors reserved for the database, logs, libraries and encoders. */
const OTHER_FILES = 128;
const FEWEST = 16;

/** Each connection may need a file besides its socket: one that it plays or one that it uploads. */
function connectionsByFiles(): number {
  // Skips the slow reverse look-ups of the connections' peers.
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft?: number | "unlimited" } };
  };
  const files = userLimits?.open_files?.soft;
  if (typeof files !== "number") return Infinity;
  return Math.max(FEWEST, Math.floor((files - OTHER_FILES) / 2));
}
