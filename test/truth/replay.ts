/** Sends generated requests to an edge, which must answer them as they were recorded. */
import { once } from "node:events";
import net from "node:net";
import type { DeliveryRecord } from "../../src/features/listening/renditions/requests/schema.ts";

/** Connections at the same time. */
const CONNECTIONS = 16;

/** The path and query of a record's audio. */
const targetOf = ({ digest, purpose, preview }: DeliveryRecord): string =>
  `/media/r/${digest}/a.mp3${preview ? "?via=preview" : purpose === "play" ? "?via=play" : "?download=1"}`;

/** What a client sends. An interrupted response is sent for as a range, because sockets buffer what nobody reads. */
function headersOf(
  { at, address, user_agent, status, digest, sent }: DeliveryRecord,
  bytes: number,
) {
  const [range] = sent;
  const isPart = range !== undefined && range[1] - range[0] + 1 < bytes;
  return {
    "x-at": String(at),
    "x-forwarded-for": address,
    "user-agent": user_agent,
    ...(isPart && { range: `bytes=${range[0]}-${range[1]}` }),
    ...(status === 304 && { "if-none-match": `"${digest}"` }),
  };
}

/** Sends all requests, and fails if a response has another size than was recorded. `bytes`: of each rendition. */
export async function replay(
  edge: string,
  records: readonly DeliveryRecord[],
  bytes: number,
): Promise<void> {
  let next = 0;
  const work = async () => {
    const connection = await connect(edge);
    try {
      for (let record = records[next++]; record !== undefined; record = records[next++]) {
        const got = await connection.ask(messageOf(record, bytes), record.method === "HEAD");
        const wanted = record.sent.reduce((sum, [first, last]) => sum + last - first + 1, 0);
        if (got !== wanted) throw new Error(`${got} bytes instead of ${wanted}`);
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

/** The request as it is sent. */
function messageOf(record: DeliveryRecord, bytes: number): string {
  const lines = Object.entries(headersOf(record, bytes)).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${record.method} ${targetOf(record)} HTTP/1.1`, "host: edge", ...lines, "", ""].join(
    "\r\n",
  );
}

/**
 * A kept connection that only counts bytes: a client that hands each of them on takes ten times as long, which a
 * million requests cannot afford. `ask` answers with the bytes of the body.
 */
async function connect(edge: string) {
  const { hostname, port } = new URL(edge);
  let head = "";
  let left = -1;
  let isBare = false;
  let done: (got: number) => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  let length = 0;
  const read = (count: number, buffer: Uint8Array): boolean => {
    if (left < 0) {
      head += Buffer.from(buffer.buffer, buffer.byteOffset, count).toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return true;
      length = isBare ? 0 : Number(/^content-length: (\d+)/im.exec(head.slice(0, end))?.[1] ?? 0);
      left = length - (head.length - end - 4);
    } else left -= count;
    if (left > 0) return true;
    if (left < 0) failed(new Error("more bytes than the response has"));
    else done(length);
    return true;
  };
  const socket = net.connect({
    ...{ host: hostname, port: Number(port) },
    onread: { buffer: Buffer.allocUnsafe(65_536), callback: read },
  });
  await once(socket, "connect");
  socket.on("error", (error) => failed(error));
  socket.on("close", () => failed(new Error("the edge closed the connection")));
  return {
    close: () => socket.destroy(),
    ask: (message: string, bare: boolean) =>
      new Promise<number>((resolve, reject) => {
        [head, left, isBare, done, failed] = ["", -1, bare, resolve, reject];
        socket.write(message);
      }),
  };
}
