/** A load generator for large responses, in a process of its own: counts their bytes and keeps none. */
import net from "node:net";
import type { Figures } from "./load.ts";

/** `range`: size of ranges at random positions of a file of `fileBytes`; null for the whole file. */
export type FetchRound = Readonly<{
  port: number;
  path: string;
  range: number | null;
  fileBytes: number;
  connections: number;
  seconds: number;
}>;

/** Errors are a wrong status or length, and broken connections. */
type Tally = { times: number[]; errors: number; over: boolean };

process.on("message", async (round: FetchRound) => {
  const tally: Tally = { times: [], errors: 0, over: false };
  const before = process.cpuUsage();
  const start = performance.now();
  const sockets = Array.from({ length: round.connections }, () => open(round, tally));
  await new Promise((resolve) => setTimeout(resolve, round.seconds * 1000));
  tally.over = true;
  const elapsed = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  for (const socket of sockets) socket.destroy();
  const sorted = Float64Array.from(tally.times).sort();
  const figures: Figures = {
    perSecond: (sorted.length / elapsed) * 1000,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    errors: tally.errors,
    busy: (user + system) / 1000 / elapsed,
  };
  process.send?.(figures);
});
process.once("disconnect", () => process.exit());

/** Opens a connection that sends one request at a time. */
function open(round: FetchRound, tally: Tally): net.Socket {
  const buffer = Buffer.allocUnsafeSlow(262_144);
  let started = 0;
  /** Remaining bytes of the body; null before the head. */
  let left: number | null = null;
  const ask = () => {
    started = performance.now();
    left = null;
    socket.write(requestOf(round));
  };
  const socket = net.connect({
    port: round.port,
    host: "127.0.0.1",
    onread: {
      buffer,
      callback(bytes) {
        if (left !== null) left -= bytes;
        else {
          const head = lengthOf(buffer.subarray(0, bytes), round);
          if (head === null) tally.errors += 1;
          left = (head?.body ?? bytes) - (bytes - (head?.bytes ?? 0));
        }
        if (left > 0 || tally.over) return true;
        tally.times.push(performance.now() - started);
        ask();
        return true;
      },
    },
  });
  socket.once("connect", ask);
  socket.once("error", () => {
    tally.errors += 1;
  });
  return socket;
}

function requestOf({ path, range, fileBytes }: FetchRound): string {
  const start = Math.floor(Math.random() * (fileBytes - (range ?? 0) + 1));
  const header = range === null ? "" : `Range: bytes=${start}-${start + range - 1}\r\n`;
  return `GET ${path} HTTP/1.1\r\nHost: bench\r\n${header}\r\n`;
}

/** The length of head and body from the first bytes of a response; null if it is not the expected one. */
function lengthOf(front: Buffer, { range, fileBytes }: FetchRound) {
  const bytes = front.indexOf("\r\n\r\n") + 4;
  const head = front.toString("latin1", 0, bytes);
  const body = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  const right = head.startsWith(range === null ? "HTTP/1.1 200" : "HTTP/1.1 206");
  return right && body === (range ?? fileBytes) ? { bytes, body } : null;
}
