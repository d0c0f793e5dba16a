/** A network line that a test cuts: it stalls, resets connections, or leads elsewhere. */
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from "node:net";

/**
 * `open` passes everything on. `stalled` accepts connections and passes nothing on, in either direction, like a
 * network that drops packets. `reset` ends every connection with a reset.
 */
type LineState = "open" | "stalled" | "reset";

export type Line = Readonly<{
  port: number;
  /** Changes the line; connections that are stalled continue with `open`. */
  set(state: LineState): void;
  /** Leads new connections to another address; those that exist stay where they are. */
  leadTo(target: NetConnectOpts): void;
  close(): Promise<void>;
}>;

type Pair = Readonly<{ client: Socket; upstream: Socket }>;

/** Listens on loopback in front of `target`. */
export async function openLine(target: NetConnectOpts): Promise<Line> {
  const pairs = new Set<Pair>();
  let state: LineState = "open";
  let to = target;
  const server = createServer((client) => {
    client.on("error", () => {});
    if (state === "reset") {
      client.resetAndDestroy();
      return;
    }
    const pair = { client, upstream: connect(to) };
    pairs.add(pair);
    pair.upstream.on("error", () => client.resetAndDestroy());
    client.on("close", () => {
      pairs.delete(pair);
      pair.upstream.destroy();
    });
    pair.upstream.on("close", () => client.destroySoon());
    if (state === "open") join(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      state = next;
      for (const pair of pairs) {
        if (next === "open") join(pair);
        else part(pair);
        if (next === "reset") {
          pair.client.resetAndDestroy();
          pair.upstream.destroy();
        }
      }
    },
    leadTo(next) {
      to = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const { client, upstream } of pairs) {
          client.destroy();
          upstream.destroy();
        }
      }),
  };
}

function join({ client, upstream }: Pair): void {
  client.pipe(upstream);
  upstream.pipe(client);
}

function part({ client, upstream }: Pair): void {
  client.unpipe(upstream);
  upstream.unpipe(client);
  client.pause();
  upstream.pause();
}
