/** A TCP proxy that damages traffic as networks do. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The fault of a connection; all fields are optional. */
export type Fault = Readonly<{
  /** Bytes of the first response's body to pass on before the line goes dead. */
  cutBodyAfter?: number;
  /** Bytes of requests to pass on before the line goes dead. */
  cutRequestsAfter?: number;
  /** The dead line stays open, but silent. */
  silently?: boolean;
  /** The line goes dead instead of the response to a request whose head contains this. */
  loseAnswerTo?: string;
  /** Sent instead of asking the server. */
  answer?: string;
}>;

export type BadLine = { endpoint: string; connections(): number; close(): Promise<void> };

/** Listens on loopback in front of `target`. `faultOf` is called for each connection, counted from 0. */
export async function openProxy(
  target: string,
  faultOf: (connection: number) => Fault,
): Promise<BadLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    pass(client, upstream, faultOf(connections));
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function pass(client: Socket, upstream: Socket, fault: Fault): void {
  const die = () => {
    client.unpipe();
    upstream.destroy();
    if (!fault.silently) client.destroy();
  };
  let asked = 0;
  let lost = false;
  client.on("data", (chunk) => {
    if (fault.answer !== undefined) {
      client.end(fault.answer);
      return;
    }
    asked += chunk.length;
    if (fault.loseAnswerTo !== undefined) lost ||= chunk.includes(fault.loseAnswerTo);
    if (asked > (fault.cutRequestsAfter ?? Infinity)) die();
    else upstream.write(chunk);
  });
  let head = "";
  let left = fault.cutBodyAfter ?? Infinity;
  upstream.on("data", (chunk) => {
    if (lost) return die();
    let bodyAt = 0;
    if (!head.includes("\r\n\r\n")) {
      const before = head.length;
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      bodyAt = end === -1 ? chunk.length : end + 4 - before;
    }
    const passed = Math.min(chunk.length, bodyAt + left);
    left -= passed - bodyAt;
    if (passed > 0) client.write(chunk.subarray(0, passed));
    if (left === 0 && head.includes("\r\n\r\n")) die();
  });
  client.on("close", () => upstream.destroy());
  upstream.on("close", () => {
    if (!fault.silently) client.end();
  });
}
