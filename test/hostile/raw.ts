/** Raw connections without an HTTP library, for requests that are silent, partial, slow or endless. */
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A connection and the data received on it so far. */
export type RawConnection = Readonly<{
  socket: Socket;
  received(): string;
  /** Resolves when it is open, or already closed. */
  opened: Promise<void>;
  /** Resolves with all received data when either side has closed the connection. */
  closed: Promise<string>;
}>;

/** Opens a connection from 127.0.0.1 and sends `text`; it is closed at the end of the test. */
export function openRaw(url: string, text = ""): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: "127.0.0.1" });
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.on("data", (chunk: Buffer) => {
    received += chunk;
  });
  // `closed` reports the end.
  socket.on("error", () => {});
  if (text !== "") socket.write(text);
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  const opened = new Promise<void>((resolve) => {
    for (const event of ["connect", "close"]) socket.once(event, () => resolve());
  });
  return { socket, received: () => received, opened, closed };
}

/** Opens `count` connections, a hundred at a time, with a text for each. */
export async function openMany(
  url: string,
  count: number,
  textOf: (number: number) => string = () => "",
): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  while (connections.length < count) {
    const more = Array.from({ length: Math.min(100, count - connections.length) }, (_, index) =>
      openRaw(url, textOf(connections.length + index)),
    );
    connections.push(...more);
    await Promise.all(more.map(({ opened }) => opened));
  }
  return connections;
}

/** Writes `text` in `pieces` equal parts, one every `everyMs`, while the connection is open. */
export function drip(
  { socket }: RawConnection,
  text: string,
  pieces: number,
  everyMs: number,
): void {
  const size = Math.ceil(text.length / pieces);
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= text.length) return clearInterval(timer);
    socket.write(text.slice(at, at + size));
    at += size;
  }, everyMs);
  onTestFinished(() => clearInterval(timer));
}
