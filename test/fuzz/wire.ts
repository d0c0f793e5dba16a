/** A connection that sends arbitrary bytes and parses responses strictly. */
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Script } from "./render.ts";

export type Answer = Readonly<{
  status: number;
  /** Names in lower case; the last value of a repeated header. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** From the last byte of the request (or the response's first, if earlier) to the end of the response. */
  ms: number;
}>;

/** Complete responses, and a fault in the data that follows, if any. */
type Exchange = Readonly<{ answers: readonly Answer[]; fault: string | null }>;

export type Connection = {
  /** Sends the script's bytes and reads the responses, on a new socket if the old one is used up. */
  exchange(script: Script): Promise<Exchange>;
  close(): void;
};

/** No response after this time is a fault; responses over two seconds are one anyway. */
const PATIENCE_MS = 30_000;
/** How long the client waits for a server with an unfinished request. */
const UNFINISHED_MS = 700;

export function createConnection(port: number): Connection {
  let socket: net.Socket | null = null;
  return {
    async exchange(script) {
      // The server may have closed it since.
      if (socket?.destroyed || socket?.readableEnded) socket = null;
      const reused = socket !== null;
      socket ??= await connect(port);
      const exchange = await talk(socket, script);
      const spent = script.end !== "keep" || exchange.fault !== null || isLast(exchange);
      if (spent) {
        socket.destroy();
        socket = null;
      }
      // The server may close an idle connection just as it is reused.
      if (
        reused &&
        exchange.fault !== null &&
        exchange.answers.length === 0 &&
        exchange.fault !== SILENT
      )
        return this.exchange(script);
      return exchange;
    },
    close: () => socket?.destroy(),
  };
}

const isLast = ({ answers }: Exchange): boolean =>
  answers.at(-1)?.headers.connection?.toLowerCase() === "close";

const SILENT = "no answer";

function connect(port: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      socket.on("error", () => {});
      resolve(socket);
    });
  });
}

async function talk(socket: net.Socket, script: Script): Promise<Exchange> {
  const reader = createReader(script.head);
  let sentAt = performance.now();
  const listening = new Promise<string | null>((resolve) => {
    const finish = (fault: string | null) => {
      clearTimeout(timer);
      socket.off("data", onData).off("close", onClose).off("end", onClose);
      resolve(fault);
    };
    const onData = (chunk: Buffer) => {
      const fault = reader.take(chunk, sentAt);
      if (fault !== null || reader.answers.length >= script.answers) finish(fault);
    };
    const onClose = () => finish(reader.close(sentAt));
    const timer = setTimeout(
      () => finish(script.unfinished ? null : SILENT),
      script.unfinished ? UNFINISHED_MS + script.pieces.length * script.pauseMs : PATIENCE_MS,
    );
    socket.on("data", onData).once("close", onClose).once("end", onClose);
  });
  for (const [place, piece] of script.pieces.entries()) {
    if (place > 0 && script.pauseMs > 0) await sleep(script.pauseMs);
    if (!socket.writable) break;
    socket.write(piece);
    sentAt = performance.now();
  }
  if (script.end === "break") {
    await sleep(20);
    socket.resetAndDestroy();
  }
  if (script.end === "finish") socket.end();
  const fault = await listening;
  return { answers: reader.answers, fault: script.unfinished ? null : fault };
}

/** Splits a stream into responses, by RFC 9112. */
function createReader(head: boolean) {
  const answers: Answer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  const push = ({ status, headers }: Head, body: Buffer, sentAt: number) =>
    answers.push({ status, headers, body, ms: Math.max(performance.now() - sentAt, 0) });
  return {
    answers,
    /** Returns what is wrong with the stream, if anything. */
    take(chunk: Buffer, sentAt: number): string | null {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      while (rest.length > 0) {
        const step = nextOf(rest, head);
        if (step === null || typeof step === "string") return step;
        if (step.body !== null) push(step.head, step.body, sentAt);
        rest = rest.subarray(step.bytes);
      }
      return null;
    },
    /** The end of the connection ends a response without a length. */
    close(sentAt: number): string | null {
      const parsed = readHead(rest);
      if (parsed === null) return answers.length === 0 ? "closed without an answer" : null;
      if (typeof parsed === "string") return parsed;
      const { headers } = parsed;
      if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined)
        return "closed in the middle of an answer";
      push(parsed, rest.subarray(parsed.bytes), sentAt);
      return null;
    },
  };
}

type Step = { head: Head; body: Buffer | null; bytes: number };

/** The next response; its body is null for an interim response; returns null if data is missing. */
function nextOf(bytes: Buffer, isHead: boolean): Step | string | null {
  const head = readHead(bytes);
  if (head === null || typeof head === "string") return head;
  if (head.status < 200 && head.status !== 101) return { head, body: null, bytes: head.bytes };
  const read = readBody(head, bytes.subarray(head.bytes), isHead);
  if (read === null || typeof read === "string") return read;
  return { head, body: read.body, bytes: head.bytes + read.bytes };
}

type Head = { status: number; headers: Record<string, string>; bytes: number };

function readHead(bytes: Buffer): Head | string | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [line = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(`${line} `)?.[1];
  if (status === undefined) return `no status line: ${line.slice(0, 80)}`;
  const headers: Record<string, string> = {};
  for (const one of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(one) ?? [];
    if (name === undefined) return `no header: ${one.slice(0, 80)}`;
    headers[name.toLowerCase()] = value ?? "";
  }
  return { status: Number(status), headers, bytes: end + 4 };
}

type Body = { body: Buffer; bytes: number };

function readBody({ status, headers }: Head, bytes: Buffer, head: boolean): Body | string | null {
  if (head || status === 204 || status === 304) return { body: Buffer.alloc(0), bytes: 0 };
  if (headers["transfer-encoding"] === "chunked") return readChunks(bytes);
  const length = headers["content-length"];
  if (length === undefined) return null;
  if (!/^\d+$/.test(length)) return `no length: ${length}`;
  if (bytes.length < Number(length)) return null;
  return { body: bytes.subarray(0, Number(length)), bytes: Number(length) };
}

function readChunks(bytes: Buffer): Body | string | null {
  const parts: Buffer[] = [];
  for (let place = 0; ; ) {
    const lineEnd = bytes.indexOf("\r\n", place);
    if (lineEnd < 0) return null;
    const line = bytes.subarray(place, lineEnd).toString("latin1");
    if (!/^[\da-f]+$/i.test(line)) return `no chunk: ${line.slice(0, 80)}`;
    const size = Number.parseInt(line, 16);
    const start = lineEnd + 2;
    if (bytes.length < start + size + 2) return null;
    if (size === 0) return { body: Buffer.concat(parts), bytes: start + 2 };
    parts.push(bytes.subarray(start, start + size));
    place = start + size + 2;
  }
}
