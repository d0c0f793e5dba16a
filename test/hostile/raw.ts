/** Connections without an HTTP library: for requests that are silent, half, slow or without end. */
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** One connection, and what came back on it so far. */
export type RawConnection = Readonly<{
  socket: Socket;
  received(): string;
  /** Resolves when it is open, or closed already. */
  opened: Promise<void>;
  /** Resolves when either side has closed it; with all that came back. */
  closed: Promise<string>;
}>;

/** Opens a connection from 127.0.0.1 and sends `text`; it is closed with the test. */
export function openRaw(url: string, text = ""): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: "127.0.0.1" });
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.on("data", (chunk: Buffer) => {
    received += chunk;
  });
  // Its end is told by `closed`.
  socket.on("error", () => {});
  if (text !== "") socket.write(text);
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  const opened = new Promise<void>((resolve) => {
    for (const event of ["connect", "close"]) socket.once(event, () => resolve());
  });
  return { socket, received: () => received, opened, closed };
}

/** Opens `count` connections, a hundred at a time; the text of each by its number. */
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

/** Writes `text` in `pieces` equal parts, one every `everyMs`, for as long as the connection is open. */
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
